// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Constants as queries and settings spell them: in lower case. */
public final class WireNames {
    private WireNames() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Those of all constants, in order. */
    public static List<String> all(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(WireNames::of).toList();
    }

    /** The constant of a name; empty where none has it. */
    public static <E extends Enum<E>> Optional<E> named(Class<E> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> of(constant).equals(name))
                .findFirst();
    }
}
