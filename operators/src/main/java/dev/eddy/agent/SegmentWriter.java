// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.ShownPicture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes one {@link PromptSegment}: texts and pictures in order. Text between two pictures is tokenised as a whole, as a server does
 * that is sent the text. Not thread-safe.
 */
public final class SegmentWriter {
    private final Tokenizer tokenizer;
    private final List<ShownPicture> pictures = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int[] tokens = new int[64];
    private int count;

    public SegmentWriter(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    public SegmentWriter text(String more) {
        text.append(more);
        return this;
    }

    private void tokenise() {
        int[] ids = tokenizer.encode(text.toString());
        text.setLength(0);
        reserve(ids.length);
        System.arraycopy(ids, 0, tokens, count, ids.length);
        count += ids.length;
    }

    /** A picture within {@code allowance} visual tokens: the start token, its pads, the end token. */
    public SegmentWriter picture(Picture picture, int allowance) {
        tokenise();
        return picture(tokenizer.visual().shown(picture, allowance, count + 1));
    }

    /**
     * A part of a picture at a size that the agent chose.
     *
     * @param region in the picture's pixels; null for all of it
     * @param rendered content hash of the part as shown; null where nobody rendered it
     */
    public SegmentWriter picture(String sha256, Region region, int width, int height, String rendered) {
        tokenise();
        return picture(tokenizer.visual().shown(sha256, region, width, height, rendered, count + 1));
    }

    private SegmentWriter picture(ShownPicture shown) {
        int pads = shown.getTokenCount();
        reserve(pads + 2);
        tokens[count++] = tokenizer.visionStart();
        Arrays.fill(tokens, count, count + pads, tokenizer.imagePad());
        count += pads;
        tokens[count++] = tokenizer.visionEnd();
        pictures.add(shown);
        return this;
    }

    /** The segment written so far. */
    public PromptSegment segment(int id, String kind) {
        return new PromptSegment(id, kind, content(), false);
    }

    /** What was written so far, for segments of any number. */
    public Content content() {
        tokenise();
        return new Content(Arrays.copyOf(tokens, count), pictures);
    }

    private void reserve(int more) {
        if (count + more > tokens.length) {
            tokens = Arrays.copyOf(tokens, Math.max(tokens.length * 2, count + more));
        }
    }
}
