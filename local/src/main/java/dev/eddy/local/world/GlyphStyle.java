// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

/**
 * How alike the characters of an alphabet are and how unsteady the hands that draw them. Lengths are in sides of the
 * character's box, angles in radians; each figure but the first two is a standard deviation or a probability.
 *
 * @param motifs forms of a stroke that an alphabet builds its characters from
 * @param strokes mean number of strokes in a character
 * @param invention chance that a stroke is not one of the motifs but made for its character
 * @param slant slant and turn of a hand
 * @param stretch logarithm of a hand's ratio of width to height
 * @param placement where a stroke is put
 * @param turning how a stroke is turned
 * @param sizing logarithm of a stroke's length
 * @param jitter where a point of a stroke is put
 * @param care logarithm of how unsteady one drawing is beside the next: the heavy tail
 * @param variant chance that a stroke is drawn in another form than the character's own
 * @param lapse chance that a stroke is left out
 */
public record GlyphStyle(
        int motifs,
        double strokes,
        double invention,
        double slant,
        double stretch,
        double placement,
        double turning,
        double sizing,
        double jitter,
        double care,
        double variant,
        double lapse) {
    /** Chosen once so that the table of baselines comes out as it does for real drawings: docs/worlds.md. */
    public static final GlyphStyle FROZEN =
            new GlyphStyle(10, 1.5, 0.17, 0.07, 0.14, 0.021, 0.036, 0.06, 0.036, 0.36, 0.045, 0.009);
}
