// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.vision.page;

/**
 * A word as it was read: what each letter may be, not only what it most likely is.
 *
 * @param box in pixels of the view
 * @param evidence for each letter in turn {@link Font#COUNT} bytes, the negated logarithm of each possible letter's probability
 *     in 1/{@value #STEP}; not to be changed
 */
public record Word(Box box, byte[] evidence) {
    static final int STEP = 16;
    private static final int LARGEST = 255;
    private static final int DIGITS = 10;
    private static final double[] PROBABILITIES = probabilities();

    /** How many letters it has. */
    public int length() {
        return evidence.length / Font.COUNT;
    }

    /** The most likely letters. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length(); i++) {
            text.append(Font.LETTERS.charAt(likeliest(i)));
        }
        return text.toString();
    }

    /** The probability that the letter at a place is the one of a number. */
    public double probability(int place, int letter) {
        return PROBABILITIES[evidence[place * Font.COUNT + letter] & 0xff];
    }

    /** The geometric mean of the probabilities of a text's letters; 0 for a text of another length. */
    public double match(int[] letters) {
        if (letters.length != length()) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < letters.length; i++) {
            sum += evidence[i * Font.COUNT + letters[i]] & 0xff;
        }
        return Math.exp(-(double) sum / letters.length / STEP);
    }

    /** How much it looks like a number: the mean probability of a digit, comma or point. */
    public double digits() {
        double sum = 0;
        for (int i = 0; i < length(); i++) {
            for (int digit = 0; digit < DIGITS; digit++) {
                sum += probability(i, digit);
            }
            sum += probability(i, Font.number(',')) + probability(i, Font.number('.'));
        }
        return sum / length();
    }

    /** The mean probability of the likeliest letters. */
    public double confidence() {
        double sum = 0;
        for (int i = 0; i < length(); i++) {
            sum += probability(i, likeliest(i));
        }
        return sum / length();
    }

    /** The probability of the likeliest letter where it is least. */
    public double leastConfidence() {
        double least = 1;
        for (int i = 0; i < length(); i++) {
            least = Math.min(least, probability(i, likeliest(i)));
        }
        return least;
    }

    private int likeliest(int place) {
        int best = 0;
        int from = place * Font.COUNT;
        for (int letter = 1; letter < Font.COUNT; letter++) {
            if ((evidence[from + letter] & 0xff) < (evidence[from + best] & 0xff)) {
                best = letter;
            }
        }
        return best;
    }

    /** The byte for a probability's logarithm. */
    static byte evidence(double logProbability) {
        return (byte) Math.min(LARGEST, Math.round(-STEP * logProbability));
    }

    private static double[] probabilities() {
        double[] probabilities = new double[LARGEST + 1];
        for (int i = 0; i <= LARGEST; i++) {
            probabilities[i] = Math.exp(-(double) i / STEP);
        }
        return probabilities;
    }
}
