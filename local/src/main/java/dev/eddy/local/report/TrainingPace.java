// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

/**
 * How fast a policy learned, as means over the training of one process.
 *
 * @param rolloutsPerSecond scored rollouts with the purpose TRAIN; probes come on top
 * @param stepsPerSecond acting calls in them
 * @param lagMsMedian milliseconds from a group's closing until a version that was trained on it could be served; null where no
 *     group was trained
 * @param lagMsP99 what 99% of the groups did not exceed
 */
public record TrainingPace(
        double seconds, double rolloutsPerSecond, double stepsPerSecond, Double lagMsMedian, Double lagMsP99) {}
