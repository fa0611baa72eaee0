// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.PageHit;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.List;

/** What a completed effect brought back. */
public sealed interface EffectValue
        permits EffectValue.Bank,
                EffectValue.Pictures,
                EffectValue.Hits,
                EffectValue.Records,
                EffectValue.Pages,
                EffectValue.Cropped,
                EffectValue.Snippets,
                EffectValue.Verdicts,
                EffectValue.Vectors,
                EffectValue.Judgement,
                Generation {
    /** @param shortestTokens tokens of the asked number of shortest full records together */
    record Bank(int size, int shortestTokens) implements EffectValue {}

    record Pictures(List<Picture> pictures) implements EffectValue {
        public Pictures {
            pictures = List.copyOf(pictures);
        }
    }

    /** One list a channel, best first; equal scores in order of record id. */
    record Hits(List<ChannelHits> channels) implements EffectValue {
        public Hits {
            channels = List.copyOf(channels);
        }
    }

    /** In the order asked for. */
    record Records(List<BankRecord> records) implements EffectValue {
        public Records {
            records = List.copyOf(records);
        }
    }

    /** Best first; equal scores in order of page id. */
    record Pages(List<PageHit> pages) implements EffectValue {
        public Pages {
            pages = List.copyOf(pages);
        }
    }

    /**
     * A crop that was made.
     *
     * @param sha256 under which it stands in the blob store; null where nobody needs it rendered
     */
    record Cropped(String sha256) implements EffectValue {}

    /**
     * What a search found, best first.
     *
     * @param fromCache true where no engine was asked
     */
    record Snippets(List<Snippet> snippets, boolean fromCache) implements EffectValue {
        public Snippets {
            snippets = List.copyOf(snippets);
        }
    }

    /** Whether each query and each snippet is useful, in the order asked. */
    record Verdicts(List<Boolean> queries, List<Boolean> snippets) implements EffectValue {
        public Verdicts {
            queries = List.copyOf(queries);
            snippets = List.copyOf(snippets);
        }
    }

    /** One vector a text, in the order asked, all of one length; not to be changed. */
    record Vectors(List<float[]> vectors) implements EffectValue {
        public Vectors {
            vectors = List.copyOf(vectors);
        }
    }

    /** @param accepted whether the judge says yes */
    record Judgement(boolean accepted) implements EffectValue {}
}
