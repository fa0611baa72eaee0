// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EffectPortsTest {
    @Test
    void everyKindOfEffectHasAPort() {
        assertThat(Arrays.stream(Effect.class.getPermittedSubclasses()))
                .allSatisfy(kind -> assertThat(EffectPorts.running(kind.asSubclass(Effect.class)))
                        .isNotNull());
    }
}
