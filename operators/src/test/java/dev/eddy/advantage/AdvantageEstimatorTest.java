// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AdvantageEstimatorTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final double[] ACTICL = {0.70, 0.90, -0.025, -0.5};
    private static final double[] SVRL = {1.0, 0.64, 0.19, 0.10};
    private static final double[] MCITE = {1.0, 0.7261859507, 0.4, 0.6, 0};

    @Test
    void rloo() {
        assertThat(AdvantageEstimator.RLOO.advantages(ACTICL))
                .containsExactly(new double[] {0.575, 0.8416666667, -0.3916666667, -1.025}, EXACT);
        assertThat(AdvantageEstimator.RLOO.advantages(new double[] {1, 1, 0, 1}))
                .containsExactly(new double[] {1 / 3.0, 1 / 3.0, -1, 1 / 3.0}, EXACT);
    }

    @Test
    void drGrpo() {
        assertThat(AdvantageEstimator.DR_GRPO.advantages(ACTICL))
                .containsExactly(new double[] {0.43125, 0.63125, -0.29375, -0.76875}, EXACT);
        assertThat(AdvantageEstimator.DR_GRPO.advantages(SVRL))
                .containsExactly(new double[] {0.5175, 0.1575, -0.2925, -0.3825}, EXACT);
    }

    @Test
    void grpo() {
        assertThat(AdvantageEstimator.GRPO.advantages(ACTICL))
                .containsExactly(new double[] {0.6649787806, 0.9733747369, -0.4529565607, -1.1853969568}, EXACT);
        assertThat(AdvantageEstimator.GRPO.advantages(SVRL))
                .containsExactly(new double[] {1.2376776457, 0.3766845009, -0.6995569302, -0.9148052164}, EXACT);
        assertThat(AdvantageEstimator.GRPO.advantages(MCITE))
                .containsExactly(
                        new double[] {1.2143956177, 0.4832043806, -0.3878404377, 0.1462382474, -1.455997808}, EXACT);
    }

    @Test
    void statisticsUseTheSampleDeviation() {
        GroupStatistics group = GroupStatistics.of(ACTICL);

        assertThat(group.valid()).isEqualTo(4);
        assertThat(group.mean()).isCloseTo(0.26875, EXACT);
        assertThat(group.std()).isCloseTo(0.648515934, EXACT);
        assertThat(group.flat()).isFalse();
    }

    @Test
    void rewardsThatDifferByRoundingAloneTeachNothing() {
        double[] noise = {0.1 + 0.2, 0.3, 0.3 + 1e-6 / 2};

        assertThat(GroupStatistics.of(noise).flat()).isTrue();
        for (AdvantageEstimator estimator : AdvantageEstimator.values()) {
            assertThat(estimator.advantages(noise)).containsExactly(0, 0, 0);
        }
        assertThat(GroupStatistics.of(new double[] {0.3, 0.3 + 2e-6}).flat()).isFalse();
    }

    @Test
    void aSingleRewardIsNoAdvantage() {
        for (AdvantageEstimator estimator : AdvantageEstimator.values()) {
            assertThat(estimator.advantages(new double[] {0.9})).containsExactly(0);
            assertThat(estimator.advantages(new double[0])).isEmpty();
        }
        assertThat(GroupStatistics.of(new double[] {0.9}).std()).isZero();
        assertThat(GroupStatistics.of(new double[0]).mean()).isZero();
    }

    @Test
    void estimatorsAreFoundByName() {
        for (AdvantageEstimator estimator : AdvantageEstimator.values()) {
            assertThat(AdvantageEstimator.named(estimator.estimatorName())).isSameAs(estimator);
        }
        assertThatThrownBy(() -> AdvantageEstimator.named("gae"))
                .hasMessage("no advantage estimator is named 'gae'; there are grpo, dr_grpo, rloo");
    }
}
