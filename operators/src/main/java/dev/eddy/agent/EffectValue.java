// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.PageHit;
import dev.eddy.schemas.Picture;
import java.util.List;

/** What a completed effect brought back. */
public sealed interface EffectValue
        permits EffectValue.Bank,
                EffectValue.Pictures,
                EffectValue.Hits,
                EffectValue.Records,
                EffectValue.Pages,
                EffectValue.Cropped,
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
}
