// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import java.util.function.Supplier;

/** A value that is made when it is first wanted. Thread-safe. */
final class Once<V> {
    private final Supplier<V> make;
    private V value;

    /** @param make gives no null */
    Once(Supplier<V> make) {
        this.make = make;
    }

    synchronized V get() {
        if (value == null) {
            value = make.get();
        }
        return value;
    }
}
