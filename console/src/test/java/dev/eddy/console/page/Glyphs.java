// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.CubicCurve2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;

/** Draws pictures for tests: a few strokes of a pen. */
final class Glyphs {
    private static final int SIDE = 105;

    private Glyphs() {}

    static byte[] png(Random random) throws IOException {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D pen = image.createGraphics();
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, SIDE, SIDE);
        pen.setColor(Color.BLACK);
        pen.setStroke(new BasicStroke(3));
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        for (int stroke = 0; stroke < 3; stroke++) {
            double[] at = random.doubles(8, 12, SIDE - 12).toArray();
            pen.draw(new CubicCurve2D.Double(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]));
        }
        pen.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }
}
