// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.metric.Quantiles;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long it takes from a group's closing until a version that was trained on it can be served: until a read-committed
 * reader, which serving is, sees its announcement. Groups that closed before this process began are left out, since it could
 * not see in time what became of them. Not thread-safe.
 */
final class LearningLag {
    private final long since;
    private final Map<String, Long> closed = new HashMap<>();
    private final Map<String, Long> trainedBy = new HashMap<>();
    /** When a version became visible, by the step that it holds. */
    private final TreeMap<Long, Long> visible = new TreeMap<>();

    /** @param since epoch milliseconds */
    LearningLag(long since) {
        this.since = since;
    }

    void closed(String groupId, long at) {
        if (at >= since) {
            closed.put(groupId, at);
        }
    }

    void trained(String groupId, long step) {
        trainedBy.put(groupId, step);
    }

    /** @param now epoch milliseconds */
    void announced(long step, long now) {
        visible.putIfAbsent(step, now);
    }

    /** The milliseconds that a share of all groups of some policies did not exceed, within 1%; null while there are none. */
    static Double quantile(Collection<LearningLag> policies, double share) {
        Map<Integer, Long> counts = new HashMap<>();
        policies.forEach(policy -> policy.count(counts));
        return counts.isEmpty() ? null : Quantiles.quantile(counts, share);
    }

    private void count(Map<Integer, Long> counts) {
        closed.forEach((group, at) -> {
            Long step = trainedBy.get(group);
            Map.Entry<Long, Long> version = step == null ? null : visible.ceilingEntry(step);
            if (version != null) {
                counts.merge(Quantiles.bucket(Math.max(0, version.getValue() - at)), 1L, Long::sum);
            }
        });
    }
}
