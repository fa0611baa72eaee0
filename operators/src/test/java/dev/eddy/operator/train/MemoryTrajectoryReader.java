// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.operator.serve.MemoryBlobs;
import dev.eddy.port.PortException;
import dev.eddy.port.TrajectoryBlobs;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Trajectories in memory, behind a gate. */
final class MemoryTrajectoryReader implements TrajectoryReader {
    final Gate reads = new Gate();
    final Map<TrajectoryRef, Trajectory> trajectories = new HashMap<>();
    final Set<TrajectoryRef> unavailable = new HashSet<>();
    final MemoryBlobs blobs = new MemoryBlobs();
    private final TrajectoryBlobs parts = new TrajectoryBlobs(blobs);

    @Override
    public CompletableFuture<List<Trajectory>> read(List<TrajectoryRef> refs) {
        return reads.pass(() -> refs.stream().map(this::one).toList())
                .thenApply(found ->
                        found.stream().map(one -> parts.whole(one).join()).toList());
    }

    private Trajectory one(TrajectoryRef ref) {
        if (unavailable.contains(ref)) {
            throw new PortException(EffectStatus.UNAVAILABLE, "the broker is down");
        }
        Trajectory trajectory = trajectories.get(ref);
        if (trajectory == null) {
            throw new PortException(EffectStatus.REJECTED, "what stood at " + ref + " is gone");
        }
        return trajectory;
    }

    @Override
    public void close() {
        // lives as long as its test
    }
}
