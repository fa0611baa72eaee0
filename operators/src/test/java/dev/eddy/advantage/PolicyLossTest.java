// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyLossTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final double[] POLICY = {-1.2, -0.5, -2.0};
    private static final double[] REFERENCE = {-1.0, -0.7, -2.0};
    private static final double[] OLD = {-1, -0.6, -2.3};
    private static final double[] ROLLOUT = {-1.9, -0.6, -1};

    @ParameterizedTest
    @CsvSource({
        "1, 1.1, 0.2, -1.1",
        "1, 1.25, 0.2, -1.2",
        "1, 1.25, 0.28, -1.25",
        "-1, 0.7, 0.2, 0.8",
        "-1, 1.5, 0.2, 1.5",
        "-1, 4, 0.2, 3"
    })
    void surrogateClipsWhereItWouldGainFromGoingFurther(double advantage, double ratio, double high, double loss) {
        ClippedSurrogate surrogate = new ClippedSurrogate(0.2, high, 3);

        assertThat(surrogate.loss(Math.log(ratio), advantage)).isCloseTo(loss, EXACT);
    }

    @ParameterizedTest
    @CsvSource({"1, 1.1", "1, 1.25", "1, 0.5", "-1, 0.7", "-1, 1.5", "-1, 4", "-2.5, 0.9", "0.3, 0.1"})
    void surrogateGradientMatchesFiniteDifferences(double advantage, double ratio) {
        ClippedSurrogate surrogate = ClippedSurrogate.DEFAULT;
        double at = Math.log(ratio);
        double step = 1e-6;
        double slope = (surrogate.loss(at + step, advantage) - surrogate.loss(at - step, advantage)) / (2 * step);

        assertThat(surrogate.gradient(at, advantage)).isCloseTo(slope, within(1e-6));
        assertThat(surrogate.clips(at, advantage)).isEqualTo(slope == 0);
    }

    @Test
    void surrogateRefusesClipsThatMakeNoSense() {
        assertThatThrownBy(() -> new ClippedSurrogate(0.2, 0.2, 1)).hasMessageContaining("dual 1.0");
        assertThatThrownBy(() -> new ClippedSurrogate(-0.2, 0.2, 3)).hasMessageContaining("low -0.2");
    }

    @Test
    void divergenceIsEstimatedByK3() {
        double[] values = new double[POLICY.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = KlEstimator.value(POLICY[i] - REFERENCE[i]);
        }

        assertThat(values).containsExactly(new double[] {0.0214027582, 0.0187307531, 0}, EXACT);
        assertThat(KlEstimator.value(-5)).isEqualTo(10);
    }

    @Test
    void divergenceGradientMatchesFiniteDifferences() {
        double step = 1e-6;
        for (double d : new double[] {-5, -0.7, 0.1, 2}) {
            double slope = (KlEstimator.value(d + step) - KlEstimator.value(d - step)) / (2 * step);

            assertThat(KlEstimator.gradient(d)).isCloseTo(slope, within(1e-6));
        }
    }

    @Test
    void importanceRatios() {
        double[] ratios = new double[3];
        for (int i = 0; i < 3; i++) {
            ratios[i] = ImportanceRatio.of(OLD[i] - ROLLOUT[i]);
        }

        assertThat(ratios).containsExactly(new double[] {2.4596031112, 1, 0.272531793}, EXACT);
        assertThat(ImportanceRatio.of(1_000)).isEqualTo(Math.exp(20));
    }
}
