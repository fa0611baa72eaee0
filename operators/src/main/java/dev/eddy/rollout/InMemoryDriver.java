// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.EffectResult;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryPart;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Runs agents in the calling thread: no cluster, no broker, no deadline. For evaluation, benchmarks and tests. Thread-safe if
 * its runner and clock are; each run blocks its own caller until it is over.
 */
public final class InMemoryDriver {
    private final EffectRunner runner;
    private final InstantSource clock;

    public InMemoryDriver(EffectRunner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
    }

    /**
     * One run from its query to its trajectory.
     *
     * @param versions what generations are issued to
     * @throws IllegalArgumentException if the agent finds problems with the query
     */
    public <S> Trajectory run(Rollouts<S> rollouts, RolloutRequest request, VersionSource versions)
            throws InterruptedException {
        List<String> problems = rollouts.agent().problems(request.getQuery());
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "query " + request.getQuery().getQueryId() + " cannot begin: " + String.join("; ", problems));
        }
        BlockingQueue<Completion> completions = new LinkedBlockingQueue<>();
        List<TrajectoryPart> parts = new ArrayList<>();
        long start = clock.millis();
        Advance<S> advance = rollouts.begin(request, new Schedule(start, start, Long.MAX_VALUE), versions, null);
        parts.add(advance.part());
        while (!advance.finished()) {
            for (Call call : advance.calls()) {
                runner.run(call)
                        .whenComplete((result, defect) -> completions.add(new Completion(call, result, defect)));
            }
            Completion done = completions.take();
            if (done.defect() != null) {
                throw new IllegalStateException(
                        "effect " + done.call().effect() + " of rollout "
                                + done.call().rolloutId() + " broke its runner",
                        done.defect());
            }
            advance = rollouts.complete(advance.loop(), done.call(), done.result(), clock.millis(), versions);
            parts.add(advance.part());
        }
        return rollouts.trajectory(request, advance.loop(), advance.outcome(), parts, clock.millis());
    }

    private record Completion(Call call, EffectResult result, Throwable defect) {}
}
