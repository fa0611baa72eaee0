// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.effect.EffectPorts;
import dev.eddy.job.PortOption;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortChoice;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An agent in one world: what whoever lets it learn must know, in an experiment or live. Thread-safe; the same numbers
 * give the same questions.
 */
public interface Subject extends AutoCloseable {
    /** The query mode that an agent as its paper describes it learns in. */
    String TRAINED = "trained";

    /** The agent's name, which is also its policy's. */
    String agent();

    /** The world's name in the report. */
    String world();

    /** What readers of a report must know about the world; a line each. */
    default List<String> notes() {
        return List.of();
    }

    PolicyFamily family();

    /** The agent's own settings. */
    default Map<String, String> agentSettings() {
        return Map.of();
    }

    /** All that the agent needs beside a policy model, a {@link BlobStore} among them. */
    EffectPorts ports();

    /** The same ports, as jobs choose them; and what only jobs have, such as a cache of results. */
    Map<PortOption, PortChoice> choices();

    /**
     * Brings what the world holds to where jobs search it, if that is outside of them; what is there stays. Blocks.
     *
     * @param chosen the ports as jobs choose them
     */
    default void load(Function<PortOption, PortChoice> chosen) throws Exception {}

    /** Settings of the agent's reward. */
    default Map<String, String> rewardSettings() {
        return Map.of();
    }

    /** The policy that learns in a query mode; {@link #TRAINED} has the agent's own name. */
    default String policy(String mode) {
        return mode.equals(TRAINED) ? agent() : agent() + "." + mode;
    }

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

    /** The parts that modes are judged by. */
    default List<Part> judgedBy() {
        return List.of(Part.TEST);
    }

    Recipe recipe();

    /** What a live run can afford of it: all its policies learn at once on one machine, within minutes. */
    default Recipe liveRecipe() {
        return recipe();
    }

    /** In the order of the table. */
    List<ExperimentMode> modes();

    /** Modes that are compared only where somebody asks for them by name. */
    default List<ExperimentMode> furtherModes() {
        return List.of();
    }

    /**
     * Those of them that a live run compares. Its versions 0 are the weights of the cold start, or initial ones without it:
     * modes with other weights are not among them.
     */
    List<ExperimentMode> liveModes();

    /** The query modes that the policies of a live run learn in, the agent's own first; the others are baselines. */
    default List<String> learnedLive() {
        return Stream.concat(
                        Stream.of(TRAINED),
                        liveModes().stream().map(ExperimentMode::policy).filter(Objects::nonNull))
                .distinct()
                .toList();
    }

    /** The policy of a live run that a mode is asked with; version 0 of the agent's own for modes that learn nothing more. */
    default String livePolicy(ExperimentMode mode) {
        return mode.learns() ? policy(mode.policy()) : agent();
    }

    /** All modes that a live run has the weights for, those that it compares first. */
    default List<ExperimentMode> askableLive() {
        List<ExperimentMode> live = liveModes();
        List<String> learned = learnedLive();
        return Stream.of(live, modes(), furtherModes())
                .flatMap(List::stream)
                .filter(mode -> live.contains(mode) || mode.learns() && learned.contains(mode.policy()))
                .distinct()
                .toList();
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
     * The query mode that a question of a collecting is asked in.
     *
     * @param mode one of {@link #coldStartMode}
     * @param index of the question, from 0
     */
    default String modeToCollect(String mode, long index) {
        return mode;
    }

    /** Runs of each question of a collecting. */
    default int runsToCollect() {
        return 1;
    }

    /** How a policy is taught by collected runs. */
    default Imitation imitation() {
        return new Imitation(1, 16, 1);
    }

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
