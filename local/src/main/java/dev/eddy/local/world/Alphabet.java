// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Characters that look as if one people had made them: they share motifs, leading directions and a taste for curves. */
public final class Alphabet {
    private static final int MOTIF = 1;
    private static final int CHARACTER = 2;
    private static final int MOST_STROKES = 5;
    private static final double LEAST_INK = 1.2;
    private static final double[] LENGTHS = {1, 1, 0.7, 0.5};

    private final GlyphStyle style;
    private final long seed;
    private final double curviness;
    private final double[] directions;
    private final double strokes;
    private final List<Stroke> motifs = new ArrayList<>();

    public Alphabet(GlyphStyle style, long seed) {
        this.style = style;
        this.seed = seed;
        Random random = Seeds.random(seed);
        curviness = 0.1 + 0.9 * random.nextDouble();
        strokes = style.strokes() * (0.6 + 0.8 * random.nextDouble());
        directions = new double[] {
            0.2 * random.nextGaussian(), Math.PI / 2 + 0.2 * random.nextGaussian(), Math.PI * random.nextDouble()
        };
        for (int i = 0; i < style.motifs(); i++) {
            motifs.add(stroke(Seeds.random(seed, MOTIF, i)));
        }
    }

    /** The character of this number, always the same. */
    public Glyph character(int number) {
        Random random = Seeds.random(seed, CHARACTER, number);
        List<Stroke> placed = new ArrayList<>();
        double ink = 0;
        while (ink < LEAST_INK || (placed.size() < MOST_STROKES && random.nextDouble() < 1 - 1 / strokes)) {
            Stroke form = random.nextDouble() < style.invention()
                    ? stroke(random)
                    : motifs.get(random.nextInt(motifs.size()));
            double length = LENGTHS[random.nextInt(LENGTHS.length)];
            double mirror = random.nextInt(4) == 0 ? -length : length;
            double quarter = random.nextInt(4) == 0 ? Math.PI / 2 : 0;
            Stroke stroke = attach(form.turn(quarter, mirror, length), placed, random);
            placed.add(stroke);
            ink += stroke.length();
        }
        return new Glyph(placed).fitted();
    }

    /** A walk of two to five steps that starts in a leading direction and bends as much as the alphabet likes to. */
    private Stroke stroke(Random random) {
        int points = 3 + random.nextInt(4);
        double[] x = new double[points];
        double[] y = new double[points];
        double heading = directions[random.nextInt(directions.length)] + (random.nextBoolean() ? Math.PI : 0);
        double bend = curviness * (random.nextBoolean() ? 1 : -1) * (0.2 + 1.2 * random.nextDouble());
        for (int i = 1; i < points; i++) {
            double step = 0.2 + 0.35 * random.nextDouble();
            x[i] = x[i - 1] + step * StrictMath.cos(heading);
            y[i] = y[i - 1] + step * StrictMath.sin(heading);
            boolean corner = random.nextDouble() < 0.25;
            heading += corner ? (random.nextBoolean() ? 1 : -1) * Math.PI / 2 : bend + 0.2 * random.nextGaussian();
        }
        return new Stroke(x, y);
    }

    /** Joins one of the stroke's points to a point of an earlier stroke; now and then it stands free beside it. */
    private static Stroke attach(Stroke stroke, List<Stroke> placed, Random random) {
        if (placed.isEmpty()) {
            return stroke;
        }
        Stroke host = placed.get(random.nextInt(placed.size()));
        int on = random.nextInt(host.points());
        int by = random.nextInt(stroke.points());
        double gap = random.nextInt(5) == 0 ? 0.3 : 0;
        return stroke.move(
                host.x()[on] - stroke.x()[by] + gap * random.nextGaussian(),
                host.y()[on] - stroke.y()[by] + gap * random.nextGaussian());
    }
}
