// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.Asked;
import dev.eddy.local.experiment.ExperimentMode;
import dev.eddy.local.experiment.Part;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;

/**
 * The questions of a policy by their numbers: the same number is the same question in every run with the same seed, so a
 * resumed run knows which it has asked. Thread-safe.
 */
final class Questions {
    /** Numbers of the probe; those of the evaluation begin with its seed's million and never meet them. */
    private static final long PROBE = 900_000_000L;

    private static final long EVALUATION = 1_000_000L;

    private final Pupil pupil;
    private final long seed;

    /** @param seed of sampling */
    Questions(Pupil pupil, long seed) {
        this.pupil = pupil;
        this.seed = seed;
    }

    String probeId(long version, int number) {
        return pupil.prefix() + "probe-" + version + "-" + number;
    }

    String evaluationId(Part part, ExperimentMode mode, int seed, int number) {
        String among = part == Part.TEST ? "strict" : "all";
        return pupil.prefix() + "eval-" + among + "-" + mode.name() + "-" + mode.reportedCount() + "-s" + seed + "-"
                + number;
    }

    Question training(int number) {
        String id = pupil.trainingId(number);
        Asked asked = pupil.subject().ask(Part.TRAIN, number, id);
        asked.query()
                .setMode(pupil.mode())
                .setPurpose(Purpose.TRAIN)
                .setGroupSize(pupil.recipe().groupSize())
                .setAnswers(pupil.recipe().answers())
                .setDecoding(Decoding.SAMPLED);
        return question(asked, number);
    }

    /** A held-out question for one version, greedy and in the mode that it learns in; the same ones for every version. */
    Question probe(long version, int number) {
        Asked asked = pupil.subject().ask(Part.TEST, PROBE + number, probeId(version, number));
        return evaluating(asked, number, pupil.mode(), null, version);
    }

    /** An evaluation question; all modes get the same ones. */
    Question evaluation(Part part, ExperimentMode mode, int seed, int number, long version) {
        String id = evaluationId(part, mode, seed, number);
        Asked asked = pupil.subject().ask(part, seed * EVALUATION + number, id);
        return evaluating(asked, number, mode.asksIn(), mode.count(), version);
    }

    private Question evaluating(Asked asked, int number, String mode, Integer count, long version) {
        asked.query()
                .setMode(mode)
                .setPurpose(Purpose.EVAL)
                .setDecoding(Decoding.GREEDY)
                .setCount(count)
                .setPinnedVersion(version);
        return question(asked, number);
    }

    private Question question(Asked asked, int number) {
        long now = System.currentTimeMillis();
        Query query = asked.query()
                .setAgent(pupil.subject().agent())
                .setPolicy(pupil.policy())
                .setSeed(seed * 31 + number)
                .setSubmittedAt(now)
                .build();
        return new Question(
                query, Label.newBuilder(asked.label()).setSubmittedAt(now).build());
    }
}
