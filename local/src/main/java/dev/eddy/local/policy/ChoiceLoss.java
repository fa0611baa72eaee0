// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.advantage.ImportanceRatio;
import dev.eddy.advantage.KlEstimator;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The loss of a batch, choice by choice, and what is worth knowing about it. Used once a step. */
public final class ChoiceLoss {
    /** Null where choices are imitated. */
    private final ClippedSurrogate surrogate;

    private final double perChoice;
    private final double klCoefficient;
    private final float[] reference;
    private float[] logProbs = new float[64];
    private double loss;
    private double entropy;
    private double kl;
    private double referenceKl;
    private double ratio;
    private int choices;
    private int entropies;
    private int clipped;
    private int unmatched;

    /** @param perChoice what each choice's loss is multiplied by, whatever the length of its rollout (Dr. GRPO) */
    public ChoiceLoss(ClippedSurrogate surrogate, double perChoice) {
        this(surrogate, perChoice, 0, new float[0]);
    }

    /**
     * With a price on moving away from a reference.
     *
     * @param klCoefficient what a nat of divergence (k3) costs beside the surrogate; 0 for nothing
     * @param reference log-probabilities that the reference gives the same choices, in the order in which they are added; of
     *     no use where the coefficient is 0
     */
    ChoiceLoss(ClippedSurrogate surrogate, double perChoice, double klCoefficient, float[] reference) {
        this.surrogate = surrogate;
        this.perChoice = perChoice;
        this.klCoefficient = klCoefficient;
        this.reference = reference;
    }

    /** The loss of imitation: choices are to become likelier, whatever their advantage and whoever made them. */
    public static ChoiceLoss ofImitation(double perChoice) {
        return new ChoiceLoss(null, perChoice, 0, new float[0]);
    }

    /** Whether choices are imitated rather than reinforced. */
    public boolean imitates() {
        return surrogate == null;
    }

    /**
     * Adds one choice; answers with the slope of the loss by its log-probability.
     *
     * @param logProb now
     * @param recorded when it was sampled
     */
    public float add(float logProb, float recorded, double advantage, double weight) {
        int index = remember(logProb);
        if (imitates()) {
            loss -= perChoice * weight * logProb;
            return (float) (-perChoice * weight);
        }
        double logRatio = logProb - recorded;
        loss += perChoice * weight * surrogate.loss(logRatio, advantage);
        kl += KlEstimator.value(-logRatio);
        ratio += ImportanceRatio.of(logRatio);
        clipped += surrogate.clips(logRatio, advantage) ? 1 : 0;
        double slope = surrogate.gradient(logRatio, advantage);
        if (klCoefficient > 0) {
            double moved = logProb - reference[index];
            loss += perChoice * weight * klCoefficient * KlEstimator.value(moved);
            slope += klCoefficient * KlEstimator.gradient(moved);
            referenceKl += KlEstimator.value(moved);
        }
        return (float) (perChoice * weight * slope);
    }

    private int remember(float logProb) {
        if (choices == logProbs.length) {
            logProbs = Arrays.copyOf(logProbs, 2 * choices);
        }
        logProbs[choices] = logProb;
        return choices++;
    }

    /** The log-probabilities of the choices added so far, in order. */
    float[] logProbs() {
        return Arrays.copyOf(logProbs, choices);
    }

    /** Notes how undecided the policy was at a choice. */
    public void addEntropy(double ofChoice) {
        entropy += ofChoice;
        entropies++;
    }

    /**
     * Notes it, and rewards it; answers with the slope of the loss by the choice's entropy.
     *
     * @param bonus what a nat is worth
     */
    public float addEntropy(double ofChoice, double bonus) {
        addEntropy(ofChoice);
        if (imitates()) {
            return 0; // who imitates has no need to look around
        }
        loss -= perChoice * bonus * ofChoice;
        return (float) (-perChoice * bonus);
    }

    /** Notes a row whose choices are not open to the policy where they are said to have been made. */
    public void addUnmatched() {
        unmatched++;
    }

    public Map<String, Double> figures() {
        Map<String, Double> figures = new TreeMap<>();
        figures.put("loss", loss);
        figures.put("entropy", entropy / Math.max(1, entropies));
        figures.put("kl", kl / Math.max(1, choices));
        figures.put("ratio", ratio / Math.max(1, choices));
        figures.put("clippedShare", (double) clipped / Math.max(1, choices));
        if (klCoefficient > 0) {
            figures.put("referenceKl", referenceKl / Math.max(1, choices));
        }
        figures.put("choices", (double) choices);
        figures.put("unmatchedRows", (double) unmatched);
        return figures;
    }
}
