// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.ShownPicture;

/**
 * How a model's pictures become visual tokens: two by two patches are one token, so sides are rounded to whole tokens (half to even)
 * and then scaled, keeping their ratio, until the pixels are within bounds (Qwen's smart resize). Pictures are never cropped.
 *
 * @param side pixels a side of what becomes one token
 * @param minPixels below this many, a picture is scaled up
 * @param maxPixels above this many, it is scaled down
 */
public record VisualTokens(int side, int minPixels, int maxPixels) {
    private static final int PATCHES_A_SIDE = 2;

    /** Patches that are merged into one token. */
    public static final int PATCHES_PER_TOKEN = PATCHES_A_SIDE * PATCHES_A_SIDE;

    public VisualTokens {
        if (side < PATCHES_A_SIDE || minPixels < 1 || maxPixels < minPixels) {
            throw new IllegalArgumentException("a token of " + side + " pixels a side and pictures of " + minPixels
                    + " to " + maxPixels + " pixels cannot be: expected at least 2, at least 1, and no less than that");
        }
    }

    /** A size in whole tokens. */
    public record Size(int columns, int rows) {
        public int tokens() {
            return columns * rows;
        }
    }

    /** What the model makes of a picture of {@code width} by {@code height} pixels, both positive. */
    public Size shown(int width, int height) {
        return shown(width, height, maxPixels);
    }

    /**
     * The size at which a picture of {@code width} by {@code height} pixels fits {@code allowance} tokens; the least that the model
     * shows where that is more. Keeps the aspect ratio up to rounding; only a strip too thin for that is squeezed along its length.
     */
    public Size fit(int width, int height, int allowance) {
        if (width < 1 || height < 1 || allowance < 1) {
            throw new IllegalArgumentException("a picture of " + width + " by " + height + " pixels cannot be shown in "
                    + allowance + " tokens: all three must be positive");
        }
        int least = (int) Math.ceil((double) minPixels / (side * side));
        int most = Math.max(least, (int) Math.min(allowance, maxPixels / ((long) side * side)));
        Size fit = shown(width, height, (double) most * side * side);
        if (fit.tokens() <= most) {
            return fit;
        }
        return width < height
                ? new Size(fit.columns(), Math.max(1, most / fit.columns()))
                : new Size(Math.max(1, most / fit.rows()), fit.rows());
    }

    private Size shown(int width, int height, double most) {
        double columns = Math.max(1, Math.rint((double) width / side));
        double rows = Math.max(1, Math.rint((double) height / side));
        double pixels = (double) width * height;
        double whole = columns * rows * side * side;
        if (whole > most) {
            double shrink = Math.sqrt(pixels / most);
            columns = Math.max(1, Math.floor(width / shrink / side));
            rows = Math.max(1, Math.floor(height / shrink / side));
        } else if (whole < minPixels) {
            double grow = Math.sqrt(minPixels / pixels);
            columns = Math.ceil(width * grow / side);
            rows = Math.ceil(height * grow / side);
        }
        return new Size((int) columns, (int) rows);
    }

    /** A picture as shown within {@code allowance} tokens, its pads beginning at {@code tokenOffset} of its segment. */
    ShownPicture shown(Picture picture, int allowance, int tokenOffset) {
        Size size = fit(picture.getWidth(), picture.getHeight(), allowance);
        return shown(picture.getSha256(), null, size.columns() * side, size.rows() * side, null, tokenOffset);
    }

    /**
     * A part of a picture at a size that the agent chose; its tokens are what the model makes of that.
     *
     * @param region in the picture's pixels; null for all of it
     * @param rendered content hash of the part as shown; null where nobody rendered it
     */
    ShownPicture shown(String sha256, Region region, int width, int height, String rendered, int tokenOffset) {
        Size grid = shown(width, height);
        return ShownPicture.newBuilder()
                .setSha256(sha256)
                .setWidth(width)
                .setHeight(height)
                .setGridH(grid.rows() * PATCHES_A_SIDE)
                .setGridW(grid.columns() * PATCHES_A_SIDE)
                .setTokenOffset(tokenOffset)
                .setTokenCount(grid.tokens())
                .setRegion(region)
                .setRendered(rendered)
                .build();
    }
}
