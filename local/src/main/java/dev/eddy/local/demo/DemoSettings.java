// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import java.util.Map;

/**
 * What a demo run is to do.
 *
 * @param world as in {@link dev.eddy.local.world.World#open}
 * @param seed of world, weights and sampling
 * @param trainingGroups training questions, one group each
 * @param groupSize rollouts of a training question: G
 * @param trainingAnswers answers to a committed context in training: M
 * @param batchGroups groups to one optimiser step
 * @param maxPolicyLag in optimiser steps; also bounds how many questions are under way
 * @param probeSteps optimiser steps between two probes of the held-out curve
 * @param probeQueries questions of one probe
 * @param evaluationSeeds independent sets of evaluation questions
 * @param evaluationQueries questions of one set
 * @param jobOptions options of the jobs by their keys, which replace those that a demo sets itself
 */
public record DemoSettings(
        String world,
        long seed,
        int trainingGroups,
        int groupSize,
        int trainingAnswers,
        int batchGroups,
        int maxPolicyLag,
        int probeSteps,
        int probeQueries,
        int evaluationSeeds,
        int evaluationQueries,
        Map<String, String> jobOptions) {
    /** Optimiser steps that a trainer at full speed does from one checkpoint to the next but one. */
    private static final int UNSEEN_STEPS = 3;

    public DemoSettings {
        jobOptions = Map.copyOf(jobOptions);
        positive("demo.training-groups", trainingGroups);
        positive("demo.group-size", groupSize);
        positive("demo.training-answers", trainingAnswers);
        positive("demo.batch-groups", batchGroups);
        positive("demo.probe-steps", probeSteps);
        positive("demo.probe-queries", probeQueries);
        positive("demo.evaluation-seeds", evaluationSeeds);
        positive("demo.evaluation-queries", evaluationQueries);
    }

    /** The recipe of the small policy: 800 optimiser steps of 16 groups of 8. */
    public static DemoSettings of(String world, long seed) {
        return new DemoSettings(world, seed, 12_800, 8, 4, 16, 8, 20, 100, 3, 300, Map.of());
    }

    /**
     * Training questions that may be under way. Some batches less than the lag allows: receipts and versions become visible
     * with a checkpoint, so the trainer is ahead of what the asker and the agents see of it.
     */
    int groupsUnderWay() {
        return Math.max(1, maxPolicyLag - UNSEEN_STEPS) * batchGroups;
    }

    long plannedSteps() {
        return (trainingGroups + batchGroups - 1L) / batchGroups;
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("'" + name + "' is " + value + "; it must be at least 1");
        }
    }
}
