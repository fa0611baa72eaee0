// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.PolicyVersion;
import java.util.concurrent.CompletableFuture;

/**
 * Runs effects on the ports. Thread-safe; never blocks the caller. The future always completes with a result: what went
 * wrong outside is a {@link EffectResult.Failed}; an exceptional completion is a defect and fails the task. Whoever cancels the
 * future gives the call up: a runner hands that on to the port's future, unless others wait for that too, and one
 * that wraps another to the other's.
 */
public interface EffectRunner extends AutoCloseable {
    CompletableFuture<EffectResult> run(Call call);

    /**
     * @param requestHash SHA-256 of what is asked, without version, seed and attempt; not to be changed
     * @param version the policy to generate from; null for anything but a generation
     * @param seed of the sampling, from rollout and effect number
     * @param attempt 0 when first issued, one more each time that a restore issues it again
     */
    record Call(String rolloutId, Effect effect, byte[] requestHash, PolicyVersion version, long seed, int attempt) {}

    @Override
    void close();
}
