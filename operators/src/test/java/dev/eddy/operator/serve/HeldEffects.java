// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.agent.EffectResult;
import dev.eddy.port.EffectRunner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Holds every call until the test completes it. */
public final class HeldEffects implements EffectRunner {
    private final Map<Call, CompletableFuture<EffectResult>> held = new LinkedHashMap<>();
    private final List<Call> issued = new ArrayList<>();
    private final Function<Call, EffectResult> answers;
    private boolean closed;

    HeldEffects(Function<Call, EffectResult> answers) {
        this.answers = answers;
    }

    @Override
    public CompletableFuture<EffectResult> run(Call call) {
        CompletableFuture<EffectResult> answer = new CompletableFuture<>();
        held.put(call, answer);
        issued.add(call);
        return answer;
    }

    /** Every call ever issued, in order. */
    public List<Call> issued() {
        return issued;
    }

    /** Calls that wait for an answer, in order. */
    public List<Call> held() {
        held.values().removeIf(CompletableFuture::isDone);
        return new ArrayList<>(held.keySet());
    }

    public void answer(Call call) {
        answer(call, answers.apply(call));
    }

    public void answer(Call call, EffectResult result) {
        held.remove(call).complete(result);
    }

    void breakDown(Call call, Throwable defect) {
        held.remove(call).completeExceptionally(defect);
    }

    boolean closed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
