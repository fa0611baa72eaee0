// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

import java.util.Arrays;

/**
 * Figures of the rewards of a group's trainable members.
 *
 * @param valid how many there are
 * @param mean 0 where there are none
 * @param std sample standard deviation (ddof 1); 0 for fewer than two
 * @param flat whether all are the same: largest less smallest at most 1e-6
 */
public record GroupStatistics(int valid, double mean, double std, boolean flat) {
    private static final double SAME = 1e-6;

    public static GroupStatistics of(double[] rewards) {
        int valid = rewards.length;
        if (valid == 0) {
            return new GroupStatistics(0, 0, 0, true);
        }
        double mean = Arrays.stream(rewards).average().orElseThrow();
        double squares = Arrays.stream(rewards)
                .map(reward -> (reward - mean) * (reward - mean))
                .sum();
        double range = Arrays.stream(rewards).max().orElseThrow()
                - Arrays.stream(rewards).min().orElseThrow();
        return new GroupStatistics(valid, mean, valid < 2 ? 0 : Math.sqrt(squares / (valid - 1)), range <= SAME);
    }
}
