// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.operator.serve.LoopEnvironment;
import dev.eddy.port.EffectRunner;
import dev.eddy.schemas.RowKind;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the loops of this JVM do. Tasks are made from the job graph, so they find the counts in a static place. */
final class Meter {
    private static final LongAdder EFFECTS = new LongAdder();
    private static final LongAdder STEPS = new LongAdder();
    private static final LongAdder LOOPS = new LongAdder();
    private static final LongAdder BYTES = new LongAdder();

    private Meter() {}

    /** What has been counted so far, and when. */
    record Reading(long nanos, long cpuNanos, long effects, long steps, long loops, long bytes) {
        static Reading now() {
            var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
            return new Reading(
                    System.nanoTime(),
                    system.getProcessCpuTime(),
                    EFFECTS.sum(),
                    STEPS.sum(),
                    LOOPS.sum(),
                    BYTES.sum());
        }

        double seconds(Reading since) {
            return (nanos - since.nanos) / 1e9;
        }
    }

    static void finished(int bytes) {
        LOOPS.increment();
        BYTES.add(bytes);
    }

    static EffectRunner counting(EffectRunner runner) {
        return new EffectRunner() {
            @Override
            public CompletableFuture<EffectResult> run(Call call) {
                EFFECTS.increment();
                if (call.effect() instanceof Effect.Generate generate && generate.kind() == RowKind.ACT) {
                    STEPS.increment();
                }
                return runner.run(call);
            }

            @Override
            public void close() {
                runner.close();
            }
        };
    }

    static LoopEnvironment counting(LoopEnvironment environment) {
        return () -> {
            LoopEnvironment.Opened opened = environment.open();
            return new LoopEnvironment.Opened(
                    opened.rollouts(),
                    counting(opened.effects()),
                    opened.journal(),
                    opened.blobs(),
                    opened.guards(),
                    opened.resources());
        };
    }
}
