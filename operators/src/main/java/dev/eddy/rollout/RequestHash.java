// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.Snippet;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/**
 * What an effect asks, as a hash; version, seed and attempt are no part of it.
 *
 * <p>A prompt can be a hundred thousand tokens long and is shown again at every step, so it is not hashed anew. The run keeps
 * a digest of all segments shown so far, in order of first showing; a prompt is that digest and the ids of its segments. Each
 * segment is hashed once.
 */
public final class RequestHash {
    private static final int BYTES = 32;

    private RequestHash() {}

    static byte[] nothingShown() {
        return new byte[BYTES];
    }

    static byte[] shown(byte[] before, Segment segment) {
        Digests digests = new Digests()
                .put(before)
                .put(segment.getId())
                .put(segment.getKind())
                .put(segment.getTokens())
                .put(segment.getPictures().size());
        for (ShownPicture picture : segment.getPictures()) {
            digests.put(picture.getSha256())
                    .put(picture.getWidth())
                    .put(picture.getHeight())
                    .put(picture.getTokenOffset())
                    .put(picture.getTokenCount());
            if (picture.getRegion() != null) { // how the region was rendered is no part of what is asked
                put(digests, picture.getRegion());
            }
        }
        return digests.done();
    }

    /** What an effect that shows no prompt asks. */
    public static byte[] of(Effect effect) {
        return of(effect, nothingShown());
    }

    /** @param shown digest of all segments shown up to this effect */
    static byte[] of(Effect effect, byte[] shown) {
        Digests digests = new Digests().put(effect.name());
        if (effect instanceof Effect.Generate generate) {
            digests.put(shown)
                    .put(generate.maxTokens())
                    .put(generate.decoding().name())
                    .put(generate.kind().name())
                    .put(generate.answerIndex())
                    .put(generate.policy() == null ? "" : generate.policy());
            if (generate.temperature() != null) {
                digests.put(Double.toString(generate.temperature()));
            }
            ByteBuffer ids = ByteBuffer.allocate(generate.prompt().size() * Integer.BYTES);
            for (PromptSegment segment : generate.prompt()) {
                ids.putInt(segment.id());
            }
            digests.put(ids.array());
        } else if (effect instanceof Effect.OpenBank open) {
            digests.put(open.bankId()).put(open.shortest());
        } else if (effect instanceof Effect.InspectPictures inspect) {
            put(digests, inspect.pictures());
        } else if (effect instanceof Effect.Retrieve retrieve) {
            digests.put(retrieve.bankId()).put(retrieve.limit());
            for (Channel channel : Channel.values()) {
                ChannelQuery asked = retrieve.channels().get(channel);
                if (asked != null) {
                    put(digests.put(channel.name()), asked.pictures());
                    digests.put(asked.text() == null ? 0 : 1).put(asked.text() == null ? "" : asked.text());
                }
            }
        } else if (effect instanceof Effect.FetchRecords fetch) {
            digests.put(fetch.bankId()).put(fetch.withTarget() ? 1 : 0);
            fetch.records().forEach(digests::put);
        } else if (effect instanceof Effect.SampleRecords sample) {
            digests.put(sample.bankId()).put(sample.count()).put(sample.seed());
        } else if (effect instanceof Effect.SearchPages search) {
            digests.put(search.corpusId()).put(search.query()).put(search.limit());
        } else if (effect instanceof Effect.Crop crop) {
            put(digests.put(crop.page().getSha256()), crop.region());
            digests.put(crop.width()).put(crop.height());
        } else if (effect instanceof Effect.SearchText search) {
            digests.put(search.query()).put(search.question()).put(search.limit());
        } else if (effect instanceof Effect.SearchImages search) {
            digests.put(search.picture().getSha256()).put(search.limit());
        } else if (effect instanceof Effect.Verify verify) {
            put(digests.put(verify.question()), verify.pictures());
            put(digests, verify.targets(), target -> target);
            put(digests, verify.queries(), query -> query);
            put(digests, verify.snippets(), Snippet::getSha256);
        } else if (effect instanceof Effect.Embed embed) {
            put(digests, embed.texts(), text -> text);
        } else if (effect instanceof Effect.JudgeCitation judge) {
            String picture = judge.citation().getSha256();
            digests.put(judge.question())
                    .put(judge.answer())
                    .put(judge.citation().getPageId());
            put(digests.put(picture == null ? "" : picture), judge.citation().getRegion());
        } else if (effect instanceof Effect.Judge judge) {
            put(digests.put(judge.question()).put(judge.answer()), judge.targets(), target -> target);
        } else {
            throw new IllegalArgumentException("no hash is defined for an effect named " + effect.name());
        }
        return digests.done();
    }

    private static void put(Digests digests, Region region) {
        digests.put(region.getLeft())
                .put(region.getTop())
                .put(region.getRight())
                .put(region.getBottom());
    }

    private static void put(Digests digests, List<Picture> pictures) {
        put(digests, pictures, picture -> {
            boolean byAddress = picture.getSha256().isEmpty() && picture.getUri() != null;
            return byAddress ? picture.getUri() : picture.getSha256();
        });
    }

    private static <T> void put(Digests digests, List<T> list, Function<T, String> text) {
        digests.put(list.size());
        list.forEach(element -> digests.put(text.apply(element)));
    }
}
