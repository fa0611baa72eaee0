// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads trajectories by reference. Never blocks the caller. */
public interface TrajectoryReader extends AutoCloseable {
    /** In the order asked for, whole (a record kept in the blob store is fetched); fails with REJECTED where one is gone. */
    CompletableFuture<List<Trajectory>> read(List<TrajectoryRef> refs);

    @Override
    void close();
}
