// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.EffectResult;
import dev.eddy.port.EffectRunner.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Calls that have come back and wait for the task thread. One mail takes all that there are by then: with a mail for each, waking
 * the task would cost more than the steps. Thread-safe.
 */
final class Returned {
    private List<Completion> waiting = new ArrayList<>();

    /**
     * One call that has come back.
     *
     * @param answer the future that it came by
     * @param result null where there is a defect
     */
    record Completion(Call call, CompletableFuture<EffectResult> answer, EffectResult result, Throwable defect) {}

    /** True if it is the first since they were last taken, so that somebody has to be told. */
    synchronized boolean add(Completion completion) {
        waiting.add(completion);
        return waiting.size() == 1;
    }

    /** In the order in which they came. */
    synchronized List<Completion> takeAll() {
        List<Completion> all = waiting;
        waiting = new ArrayList<>();
        return all;
    }
}
