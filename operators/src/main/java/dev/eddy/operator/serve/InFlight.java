// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.EffectResult;
import dev.eddy.schemas.RolloutRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The running loops of the task thread: what a step needs, at hand without a look into state, and the calls in the air. All of it
 * follows from state and is rebuilt by re-issuing.
 */
final class InFlight {
    private final Map<String, Run> runs = new HashMap<>();

    /** One running loop. */
    static final class Run {
        private final RolloutRequest request;
        private final ServedAgent<?> agent;
        private final Map<Integer, CompletableFuture<EffectResult>> calls = new HashMap<>();
        private StoredLoop loop;

        private Run(RolloutRequest request, ServedAgent<?> agent) {
            this.request = request;
            this.agent = agent;
        }

        RolloutRequest request() {
            return request;
        }

        ServedAgent<?> agent() {
            return agent;
        }

        /** As it lies in state; null before the first step. */
        StoredLoop loop() {
            return loop;
        }

        void moveTo(StoredLoop next) {
            loop = next;
        }

        void took(int seq, CompletableFuture<EffectResult> call) {
            calls.put(seq, call);
        }

        /** True if this very call was waited for; it is no more. */
        boolean landed(int seq, CompletableFuture<EffectResult> call) {
            return calls.remove(seq, call);
        }
    }

    Run add(String rolloutId, RolloutRequest request, ServedAgent<?> agent) {
        Run run = new Run(request, agent);
        runs.put(rolloutId, run);
        return run;
    }

    /** Null for a loop that has ended. */
    Run get(String rolloutId) {
        return runs.get(rolloutId);
    }

    /** Forgets a loop and gives up its calls. */
    void end(String rolloutId) {
        Run run = runs.remove(rolloutId);
        if (run != null) {
            cancel(run);
        }
    }

    /** Forgets all loops and gives up their calls. */
    void close() {
        runs.values().forEach(InFlight::cancel);
        runs.clear();
    }

    private static void cancel(Run run) {
        Map<Integer, CompletableFuture<EffectResult>> calls = Map.copyOf(run.calls);
        run.calls.clear();
        calls.values().forEach(call -> call.cancel(true));
    }
}
