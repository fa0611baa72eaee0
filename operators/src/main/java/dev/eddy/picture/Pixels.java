// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.picture;

import dev.eddy.schemas.Region;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;

/**
 * A decoded picture, or a part of one. Immutable by agreement: nobody writes into the samples.
 *
 * @param width at least 1
 * @param height at least 1
 * @param bands samples a pixel: 1 for grey, 3 for blue, green and red
 * @param samples row by row from the top, the bands of a pixel together, 0 to 255 unsigned
 */
public record Pixels(int width, int height, int bands, byte[] samples) {
    public Pixels {
        if (width < 1 || height < 1 || bands < 1 || samples.length != width * height * bands) {
            throw new IllegalArgumentException("a picture of " + width + " by " + height + " pixels of " + bands
                    + " samples cannot have " + samples.length + " samples");
        }
    }

    /** An image's samples: grey where the image is 8-bit grey, else colours; transparent parts become white. */
    public static Pixels of(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        if (image.getType() == BufferedImage.TYPE_BYTE_GRAY) {
            Raster raster = image.getRaster();
            return new Pixels(width, height, 1, (byte[]) raster.getDataElements(0, 0, width, height, null));
        }
        BufferedImage opaque = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D graphics = opaque.createGraphics();
        graphics.drawImage(image, 0, 0, Color.WHITE, null);
        graphics.dispose();
        return new Pixels(width, height, 3, ((DataBufferByte) opaque.getRaster().getDataBuffer()).getData());
    }

    /** The samples as an image. */
    public BufferedImage image() {
        if (bands != 1 && bands != 3) {
            throw new IllegalStateException("pixels of " + bands + " samples are no image");
        }
        int type = bands == 1 ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_3BYTE_BGR;
        BufferedImage image = new BufferedImage(width, height, type);
        byte[] data = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        System.arraycopy(samples, 0, data, 0, samples.length);
        return image;
    }

    /**
     * A part of the picture, copied.
     *
     * @throws IllegalArgumentException if the region is empty or not within the picture
     */
    public Pixels crop(Region region) {
        if (region.getLeft() < 0
                || region.getTop() < 0
                || region.getRight() > width
                || region.getBottom() > height
                || region.getLeft() >= region.getRight()
                || region.getTop() >= region.getBottom()) {
            throw new IllegalArgumentException(
                    "region " + region + " is no part of a picture of " + width + " by " + height + " pixels");
        }
        int columns = region.getRight() - region.getLeft();
        int rows = region.getBottom() - region.getTop();
        byte[] part = new byte[columns * rows * bands];
        for (int y = 0; y < rows; y++) {
            int from = ((region.getTop() + y) * width + region.getLeft()) * bands;
            System.arraycopy(samples, from, part, y * columns * bands, columns * bands);
        }
        return new Pixels(columns, rows, bands, part);
    }

    /**
     * The whole picture at another size, by a triangle filter that covers all source pixels when it shrinks (what the Python
     * Imaging Library calls BILINEAR, to the last bit). A crop that is scaled sees nothing beyond its edges.
     */
    public Pixels scaled(int newWidth, int newHeight) {
        if (newWidth < 1 || newHeight < 1) {
            throw new IllegalArgumentException(
                    "a picture cannot be scaled to " + newWidth + " by " + newHeight + " pixels");
        }
        Pixels columns = newWidth == width
                ? this
                : new Pixels(
                        newWidth,
                        height,
                        bands,
                        TriangleFilter.of(width, newWidth).rows(this));
        return newHeight == height
                ? columns
                : new Pixels(
                        newWidth,
                        newHeight,
                        bands,
                        TriangleFilter.of(height, newHeight).columns(columns));
    }
}
