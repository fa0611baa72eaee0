// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.local.world.Alphabet;
import dev.eddy.local.world.Canvas;
import dev.eddy.local.world.Glyph;
import dev.eddy.local.world.GlyphStyle;
import dev.eddy.local.world.Hand;
import dev.eddy.local.world.Seeds;
import dev.eddy.local.world.Stroke;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The emblems of a part's organisations: those of look-alikes are the same strokes put a little differently. A drawing of an
 * emblem differs from the next by the hand that drew it. Immutable and thread-safe.
 */
final class Emblems {
    private static final int CLUSTER = 1;
    private static final int MEMBER = 2;
    private static final int HAND = 3;
    private static final int DRAWING = 4;
    private static final int CLUSTERS_AN_ALPHABET = 12;
    private static final double MOVED = 0.09;
    private static final double TURNED = 0.35;
    private static final double SIZED = 0.25;

    private final Style style;
    private final long seed;
    private final Part part;

    Emblems(Style style, long seed, Part part) {
        this.style = style;
        this.seed = seed;
        this.part = part;
    }

    /** What a drawing is for; each has hands of its own. */
    enum Purpose {
        QUESTION,
        THUMBNAIL,
        MEMORY
    }

    /** Draws an organisation's emblem; the same for the same purpose and number. */
    Canvas draw(Organisation organisation, Purpose purpose, int number) {
        long[] name = {part.ordinal(), organisation.number(), purpose.ordinal(), number};
        Hand hand = new Hand(style(purpose), Seeds.mix(seed, HAND, Seeds.mix(name)));
        return hand.draw(emblem(organisation), Seeds.random(seed, DRAWING, Seeds.mix(name)));
    }

    private GlyphStyle style(Purpose purpose) {
        double by = switch (purpose) {
            case QUESTION -> style.photograph();
            case THUMBNAIL -> style.thumbnail();
            case MEMORY -> style.remembered();
        };
        GlyphStyle drawn = GlyphStyle.FROZEN;
        return new GlyphStyle(
                drawn.motifs(),
                drawn.strokes(),
                drawn.invention(),
                by * drawn.slant(),
                by * drawn.stretch(),
                by * drawn.placement(),
                by * drawn.turning(),
                by * drawn.sizing(),
                by * drawn.jitter(),
                by * drawn.care(),
                0,
                0);
    }

    private Glyph emblem(Organisation organisation) {
        int cluster = organisation.cluster();
        GlyphStyle style = new GlyphStyle(12, 3, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        long alphabet = Seeds.mix(seed, CLUSTER, part.ordinal(), cluster / CLUSTERS_AN_ALPHABET);
        Glyph common = new Alphabet(style, alphabet).character(cluster % CLUSTERS_AN_ALPHABET);
        Random random = Seeds.random(seed, MEMBER, part.ordinal(), organisation.number());
        List<Stroke> own = new ArrayList<>();
        for (Stroke stroke : common.strokes()) {
            own.add(moved(stroke, random));
        }
        return new Glyph(own).fitted();
    }

    private Stroke moved(Stroke stroke, Random random) {
        double kinship = style.kinship();
        double centreX = stroke.centreX();
        double centreY = stroke.centreY();
        double size = StrictMath.exp(kinship * SIZED * random.nextGaussian());
        return stroke.move(-centreX, -centreY)
                .turn(kinship * TURNED * random.nextGaussian(), size, size)
                .move(
                        centreX + kinship * MOVED * random.nextGaussian(),
                        centreY + kinship * MOVED * random.nextGaussian());
    }
}
