// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.advantage.ImportanceRatio;
import dev.eddy.advantage.KlEstimator;
import java.util.Map;
import java.util.TreeMap;

/** The loss of a batch, choice by choice, and what is worth knowing about it. Used once a step. */
public final class ChoiceLoss {
    /** Null where choices are imitated. */
    private final ClippedSurrogate surrogate;

    private final double perChoice;
    private double loss;
    private double entropy;
    private double kl;
    private double ratio;
    private int choices;
    private int entropies;
    private int clipped;
    private int unmatched;

    /** @param perChoice what each choice's loss is multiplied by, whatever the length of its rollout (Dr. GRPO) */
    public ChoiceLoss(ClippedSurrogate surrogate, double perChoice) {
        this.surrogate = surrogate;
        this.perChoice = perChoice;
    }

    /** The loss of imitation: choices are to become likelier, whatever their advantage and whoever made them. */
    public static ChoiceLoss ofImitation(double perChoice) {
        return new ChoiceLoss(null, perChoice);
    }

    /**
     * Adds one choice; answers with the slope of the loss by its log-probability.
     *
     * @param logProb now
     * @param recorded when it was sampled
     */
    public float add(float logProb, float recorded, double advantage, double weight) {
        if (surrogate == null) {
            loss -= perChoice * weight * logProb;
            choices++;
            return (float) (-perChoice * weight);
        }
        double logRatio = logProb - recorded;
        loss += perChoice * weight * surrogate.loss(logRatio, advantage);
        kl += KlEstimator.K3.value(-logRatio);
        ratio += ImportanceRatio.of(logRatio);
        clipped += surrogate.clips(logRatio, advantage) ? 1 : 0;
        choices++;
        return (float) (perChoice * weight * surrogate.gradient(logRatio, advantage));
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
        if (surrogate == null) {
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
        figures.put("choices", (double) choices);
        figures.put("unmatchedRows", (double) unmatched);
        return figures;
    }
}
