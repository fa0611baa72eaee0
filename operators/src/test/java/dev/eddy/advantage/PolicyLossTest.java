// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
    void divergenceIsEstimatedInThreeWays() {
        assertThat(values(KlEstimator.K1)).containsExactly(new double[] {-0.2, 0.2, 0}, EXACT);
        assertThat(values(KlEstimator.K2)).containsExactly(new double[] {0.02, 0.02, 0}, EXACT);
        assertThat(values(KlEstimator.K3)).containsExactly(new double[] {0.0214027582, 0.0187307531, 0}, EXACT);
        assertThat(KlEstimator.K3.value(-5)).isEqualTo(10);
    }

    private static double[] values(KlEstimator estimator) {
        return IntStream.range(0, POLICY.length)
                .mapToDouble(i -> estimator.value(POLICY[i] - REFERENCE[i]))
                .toArray();
    }

    @ParameterizedTest
    @EnumSource
    void divergenceGradientMatchesFiniteDifferences(KlEstimator estimator) {
        double step = 1e-6;
        for (double d : new double[] {-5, -0.7, 0.1, 2}) {
            double slope = (estimator.value(d + step) - estimator.value(d - step)) / (2 * step);

            assertThat(estimator.gradient(d)).isCloseTo(slope, within(1e-6));
        }
    }

    @Test
    void ratiosAreTruncatedOrMasked() {
        assertThat(weights(RatioCorrection.TIS)).containsExactly(new double[] {2, 1, 0.272531793}, EXACT);
        assertThat(weights(RatioCorrection.ICEPOP)).containsExactly(new double[] {2.4596031112, 1, 0}, EXACT);
        assertThat(weights(RatioCorrection.NONE)).containsExactly(1, 1, 1);
        assertThatThrownBy(() -> new RatioCorrection(RatioCorrection.Kind.ICEPOP, 2, 2))
                .hasMessageContaining("low 2.0");
    }

    private static double[] weights(RatioCorrection correction) {
        return IntStream.range(0, OLD.length)
                .mapToDouble(i -> correction.weight(OLD[i] - ROLLOUT[i]))
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "TOKEN_MEAN, 4, 1.3333333333",
        "SEQ_MEAN_TOKEN_SUM, 4, 4",
        "SEQ_MEAN_TOKEN_MEAN, 4, 1.5",
        "SEQ_MEAN_TOKEN_SUM_NORM, 4, 1",
        "SEQ_MEAN_TOKEN_SUM_NORM, 8, 0.5"
    })
    void lossesOfFourOnesAndTwoTwosAreAggregated(LossAggregation aggregation, double constant, double loss) {
        double fourOnes = 4 * aggregation.perToken(4, 6, 2, constant);
        double twoTwos = 2 * 2 * aggregation.perToken(2, 6, 2, constant);

        assertThat(fourOnes + twoTwos).isCloseTo(loss, EXACT);
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
