// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.effect.EffectPorts;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.port.BlobStore;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What an experiment must know of an agent in one world. Thread-safe; the same numbers give the same questions.
 */
public interface Subject extends AutoCloseable {
    /** The agent's name, which is also its policy's. */
    String agent();

    /** The world's name in the report. */
    String world();

    PolicyFamily family();

    /** The agent's own settings. */
    default Map<String, String> agentSettings() {
        return Map.of();
    }

    /** All that the agent needs beside a policy model, a {@link BlobStore} among them. */
    EffectPorts ports();

    /**
     * Settings of the policy's trainer that come with the world or the mode.
     *
     * @param mode the query mode that the policy learns in; that of the cold start for those that learn nothing more
     */
    default Map<String, String> trainerSettings(String mode) {
        return Map.of();
    }

    /** A question of the world; what it shows is in the blob store when this returns. */
    Asked ask(Part part, long number, String queryId);

    Recipe recipe();

    /** In the order of the table. */
    List<ExperimentMode> modes();

    /** Modes that are compared only where somebody asks for them by name. */
    default List<ExperimentMode> furtherModes() {
        return List.of();
    }

    /** The metrics that a table for people should show beside accuracy and reward, by canonical name. */
    List<String> columns();

    /**
     * The query mode that the cold start of a policy is collected in; policies with the same one share it.
     *
     * @param mode that the policy learns in; null for one that learns nothing more
     */
    String coldStartMode(String mode);

    /**
     * Teaches a fresh policy by collected runs.
     *
     * @param mode one of {@link #coldStartMode}
     * @param size see {@link Recipe#coldStart}
     * @return how many runs were {@code kept}, and how many were dropped by which reason
     */
    SortedMap<String, Integer> coldStart(OfflineRun run, String mode, int size) throws InterruptedException;

    @Override
    void close();
}
