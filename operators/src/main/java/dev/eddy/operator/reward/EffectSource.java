// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.PortGuard;
import dev.eddy.operator.LeasedEffects;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.PortChoice;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;

/** Opens what verifiers and judges are asked through, where scoring runs. */
@FunctionalInterface
public interface EffectSource extends Serializable {
    Opened open() throws Exception;

    /**
     * What is open.
     *
     * @param guards of the ports whose calls {@code effects} holds back
     * @param resources closed after {@code effects} are of no more use
     */
    record Opened(EffectRunner effects, List<PortGuard> guards, AutoCloseable resources) {}

    /** On these ports, a {@link dev.eddy.port.BlobStore} among them; with a journal, what was answered is not asked again. */
    static EffectSource of(HashMap<Class<? extends AutoCloseable>, PortChoice> ports, EffectLimits limits) {
        return () -> {
            LeasedEffects leased = LeasedEffects.open(ports, limits);
            return new Opened(leased.runner(), leased.guards(), leased);
        };
    }
}
