// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.Outgoing;
import java.time.Duration;

/** What loops need of the task that they run in. All but {@link #mail} on the task thread alone. */
interface LoopTask {
    /** Work for the task thread; what it throws fails the task. */
    @FunctionalInterface
    interface Mail {
        void run() throws Exception;
    }

    /** Makes a rollout's state and timers the current ones. */
    void setKey(String rolloutId);

    /** Epoch milliseconds. */
    long now();

    void setTimer(long at);

    void deleteTimer(long at);

    /** Runs later, on the task thread. May be called from any thread; of no effect once the task is going down. */
    void mail(String what, Mail mail);

    /** Runs so much later, on the task thread; nothing of it is in state. Of no effect once the task is going down. */
    void after(Duration pause, Mail mail);

    void emitRecord(Outgoing record);

    void emitAnswer(Outgoing answer);
}
