// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.operator.serve.MemoryBlobs;
import dev.eddy.port.BlobStore;
import dev.eddy.port.BlobStoreContract;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyStoreContract;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.port.TrajectoryReaderContract;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** The fakes that the trainer is tested with keep the contracts of the ports that they stand for. */
class MemoryPortsTest {
    @Nested
    class Blobs extends BlobStoreContract {
        private final BlobStore store = new MemoryBlobs();

        @Override
        protected BlobStore open() {
            return store;
        }
    }

    @Nested
    class Policies extends PolicyStoreContract {
        private final PolicyStore store = new MemoryPolicyStore();

        @Override
        protected PolicyStore open() {
            return store;
        }
    }

    @Nested
    class Trajectories extends TrajectoryReaderContract {
        private final MemoryTrajectoryReader reader = new MemoryTrajectoryReader();

        @Override
        protected TrajectoryReader open() {
            return reader;
        }

        @Override
        protected List<TrajectoryRef> write(List<Trajectory> trajectories) {
            List<TrajectoryRef> refs = new ArrayList<>();
            for (Trajectory trajectory : trajectories) {
                TrajectoryRef ref = new TrajectoryRef(
                        trajectory.getTrajectoryId(), "trajectories", 0, (long) reader.trajectories.size());
                reader.trajectories.put(ref, trajectory);
                refs.add(ref);
            }
            return refs;
        }

        @Override
        protected BlobStore blobs() {
            return reader.blobs;
        }
    }
}
