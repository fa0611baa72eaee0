// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.PortGuard;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectRunner;
import dev.eddy.rollout.Rollouts;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** Opens what the loops of a subtask need, where they run. */
@FunctionalInterface
public interface LoopEnvironment extends Serializable {
    Opened open() throws Exception;

    /**
     * What is open; closing it must not wait for calls in the air.
     *
     * @param rollouts by agent name
     * @param journal the one that {@code effects} goes through; null where effects are not journaled
     * @param guards of the ports whose calls {@code effects} holds back
     * @param resources closed after {@code effects}
     */
    record Opened(
            Map<String, Rollouts<?>> rollouts,
            EffectRunner effects,
            JournaledEffectRunner journal,
            BlobStore blobs,
            List<PortGuard> guards,
            AutoCloseable resources)
            implements AutoCloseable {
        @Override
        public void close() throws Exception {
            try (resources) {
                effects.close();
            }
        }
    }
}
