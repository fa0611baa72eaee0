// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Mean reward of the newest training rollouts, over as many versions as it takes: a version that served two rollouts says
 * nothing by itself. Not thread-safe.
 */
final class RecentReward {
    private static final long ENOUGH = 256;

    private final Deque<Scores.Figures> window = new ArrayDeque<>();
    private long count;

    /** Adds a version's rollouts and answers with the mean; null where it served none. */
    Double after(Scores.Figures training) {
        if (training.count() == 0) {
            return null;
        }
        window.addLast(training);
        count += training.count();
        while (count - window.getFirst().count() >= ENOUGH) {
            count -= window.removeFirst().count();
        }
        return window.stream()
                        .mapToDouble(version -> version.reward() * version.count())
                        .sum()
                / count;
    }
}
