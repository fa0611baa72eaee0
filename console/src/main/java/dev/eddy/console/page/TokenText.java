// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import dev.eddy.agent.Tokenizer;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Tokens of one trajectory as text and pictures. Tokens of a tokenizer that is not here stay numbers. */
final class TokenText {
    private final Tokenizer tokenizer;

    /** @param tokenizer null where it is not here */
    TokenText(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** A run of text, or a picture: one of the two is null. */
    record Part(String text, Shown picture) {}

    /**
     * A picture with the size that the model was shown.
     *
     * @param cut what of the picture was shown; null for all of it
     */
    record Shown(String sha256, int width, int height, int tokens, Cut cut) {
        static Shown of(ShownPicture picture) {
            Region region = picture.getRegion();
            Cut cut = region == null
                    ? null
                    : new Cut(
                            region.getLeft(),
                            region.getTop(),
                            region.getRight() - region.getLeft(),
                            region.getBottom() - region.getTop(),
                            picture.getRendered());
            return new Shown(
                    picture.getSha256(), picture.getWidth(), picture.getHeight(), picture.getTokenCount(), cut);
        }
    }

    /**
     * A part of a picture, in its own pixels.
     *
     * @param rendered content hash of that part as shown; null where nobody rendered it
     */
    record Cut(int left, int top, int width, int height, String rendered) {}

    /** A run of tokens that was said; the log-probability is null where the tokens carry none. */
    record Said(String text, Float logProb) {}

    List<Part> parts(Segment segment, byte[] packed) {
        int[] tokens = Packed.ints(ByteBuffer.wrap(packed));
        List<Part> parts = new ArrayList<>();
        int at = 0;
        for (ShownPicture picture : segment.getPictures()) {
            addText(parts, tokens, at, picture.getTokenOffset());
            parts.add(new Part(null, Shown.of(picture)));
            at = picture.getTokenOffset() + picture.getTokenCount();
        }
        addText(parts, tokens, at, tokens.length);
        return parts;
    }

    /** The response with each token that carries a log-probability by itself. */
    List<Said> said(Row row) {
        int[] tokens = Packed.ints(row.getResponse());
        byte[] mask = Packed.bytes(row.getMask());
        float[] logProbs = Packed.floats(row.getLogProbs());
        List<Said> said = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < tokens.length; i++) {
            if (mask[i] == 1) {
                addSaid(said, tokens, begin, i, null);
                addSaid(said, tokens, i, i + 1, logProbs[i]);
                begin = i + 1;
            }
        }
        addSaid(said, tokens, begin, tokens.length, null);
        return said;
    }

    private void addText(List<Part> parts, int[] tokens, int from, int to) {
        String text = text(tokens, from, to);
        if (!text.isEmpty()) {
            parts.add(new Part(text, null));
        }
    }

    private void addSaid(List<Said> said, int[] tokens, int from, int to, Float logProb) {
        if (from < to) {
            said.add(new Said(text(tokens, from, to), logProb));
        }
    }

    private String text(int[] tokens, int from, int to) {
        int[] run = Arrays.copyOfRange(tokens, Math.max(0, from), Math.min(tokens.length, to));
        return tokenizer == null ? Arrays.toString(run) : tokenizer.decode(run);
    }
}
