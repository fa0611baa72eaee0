// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.PolicyTrainer.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link PolicyTrainer} does. */
public abstract class PolicyTrainerContract {
    private PolicyTrainer trainer;

    /** A fresh trainer; always the same weights. */
    protected abstract PolicyTrainer open() throws Exception;

    /**
     * A rollout that the fresh trainer's weights sampled.
     *
     * @param seed of the sampling
     * @param advantage of everything in it
     */
    protected abstract Sample sample(long seed, double advantage) throws Exception;

    @BeforeEach
    void openTrainer() throws Exception {
        trainer = open();
    }

    @AfterEach
    void closeTrainer() {
        trainer.close();
    }

    @Test
    void aStepChangesTheWeightsAndTellsItsFigures() throws Exception {
        byte[] before = trainer.weights();

        Map<String, Double> figures = step(trainer, 0, sample(1, 1), sample(2, -1));

        assertThat(trainer.weights()).isNotEqualTo(before);
        assertThat(figures).containsKeys("loss", "gradientNorm", "entropy", "kl", "clippedShare");
        assertThat(figures.values()).allMatch(Double::isFinite);
        assertThat(figures.get("gradientNorm")).isPositive();
    }

    @Test
    void whatTheWeightsSampledIsNoDistanceFromThem() throws Exception {
        Map<String, Double> figures = step(trainer, 0, sample(1, 1), sample(2, -1), sample(3, 0.5));

        assertThat(figures.get("kl")).isBetween(-1e-9, 1e-9);
        assertThat(figures.get("clippedShare")).isZero();
    }

    @Test
    void equalBatchesGiveEqualWeights() throws Exception {
        try (PolicyTrainer other = open()) {
            for (int i = 0; i < 3; i++) {
                step(trainer, i / 3.0, sample(i, 1), sample(i + 10, -1));
                step(other, i / 3.0, sample(i, 1), sample(i + 10, -1));
            }
            assertThat(other.weights()).isEqualTo(trainer.weights());
            assertThat(other.snapshot()).isEqualTo(trainer.snapshot());
        }
    }

    @Test
    void aRestoredTrainerGoesOnAsTheOneThatWasSaved() throws Exception {
        step(trainer, 0, sample(1, 1), sample(2, -1));
        try (PolicyTrainer restored = open()) {
            restored.restore(trainer.snapshot());
            assertThat(restored.weights()).isEqualTo(trainer.weights());

            step(trainer, 0.5, sample(3, 1), sample(4, -1));
            step(restored, 0.5, sample(3, 1), sample(4, -1));

            assertThat(restored.snapshot()).isEqualTo(trainer.snapshot());
        }
    }

    @Test
    void aResetTrainerHasTheOlderWeightsAndAFreshOptimiser() throws Exception {
        byte[] older = trainer.weights();
        byte[] fresh = trainer.snapshot();
        step(trainer, 0, sample(1, 1), sample(2, -1));

        trainer.reset(older);

        assertThat(trainer.weights()).isEqualTo(older);
        assertThat(trainer.snapshot()).isEqualTo(fresh);
    }

    @Test
    void advantagesOfZeroTeachNothing() throws Exception {
        assertThat(step(trainer, 0, sample(1, 0), sample(2, 0)).get("gradientNorm"))
                .isZero();
    }

    private static Map<String, Double> step(PolicyTrainer trainer, double progress, Sample... batch) {
        List<Sample> samples = List.of(batch);
        await(trainer.prepare(samples.stream().map(Sample::trajectory).toList()));
        samples.forEach(sample -> assertThat(trainer.objection(sample)).isEmpty());
        return trainer.step(samples, progress);
    }
}
