// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.port.PortException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Brings what happens elsewhere, or later, back into the task thread. */
interface Mail {
    /**
     * Hands a future's outcome to its receiver in the task thread, however long that takes. A failure that is no {@link
     * PortException} is a defect and fails the task, as does what the receiver throws.
     *
     * @param about what to call it in a stack trace
     */
    <T> void deliver(CompletableFuture<T> future, String about, Receiver<T> receiver);

    /** Does something in the task thread once this time has passed. */
    void after(Duration pause, Runnable work);

    /** Takes an outcome: a value, or a failure which is null where there is none. */
    @FunctionalInterface
    interface Receiver<T> {
        void receive(T value, PortException failure) throws Exception;
    }
}
