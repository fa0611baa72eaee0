// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The most recent scored trajectories of each policy and purpose, without their contents. Not thread-safe. */
final class TrajectoryIndex {
    private static final int MAX_SHELVES = 64;

    private final int keptPerShelf;
    private final Map<Shelf, Deque<RewardedTrajectory>> shelves = new HashMap<>();

    /** Training runs are the many; without shelves they would push out the few others within seconds. */
    private record Shelf(String policy, Purpose purpose) {}

    TrajectoryIndex(int keptPerShelf) {
        this.keptPerShelf = keptPerShelf;
    }

    void add(RewardedTrajectory scored) {
        Shelf shelf = new Shelf(scored.getPolicy(), scored.getPurpose());
        if (!shelves.containsKey(shelf) && shelves.size() >= MAX_SHELVES) {
            return;
        }
        Deque<RewardedTrajectory> kept = shelves.computeIfAbsent(shelf, fresh -> new ArrayDeque<>());
        kept.addLast(scored);
        if (kept.size() > keptPerShelf) {
            kept.removeFirst();
        }
    }

    /** Newest first. */
    List<RewardedTrajectory> newest(Predicate<RewardedTrajectory> wanted, int limit) {
        List<RewardedTrajectory> found = new ArrayList<>();
        for (Deque<RewardedTrajectory> kept : shelves.values()) {
            kept.descendingIterator().forEachRemaining(one -> {
                if (wanted.test(one)) {
                    found.add(one);
                }
            });
        }
        found.sort((a, b) -> Long.compare(b.getEndedAt(), a.getEndedAt()));
        return found.size() > limit ? List.copyOf(found.subList(0, limit)) : found;
    }

    Optional<RewardedTrajectory> byId(String trajectoryId) {
        return shelves.values().stream()
                .flatMap(Deque::stream)
                .filter(one -> one.getRef().getTrajectoryId().equals(trajectoryId))
                .findFirst();
    }

    int size() {
        return shelves.values().stream().mapToInt(Deque::size).sum();
    }
}
