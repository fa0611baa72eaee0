// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.advantage.LossAggregation;
import dev.eddy.advantage.RatioCorrection;
import dev.eddy.agent.SettingsReader;

/**
 * How a small policy is trained, whatever its family.
 *
 * @param seed of the initial weights
 * @param learningRate at the beginning
 * @param finalShare what is left of all rates at the end; in between they fall linearly
 * @param warmUp steps in which rates rise linearly from 0; 0 for none
 * @param passes moves against the gradient a batch; from the second on, importance ratios correct and clip
 * @param surrogate the loss of one choice
 * @param correction for choices that an older version made
 * @param aggregation of the losses of a batch
 * @param choicesPerRollout the constant that a rollout's summed losses are divided by where the aggregation divides by one
 * @param gradientNorm longer gradients are scaled down to this length
 * @param beta1 decay of Adam's mean
 * @param beta2 decay of Adam's squares
 */
public record TrainerSettings(
        long seed,
        double learningRate,
        double finalShare,
        int warmUp,
        int passes,
        ClippedSurrogate surrogate,
        RatioCorrection correction,
        LossAggregation aggregation,
        double choicesPerRollout,
        double gradientNorm,
        double beta1,
        double beta2) {
    /**
     * Takes them from settings; throws {@link IllegalArgumentException} naming the setting at fault.
     *
     * @param otherwise what absent ones are
     */
    public static TrainerSettings of(SettingsReader settings, TrainerSettings otherwise) {
        ClippedSurrogate clips = otherwise.surrogate;
        return new TrainerSettings(
                settings.whole("seed", otherwise.seed, Long.MIN_VALUE, Long.MAX_VALUE),
                settings.number("learning-rate", otherwise.learningRate, 1e-12, 1),
                settings.number("final-learning-rate-share", otherwise.finalShare, 0, 1),
                (int) settings.whole("warm-up", otherwise.warmUp, 0, 1_000_000),
                (int) settings.whole("passes", otherwise.passes, 1, 100),
                new ClippedSurrogate(
                        settings.number("clip-low", clips.low(), 1e-6, 1 - 1e-6),
                        settings.number("clip-high", clips.high(), 1e-6, 1e6),
                        settings.number("clip-dual", clips.dual(), 1 + 1e-6, 1e6)),
                correction(settings, otherwise.correction),
                settings.oneOf("aggregation", otherwise.aggregation),
                settings.number("choices-per-rollout", otherwise.choicesPerRollout, 1e-6, 1e6),
                settings.number("gradient-norm", otherwise.gradientNorm, 1e-6, 1e6),
                settings.number("beta1", otherwise.beta1, 0, 1 - 1e-9),
                settings.number("beta2", otherwise.beta2, 0, 1 - 1e-9));
    }

    private static RatioCorrection correction(SettingsReader settings, RatioCorrection otherwise) {
        RatioCorrection.Kind kind = settings.oneOf("correction", otherwise.kind());
        RatioCorrection usual = switch (kind) {
            case NONE -> RatioCorrection.NONE;
            case TIS -> RatioCorrection.TIS;
            case ICEPOP -> RatioCorrection.ICEPOP;
        };
        return new RatioCorrection(
                kind,
                settings.number("correction-low", usual.low(), 0, Double.MAX_VALUE),
                settings.number("correction-high", usual.high(), 0, Double.MAX_VALUE));
    }

    /**
     * The share of the learning rates that is in force.
     *
     * @param progress of the training that is done, 0 to 1
     * @param steps of the optimiser that are done
     */
    double schedule(double progress, long steps) {
        double risen = steps >= warmUp ? 1 : (steps + 1.0) / (warmUp + 1);
        return risen * (1 - (1 - finalShare) * Math.max(0, Math.min(1, progress)));
    }
}
