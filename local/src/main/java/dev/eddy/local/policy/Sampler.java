// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.schemas.Decoding;
import java.util.SplittableRandom;

/** Draws from log-probabilities: at random from a seed, or the likeliest. One a call; not thread-safe. */
public final class Sampler {
    private final SplittableRandom random;
    private final boolean greedy;
    private final double temperature;

    public Sampler(Decoding decoding, long seed) {
        this(decoding, seed, null);
    }

    /** @param wanted temperature; null for 1, 0 is greedy */
    public Sampler(Decoding decoding, long seed, Double wanted) {
        this.random = new SplittableRandom(seed);
        this.temperature = wanted == null ? 1 : wanted;
        this.greedy = decoding == Decoding.GREEDY || temperature <= 0;
    }

    /** An index; when greedy the first of the likeliest. */
    public int draw(float[] logProbs) {
        if (greedy) {
            int best = 0;
            for (int i = 1; i < logProbs.length; i++) {
                best = logProbs[i] > logProbs[best] ? i : best;
            }
            return best;
        }
        double rest = random.nextDouble() * total(logProbs);
        for (int i = 0; i < logProbs.length - 1; i++) {
            rest -= weight(logProbs[i]);
            if (rest < 0) {
                return i;
            }
        }
        return logProbs.length - 1;
    }

    private double weight(float logProb) {
        return Math.exp(temperature == 1 ? logProb : logProb / temperature);
    }

    private double total(float[] logProbs) {
        if (temperature == 1) {
            return 1;
        }
        double total = 0;
        for (float logProb : logProbs) {
            total += weight(logProb);
        }
        return total;
    }

    /** As {@link #draw}, but when greedy any of the likeliest: so the order of names gives no answer an advantage. */
    public int drawFair(float[] logProbs) {
        if (!greedy) {
            return draw(logProbs);
        }
        int best = 0;
        int ties = 1;
        for (int i = 1; i < logProbs.length; i++) {
            if (logProbs[i] > logProbs[best]) {
                best = i;
                ties = 1;
            } else if (logProbs[i] == logProbs[best] && random.nextInt(++ties) == 0) {
                best = i;
            }
        }
        return best;
    }
}
