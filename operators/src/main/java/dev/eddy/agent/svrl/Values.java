// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue;

/** What effects brought, by the type that they must bring. */
final class Values {
    private Values() {}

    static <T extends EffectValue> T of(Completed result, Class<T> type) {
        if (!type.isInstance(result.value())) {
            throw new IllegalArgumentException("effect " + result.seq() + " must complete with a "
                    + type.getSimpleName() + ", got " + result.value());
        }
        return type.cast(result.value());
    }
}
