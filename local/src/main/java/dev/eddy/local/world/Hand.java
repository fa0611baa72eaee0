// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One drawer: slant, proportions, size, pen and steadiness of their own, and no two drawings alike. */
public final class Hand {
    private final GlyphStyle style;
    private final double slant;
    private final double tilt;
    private final double width;
    private final double size;
    private final double pen;
    private final double steadiness;

    public Hand(GlyphStyle style, long seed) {
        this.style = style;
        Random random = Seeds.random(seed);
        slant = style.slant() * random.nextGaussian();
        tilt = style.slant() / 2 * random.nextGaussian();
        width = StrictMath.exp(style.stretch() * random.nextGaussian());
        size = 45 + 35 * random.nextDouble();
        pen = 1.0 + 0.6 * random.nextDouble();
        steadiness = StrictMath.exp(style.care() / 2 * random.nextGaussian());
    }

    /** Draws a character; the random numbers are those of this drawing. */
    public Canvas draw(Glyph glyph, Random random) {
        double unsteady = steadiness * StrictMath.exp(style.care() * random.nextGaussian());
        List<Stroke> drawn = new ArrayList<>();
        for (Stroke stroke : glyph.strokes()) {
            boolean left =
                    random.nextDouble() < style.lapse() && glyph.strokes().size() > 1;
            boolean other = random.nextDouble() < style.variant();
            Stroke written = write(stroke, unsteady * (other ? 4 : 1), random);
            if (!left || drawn.isEmpty()) {
                drawn.add(written);
            }
        }
        Canvas canvas = new Canvas(pen);
        double cos = StrictMath.cos(tilt);
        double sin = StrictMath.sin(tilt);
        for (Stroke stroke : new Glyph(drawn).fitted().strokes()) {
            Stroke placed = stroke.transform(width, -slant, 0, 1 / width, 0, 0)
                    .transform(cos, -sin, sin, cos, 0, 0)
                    .transform(size, 0, 0, size, Canvas.SIDE / 2.0, Canvas.SIDE / 2.0);
            canvas.draw(placed);
        }
        return canvas;
    }

    private Stroke write(Stroke stroke, double unsteady, Random random) {
        double centreX = stroke.centreX();
        double centreY = stroke.centreY();
        Stroke turned = stroke.move(-centreX, -centreY)
                .turn(
                        unsteady * style.turning() * random.nextGaussian(),
                        StrictMath.exp(unsteady * style.sizing() * random.nextGaussian()),
                        StrictMath.exp(unsteady * style.sizing() * random.nextGaussian()))
                .move(
                        centreX + unsteady * style.placement() * random.nextGaussian(),
                        centreY + unsteady * style.placement() * random.nextGaussian());
        double[] x = turned.x();
        double[] y = turned.y();
        for (int i = 0; i < x.length; i++) {
            x[i] += unsteady * style.jitter() * random.nextGaussian();
            y[i] += unsteady * style.jitter() * random.nextGaussian();
        }
        return turned;
    }
}
