// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.ShownPicture;

/**
 * How pictures become visual tokens: patches of 16 pixels merged two by two, so one token is 32 by 32 pixels. A picture is
 * scaled down, never cropped and never up, until it fits its allowance; sides are multiples of 32 (Qwen's smart resize).
 */
public final class VisualTokens {
    /** Pixels a side of what becomes one token. */
    public static final int TOKEN_SIDE = 32;

    private static final int PATCH_SIDE = 16;

    /** Patches that are merged into one token. */
    public static final int PATCHES_PER_TOKEN = (TOKEN_SIDE / PATCH_SIDE) * (TOKEN_SIDE / PATCH_SIDE);

    private VisualTokens() {}

    /** A picture's size in pixels as shown. */
    public record Size(int width, int height) {
        public int tokens() {
            return width / TOKEN_SIDE * (height / TOKEN_SIDE);
        }
    }

    /**
     * The size at which a picture of {@code width} by {@code height} pixels fits {@code allowance} tokens. Keeps the aspect
     * ratio up to rounding; only a strip too thin for that is squeezed along its length.
     */
    public static Size fit(int width, int height, int allowance) {
        if (width < 1 || height < 1 || allowance < 1) {
            throw new IllegalArgumentException("a picture of " + width + " by " + height + " pixels cannot be shown in "
                    + allowance + " tokens: all three must be positive");
        }
        long columns = round(width);
        long rows = round(height);
        if (columns * rows <= allowance) {
            return new Size((int) columns * TOKEN_SIDE, (int) rows * TOKEN_SIDE);
        }
        double shrink = Math.sqrt((double) width * height / ((double) allowance * TOKEN_SIDE * TOKEN_SIDE));
        Size shrunk = new Size(floor(width / shrink), floor(height / shrink));
        if (shrunk.tokens() <= allowance) {
            return shrunk;
        }
        return width < height
                ? new Size(shrunk.width(), allowance / (shrunk.width() / TOKEN_SIDE) * TOKEN_SIDE)
                : new Size(allowance / (shrunk.height() / TOKEN_SIDE) * TOKEN_SIDE, shrunk.height());
    }

    /** A picture as shown within {@code allowance} tokens, its pads beginning at {@code tokenOffset} of its segment. */
    static ShownPicture shown(Picture picture, int allowance, int tokenOffset) {
        Size size = fit(picture.getWidth(), picture.getHeight(), allowance);
        return ShownPicture.newBuilder()
                .setSha256(picture.getSha256())
                .setWidth(size.width())
                .setHeight(size.height())
                .setGridH(size.height() / PATCH_SIDE)
                .setGridW(size.width() / PATCH_SIDE)
                .setTokenOffset(tokenOffset)
                .setTokenCount(size.tokens())
                .build();
    }

    /**
     * A part of a picture at a size that the agent chose. The grid is that size rounded to whole tokens, as a model's processor
     * does with what it is given.
     *
     * @param region in the picture's pixels; null for all of it
     * @param rendered content hash of the part as shown; null where nobody rendered it
     */
    static ShownPicture shown(String sha256, Region region, int width, int height, String rendered, int tokenOffset) {
        Size grid = new Size((int) round(width) * TOKEN_SIDE, (int) round(height) * TOKEN_SIDE);
        return ShownPicture.newBuilder()
                .setSha256(sha256)
                .setWidth(width)
                .setHeight(height)
                .setGridH(grid.height() / PATCH_SIDE)
                .setGridW(grid.width() / PATCH_SIDE)
                .setTokenOffset(tokenOffset)
                .setTokenCount(grid.tokens())
                .setRegion(region)
                .setRendered(rendered)
                .build();
    }

    /** A side in tokens, half to even. */
    private static long round(int side) {
        return Math.max(1, (long) Math.rint((double) side / TOKEN_SIDE));
    }

    private static int floor(double side) {
        return Math.max(TOKEN_SIDE, (int) (side / TOKEN_SIDE) * TOKEN_SIDE);
    }
}
