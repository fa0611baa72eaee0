// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GradientNormTest {
    @Test
    void aLongGradientIsScaledDownToTheLimit() {
        float[] gradient = {30, 40};

        double before = LocalPolicyTrainer.clip(gradient, 1);

        assertThat(before).isEqualTo(50);
        assertThat(gradient).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
        assertThat(LocalPolicyTrainer.clip(gradient, 2)).isCloseTo(1, within(1e-6));
        assertThat(gradient).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
    }
}
