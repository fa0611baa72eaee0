// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.advantage.ClippedSurrogate;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the small policy is trained.
 *
 * @param seed of the initial weights
 * @param learningRate of the network at the beginning
 * @param answererLearningRate of the answerer at the beginning
 * @param finalShare what is left of both rates at the end; in between they fall linearly
 * @param passes moves against the gradient a batch; from the second on, importance ratios correct and clip
 * @param surrogate the loss of one choice
 * @param choicesPerRollout the constant that a rollout's summed losses are divided by, whatever its length (Dr. GRPO)
 * @param answerWeight weight of the answers' losses beside the acquisition's
 * @param gradientNorm longer gradients are scaled down to this length
 * @param beta1 decay of Adam's mean
 * @param beta2 decay of Adam's squares
 */
record TrainerSettings(
        long seed,
        double learningRate,
        double answererLearningRate,
        double finalShare,
        int passes,
        ClippedSurrogate surrogate,
        double choicesPerRollout,
        double answerWeight,
        double gradientNorm,
        double beta1,
        double beta2) {
    /** Reads them; throws {@link IllegalArgumentException} naming the setting at fault. What is absent takes its default. */
    static TrainerSettings of(Map<String, String> settings) {
        TreeMap<String, String> rest = new TreeMap<>(settings);
        TrainerSettings read = new TrainerSettings(
                whole(rest, "seed", 0, Long.MIN_VALUE, Long.MAX_VALUE),
                number(rest, "learning-rate", 6e-3, 0, 1),
                number(rest, "answerer-learning-rate", 5e-2, 0, 1),
                number(rest, "final-learning-rate-share", 0.1, 0, 1),
                (int) whole(rest, "passes", 1, 1, 100),
                new ClippedSurrogate(
                        number(rest, "clip-low", 0.5, 1e-6, 1 - 1e-6),
                        number(rest, "clip-high", 2, 1e-6, 1e6),
                        number(rest, "clip-dual", 3, 1 + 1e-6, 1e6)),
                number(rest, "choices-per-rollout", 10, 1e-6, 1e6),
                number(rest, "answer-weight", 1, 0, 1e6),
                number(rest, "gradient-norm", 1, 1e-6, 1e6),
                number(rest, "beta1", 0.9, 0, 1 - 1e-9),
                number(rest, "beta2", 0.95, 0, 1 - 1e-9));
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("the small policy's trainer has no setting '" + rest.firstKey() + "'");
        }
        return read;
    }

    /** The share of the learning rates that is in force when {@code progress} (0 to 1) of the training is done. */
    double schedule(double progress) {
        return 1 - (1 - finalShare) * Math.max(0, Math.min(1, progress));
    }

    private static long whole(Map<String, String> rest, String name, long otherwise, long least, long most) {
        String text = rest.remove(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting '" + name + "' is a whole number, got '" + text + "'", e);
        }
        throw new IllegalArgumentException(
                "setting '" + name + "' lies between " + least + " and " + most + ", got '" + text + "'");
    }

    private static double number(Map<String, String> rest, String name, double otherwise, double least, double most) {
        String text = rest.remove(name);
        if (text == null) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting '" + name + "' is a number, got '" + text + "'", e);
        }
        throw new IllegalArgumentException(
                "setting '" + name + "' lies between " + least + " and " + most + ", got '" + text + "'");
    }
}
