// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.advantage.KlEstimator;
import dev.eddy.advantage.RatioCorrection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChoiceLossTest {
    private static final ClippedSurrogate SURROGATE = new ClippedSurrogate(0.2, 0.2, 3);

    @Test
    void movingAwayFromTheReferenceCosts() {
        float[] reference = {-1f, -2f};
        ChoiceLoss free = new ChoiceLoss(SURROGATE, 0.5);
        ChoiceLoss priced = new ChoiceLoss(SURROGATE, 0.5, price(0.1, reference), ChoiceLoss.Drift.NONE);
        for (ChoiceLoss loss : new ChoiceLoss[] {free, priced}) {
            loss.add(-0.5f, -0.5f, 1, 2);
            loss.add(-2f, -2f, -1, 2);
        }

        double divergence = KlEstimator.K3.value(0.5); // the second choice is as likely as in the reference
        assertThat(priced.figures().get("loss") - free.figures().get("loss"))
                .isCloseTo(0.5 * 2 * 0.1 * divergence, within(1e-9));
        assertThat(priced.figures().get("referenceKl")).isCloseTo(divergence / 2, within(1e-9));
        assertThat(free.figures()).doesNotContainKey("referenceKl");
    }

    @ParameterizedTest
    @ValueSource(floats = {-3f, -1f, -0.2f})
    void theSlopeIsThatOfTheLoss(float logProb) {
        float step = 1e-3f;
        double slope = priced().add(logProb, logProb, 0.7, 2);

        assertThat((loss(logProb + step, logProb) - loss(logProb - step, logProb)) / (2 * step))
                .isCloseTo(slope, within(2e-3));
    }

    private static double loss(float logProb, float recorded) {
        ChoiceLoss loss = priced();
        loss.add(logProb, recorded, 0.7, 2);
        return loss.figures().get("loss");
    }

    private static ChoiceLoss priced() {
        return new ChoiceLoss(SURROGATE, 0.5, price(0.3, -1.5f), ChoiceLoss.Drift.NONE);
    }

    private static ChoiceLoss.Price price(double coefficient, float... reference) {
        return new ChoiceLoss.Price(coefficient, KlEstimator.K3, reference);
    }

    @Test
    void aCorrectedChoiceIsClippedAgainstThePolicyBeforeTheStepAndCountsLessOrMore() {
        ChoiceLoss first = new ChoiceLoss(SURROGATE, 1, ChoiceLoss.Price.NONE, drift(null));
        double ratio = Math.exp(0.5); // since it was sampled
        assertThat(first.add(-1, -1.5f, 1, 1)).as("unclipped, however far").isCloseTo((float) -ratio, within(1e-6f));
        assertThat(first.add(-1, -3, 1, 1)).as("truncated").isEqualTo(-2f);

        ChoiceLoss second = new ChoiceLoss(SURROGATE, 1, ChoiceLoss.Price.NONE, drift(first.logProbs()));
        float moved = 0.1f;
        assertThat(second.add(-1 + moved, -1.5f, 1, 1)).isCloseTo((float) (-ratio * Math.exp(moved)), within(1e-5f));
        assertThat(second.add(-0.5f, -3, 1, 1)).as("beyond the clip").isZero();
        assertThat(second.figures().get("clippedShare")).isEqualTo(0.5);
    }

    private static ChoiceLoss.Drift drift(float[] before) {
        return new ChoiceLoss.Drift(RatioCorrection.TIS, before);
    }

    @Test
    void itRemembersWhatItWasTold() {
        ChoiceLoss loss = new ChoiceLoss(SURROGATE, 0);
        float[] told = new float[200];
        for (int i = 0; i < told.length; i++) {
            told[i] = -i;
            assertThat(loss.add(-i, 0, 1, 1)).isZero();
        }

        assertThat(loss.logProbs()).isEqualTo(told);
    }
}
