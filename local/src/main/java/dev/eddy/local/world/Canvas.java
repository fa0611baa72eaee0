// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.local.vision.GrayPicture;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A one-bit picture of {@value #SIDE} by {@value #SIDE} pixels, black ink on white paper. */
public final class Canvas {
    public static final int SIDE = 105;

    private static final int ROW = (SIDE + 7) / 8;
    private static final int STEPS_A_PIXEL = 2;

    private final BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_BYTE_BINARY);
    private final byte[] bits = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    private final double pen;

    /** @param pen radius of the pen in pixels */
    Canvas(double pen) {
        this.pen = pen;
        Arrays.fill(bits, (byte) 0xFF); // one is white
    }

    /** Draws the Catmull-Rom curve through the stroke's points, given in pixels; what falls outside is lost. */
    void draw(Stroke stroke) {
        int last = stroke.points() - 1;
        for (int i = 0; i < last; i++) {
            int before = Math.max(i - 1, 0);
            int after = Math.min(i + 2, last);
            double length = StrictMath.hypot(stroke.x()[i + 1] - stroke.x()[i], stroke.y()[i + 1] - stroke.y()[i]);
            int steps = (int) Math.min(Math.max(STEPS_A_PIXEL * length, 2), STEPS_A_PIXEL * 2 * SIDE);
            for (int step = 0; step <= steps; step++) {
                double t = (double) step / steps;
                dot(
                        curve(stroke.x()[before], stroke.x()[i], stroke.x()[i + 1], stroke.x()[after], t),
                        curve(stroke.y()[before], stroke.y()[i], stroke.y()[i + 1], stroke.y()[after], t));
            }
        }
    }

    private static double curve(double before, double from, double to, double after, double t) {
        double a = 2 * from;
        double b = to - before;
        double c = 2 * before - 5 * from + 4 * to - after;
        double d = 3 * from - before - 3 * to + after;
        return (a + t * (b + t * (c + t * d))) / 2;
    }

    private void dot(double centreX, double centreY) {
        int top = Math.max((int) Math.ceil(centreY - pen), 0);
        int bottom = Math.min((int) Math.floor(centreY + pen), SIDE - 1);
        int left = Math.max((int) Math.ceil(centreX - pen), 0);
        int right = Math.min((int) Math.floor(centreX + pen), SIDE - 1);
        for (int y = top; y <= bottom; y++) {
            for (int x = left; x <= right; x++) {
                if ((x - centreX) * (x - centreX) + (y - centreY) * (y - centreY) <= pen * pen) {
                    bits[y * ROW + x / 8] &= (byte) ~(0x80 >> (x % 8));
                }
            }
        }
    }

    public GrayPicture gray() {
        float[] luminance = new float[SIDE * SIDE];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                luminance[y * SIDE + x] = (bits[y * ROW + x / 8] >> (7 - x % 8)) & 1;
            }
        }
        return new GrayPicture(SIDE, SIDE, luminance);
    }

    public byte[] png() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(image, "png", out);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot encode a picture in memory", failed);
        }
        return bytes.toByteArray();
    }
}
