// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.EffectRunner;
import dev.eddy.schemas.BankRecord;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers every effect after one constant latency, on one thread, at O(1) a call: with equal latencies the calls end in the
 * order in which they began. It looks twice a millisecond for what is due: waking up for each answer would cost more than the
 * loops that are measured, and a client's event loop takes its answers by the handful, too. Without a latency it answers in the
 * caller's thread.
 */
final class FakeService implements EffectRunner {
    private static final byte[] MASK = {0, 1, 0};
    private static final float[] LOG_PROBS = {0f, -0.5f, 0f};
    private static final int[] TOKENS = {10, 11, 12};
    private static final long TICK_NANOS = 500_000;

    private final long latencyNanos;
    private final Thread line;
    private final ArrayDeque<Due> calls = new ArrayDeque<>();
    private volatile boolean closed;

    private record Due(long at, CompletableFuture<EffectResult> answer, EffectResult result) {}

    FakeService(long latencyNanos) {
        this.latencyNanos = latencyNanos;
        line = new Thread(this::answerInTurn, "fake-service");
        line.setDaemon(true);
        if (latencyNanos > 0) {
            line.start();
        }
    }

    @Override
    public CompletableFuture<EffectResult> run(Call call) {
        EffectResult result = new EffectResult.Completed(call.effect().seq(), value(call));
        if (latencyNanos == 0) {
            return CompletableFuture.completedFuture(result);
        }
        CompletableFuture<EffectResult> answer = new CompletableFuture<>();
        boolean wasEmpty;
        synchronized (calls) {
            wasEmpty = calls.isEmpty();
            calls.add(new Due(System.nanoTime() + latencyNanos, answer, result));
        }
        if (wasEmpty) {
            LockSupport.unpark(line);
        }
        return answer;
    }

    private static EffectValue value(Call call) {
        if (call.effect() instanceof Effect.Generate) {
            PolicyVersion version = call.version();
            return new Generation("ok.", TOKENS, MASK, LOG_PROBS, version, "stop");
        }
        return new EffectValue.Records(List.of(BankRecord.newBuilder()
                .setRecordId("r")
                .setPictures(List.of())
                .setText("a record")
                .build()));
    }

    private void answerInTurn() {
        while (!closed) {
            Due next;
            synchronized (calls) {
                next = calls.peek();
            }
            if (next == null) {
                LockSupport.park(this);
                continue;
            }
            long wait = next.at() - System.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(this, Math.max(wait, TICK_NANOS));
                continue;
            }
            synchronized (calls) {
                calls.poll();
            }
            next.answer().complete(next.result());
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(line);
    }
}
