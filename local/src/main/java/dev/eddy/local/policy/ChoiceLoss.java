// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.advantage.ImportanceRatio;
import dev.eddy.advantage.KlEstimator;
import dev.eddy.advantage.RatioCorrection;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The loss of a batch, choice by choice, and what is worth knowing about it. Used once a step. */
public final class ChoiceLoss {
    /** Null where choices are imitated. */
    private final ClippedSurrogate surrogate;

    private final Price price;
    private final Drift drift;
    private double perChoice;
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

    /**
     * A price on moving away from a reference.
     *
     * @param coefficient what a nat of divergence costs beside the surrogate; 0 for nothing
     * @param reference log-probabilities that the reference gives the same choices, in the order in which they are added; of
     *     no use where the coefficient is 0
     */
    record Price(double coefficient, KlEstimator estimator, float[] reference) {
        static final Price NONE = new Price(0, KlEstimator.K3, new float[0]);
    }

    /**
     * How far the policy had come from whoever sampled.
     *
     * @param before log-probabilities of the choices before the step, in the order in which they are added; null in its first
     *     pass, which meets them
     */
    record Drift(RatioCorrection correction, float[] before) {
        static final Drift NONE = new Drift(RatioCorrection.NONE, null);
    }

    /** @param perChoice what each choice's loss is multiplied by */
    public ChoiceLoss(ClippedSurrogate surrogate, double perChoice) {
        this(surrogate, perChoice, Price.NONE, Drift.NONE);
    }

    /** With a price on moving away from a reference, and a correction for who sampled. */
    ChoiceLoss(ClippedSurrogate surrogate, double perChoice, Price price, Drift drift) {
        this.surrogate = surrogate;
        this.perChoice = perChoice;
        this.price = price;
        this.drift = drift;
    }

    /** The loss of imitation: choices are to become likelier, whatever their advantage and whoever made them. */
    public static ChoiceLoss ofImitation(double perChoice) {
        return new ChoiceLoss(null, perChoice);
    }

    /**
     * From here on choices are of another rollout.
     *
     * @param share what each one's loss is multiplied by
     */
    void weigh(double share) {
        perChoice = share;
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
        kl += KlEstimator.K3.value(-logRatio);
        ratio += ImportanceRatio.of(logRatio);
        double slope = reinforce(index, logProb, recorded, advantage, weight);
        if (price.coefficient > 0) {
            double moved = logProb - price.reference[index];
            double nats = price.estimator.value(moved);
            loss += perChoice * weight * price.coefficient * nats;
            slope += price.coefficient * price.estimator.gradient(moved);
            referenceKl += nats;
        }
        return (float) (perChoice * weight * slope);
    }

    private double reinforce(int index, float logProb, float recorded, double advantage, double weight) {
        double from = recorded;
        double trust = 1;
        if (drift.correction.kind() != RatioCorrection.Kind.NONE) {
            from = drift.before == null ? logProb : drift.before[index];
            trust = drift.correction.weight(from - recorded);
        }
        double logRatio = logProb - from;
        loss += perChoice * weight * trust * surrogate.loss(logRatio, advantage);
        clipped += surrogate.clips(logRatio, advantage) ? 1 : 0;
        return trust * surrogate.gradient(logRatio, advantage);
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
        if (price.coefficient > 0) {
            figures.put("referenceKl", referenceKl / Math.max(1, choices));
        }
        figures.put("choices", (double) choices);
        figures.put("unmatchedRows", (double) unmatched);
        return figures;
    }
}
