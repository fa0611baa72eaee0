// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.world.Instance;
import dev.eddy.local.world.Split;
import dev.eddy.local.world.WorldBank;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;

/**
 * The questions of a demo by their numbers: the same number is the same question in every run with the same seed, so a
 * resumed run knows which it has asked. Thread-safe.
 */
final class Questions {
    /** The policy that learns, named like its agent. */
    static final String POLICY = "acticl";

    private static final String TIER = "local";
    private static final String ACTING = "trained";

    /** Instance numbers of the probe; those of the evaluation begin with its seed's million and never meet them. */
    private static final long PROBE = 900_000_000L;

    private static final long EVALUATION = 1_000_000L;

    private final WorldBank world;
    private final DemoSettings settings;

    Questions(WorldBank world, DemoSettings settings) {
        this.world = world;
        this.settings = settings;
    }

    static String trainingId(int number) {
        return "train-" + number;
    }

    static String probeId(long version, int number) {
        return "probe-" + version + "-" + number;
    }

    static String evaluationId(Split split, EvaluationMode mode, int seed, int number) {
        return "eval-" + split.key() + "-" + mode.key() + "-s" + seed + "-" + number;
    }

    Asked training(int number) {
        Instance instance = instance(Split.TRAIN, number);
        String id = trainingId(number);
        Query query = base(instance, id, number)
                .setMode(ACTING)
                .setPurpose(Purpose.TRAIN)
                .setGroupSize(settings.groupSize())
                .setAnswers(settings.trainingAnswers())
                .setDecoding(Decoding.SAMPLED)
                .setCount(instance.count())
                .build();
        return new Asked(query, instance.label(id, query.getSubmittedAt()));
    }

    /** A held-out question for one version, adaptive and greedy; the same ones for every version. */
    Asked probe(long version, int number) {
        Instance instance = instance(Split.STRICT, PROBE + number);
        String id = probeId(version, number);
        Query query = evaluating(instance, id, number, ACTING, null, version);
        return new Asked(query, instance.label(id, query.getSubmittedAt()));
    }

    /** An evaluation question; all modes get the same ones. */
    Asked evaluation(Split split, EvaluationMode mode, int seed, int number, long newestVersion) {
        Instance instance = instance(split, seed * EVALUATION + number);
        String id = evaluationId(split, mode, seed, number);
        long version = mode.untrained() ? 0 : newestVersion;
        Query query = evaluating(instance, id, number, mode.agentMode(), mode.count(), version);
        return new Asked(query, instance.label(id, query.getSubmittedAt()));
    }

    private Query evaluating(Instance instance, String id, int number, String mode, Integer count, long version) {
        return base(instance, id, number)
                .setMode(mode)
                .setPurpose(Purpose.EVAL)
                .setDecoding(Decoding.GREEDY)
                .setCount(count)
                .setPinnedVersion(version)
                .build();
    }

    /** Waits until the instance's picture is stored: the question must not be asked before. */
    private Instance instance(Split split, long number) {
        return world.instance(split, 0, number).join();
    }

    private Query.Builder base(Instance instance, String id, int number) {
        return instance.query(id)
                .setAgent(POLICY)
                .setPolicy(POLICY)
                .setTier(TIER)
                .setSeed(settings.seed() * 31 + number)
                .setSubmittedAt(System.currentTimeMillis());
    }
}
