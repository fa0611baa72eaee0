// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** The families on the class path. Immutable and thread-safe. */
final class PolicyFamilies {
    private final SortedMap<String, PolicyFamily> byName = new TreeMap<>();

    PolicyFamilies() {
        for (PolicyFamily family : ServiceLoader.load(PolicyFamily.class, PolicyFamily.class.getClassLoader())) {
            byName.put(family.name(), family);
        }
    }

    /** By its name; throws {@link IllegalArgumentException} with the names that there are. */
    PolicyFamily named(String name) {
        PolicyFamily family = byName.get(name);
        if (family == null) {
            throw new IllegalArgumentException("there is no family of small policies named '" + name + "'; set '"
                    + LocalPolicyTrainer.FAMILY + "' to one of " + byName.keySet());
        }
        return family;
    }

    /** By the name that weights tell; throws INVALID where no family has it. */
    PolicyFamily of(byte[] weights) {
        String name = WeightsForm.familyOf(weights);
        PolicyFamily family = byName.get(name);
        if (family == null) {
            throw new PortException(
                    EffectStatus.INVALID,
                    weights.length + " bytes of weights name the family '" + name + "' of small policies; there are "
                            + byName.keySet());
        }
        return family;
    }
}
