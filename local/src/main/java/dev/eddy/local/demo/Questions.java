// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.Asked;
import dev.eddy.local.experiment.Part;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Purpose;

/**
 * The questions that a policy learns and is probed by, by their numbers: the same number is the same question in every run with
 * the same seed, so a resumed run knows which it has asked. Thread-safe.
 */
final class Questions {
    /** Those of an {@link Evaluation} have smaller numbers. */
    private static final long PROBE = 900_000_000L;

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

    Question training(int number) {
        String id = pupil.trainingId(number);
        Asked asked = pupil.subject().ask(Part.TRAIN, number, id);
        asked.query()
                .setMode(pupil.mode())
                .setPurpose(Purpose.TRAIN)
                .setGroupSize(pupil.recipe().groupSize())
                .setAnswers(pupil.recipe().answers())
                .setDecoding(Decoding.SAMPLED);
        return Question.of(asked, pupil.subject(), pupil.policy(), seed * 31 + number);
    }

    /** A held-out question for one version, greedy and in the mode that it learns in; the same ones for every version. */
    Question probe(long version, int number) {
        Asked asked = pupil.subject().ask(Part.TEST, PROBE + number, probeId(version, number));
        return Question.heldOut(
                asked, pupil.subject(), pupil.policy(), version, pupil.mode(), null, seed * 31 + number);
    }
}
