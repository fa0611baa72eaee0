// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.Recipe;
import dev.eddy.local.experiment.Subject;
import java.util.List;
import java.util.Map;

/**
 * What a demo run is to do.
 *
 * @param agents that serve and learn side by side, at least one
 * @param world one of the agent's; null for each agent's usual one
 * @param seed of worlds, weights and sampling
 * @param trainingGroups training questions of a policy, one group each, whether it is trained on or not; null for as many as the
 *     recipe's steps need. This and what follows up to the cold start may be null, for the agent's own recipe
 * @param groupSize rollouts of a training question: G, at least 2
 * @param trainingAnswers answers to one training rollout, of agents that are trained on several: M
 * @param coldStart size of the cold start, see {@link Recipe#coldStart}, for agents that have one
 * @param batchGroups groups to one optimiser step
 * @param maxPolicyLag in optimiser steps; also bounds how many questions are under way
 * @param probeSteps optimiser steps between two probes of the held-out curve
 * @param probeQueries questions of one probe
 * @param evaluationSeeds independent sets of evaluation questions
 * @param evaluationQueries questions of one set
 * @param services what the report says of the servers behind the run: {@code embedded} or {@code real}
 * @param jobOptions options of the jobs by their keys, which replace those that a demo sets itself
 */
public record DemoSettings(
        List<String> agents,
        String world,
        long seed,
        Integer trainingGroups,
        Integer groupSize,
        Integer trainingAnswers,
        Integer coldStart,
        int batchGroups,
        int maxPolicyLag,
        int probeSteps,
        int probeQueries,
        int evaluationSeeds,
        int evaluationQueries,
        String services,
        Map<String, String> jobOptions) {
    /** Optimiser steps that a trainer at full speed does from one checkpoint to the next but one. */
    private static final int UNSEEN_STEPS = 3;

    public DemoSettings {
        agents = List.copyOf(agents);
        jobOptions = Map.copyOf(jobOptions);
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("no agent is to serve: set 'demo.agent'");
        }
        if (world != null && agents.size() > 1) {
            throw new IllegalArgumentException("'demo.world' is " + world + ", but each of the agents " + agents
                    + " has worlds of its own: leave it out");
        }
        atLeast(1, "demo.training-groups", trainingGroups);
        atLeast(2, "demo.group-size", groupSize); // a rollout alone has none to be better than
        atLeast(1, "demo.training-answers", trainingAnswers);
        atLeast(1, "demo.cold-start", coldStart);
        atLeast(1, "demo.batch-groups", batchGroups);
        atLeast(0, "demo.max-policy-lag", maxPolicyLag);
        atLeast(1, "demo.probe-steps", probeSteps);
        atLeast(1, "demo.probe-queries", probeQueries);
        atLeast(1, "demo.evaluation-seeds", evaluationSeeds);
        atLeast(1, "demo.evaluation-queries", evaluationQueries);
    }

    /** All by the agents' own recipes. */
    public static DemoSettings of(List<String> agents, long seed) {
        return new DemoSettings(
                agents, null, seed, null, null, null, null, 16, 8, 20, 100, 3, 300, "embedded", Map.of());
    }

    /**
     * Training questions of each policy that may be under way. Some batches less than the lag allows: receipts and versions
     * become visible with a checkpoint, so the trainer is ahead of what the asker and the agents see of it.
     */
    int groupsUnderWay() {
        return Math.max(1, maxPolicyLag - UNSEEN_STEPS) * batchGroups;
    }

    /** How the policies of an agent learn. */
    Recipe recipe(Subject subject) {
        Recipe usual = subject.liveRecipe();
        return new Recipe(
                groupSize == null ? usual.groupSize() : groupSize,
                batchGroups,
                (trainingGroups(usual) + batchGroups - 1) / batchGroups,
                trainingGroups == null ? usual.patience() : 1,
                trainingAnswers == null || usual.answers() == 1 ? usual.answers() : trainingAnswers,
                coldStart == null || usual.coldStart() == 0 ? usual.coldStart() : coldStart,
                usual.testQuestions());
    }

    /** Groups that a policy is to be trained on. */
    int trainingGroups(Recipe usual) {
        return trainingGroups == null ? usual.steps() * usual.batchGroups() : trainingGroups;
    }

    private static void atLeast(int least, String name, Integer value) {
        if (value != null && value < least) {
            throw new IllegalArgumentException("'" + name + "' is " + value + "; it must be at least " + least);
        }
    }
}
