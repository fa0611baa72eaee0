// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.effect.EffectLimits;
import dev.eddy.effect.EffectPorts;
import dev.eddy.effect.JournaledEffectRunner;
import dev.eddy.effect.PortEffectRunner;
import dev.eddy.operator.serve.MemoryBlobs;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.port.RealServices;
import dev.eddy.port.ResultCache;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Snippets;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.failsafe.spi.Scheduler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Redis that is killed and started again while many callers use it as cache and as journal. */
@Tag("real-services")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RedisRestartITCase {
    private static final int CALLERS = 8;
    private static final int ENOUGH = 100;
    private static final Duration DEADLINE = Duration.ofMillis(500);
    /** Of one effect: it is looked up and recorded in the journal, and its result in the cache. */
    private static final int REDIS_CALLS = 7;

    private static final Duration SLACK = Duration.ofSeconds(5);

    @TempDir
    Path folder;

    private final Engine engine = new Engine();
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong longest = new AtomicLong();
    private int port;
    private JournaledEffectRunner optional;
    private JournaledEffectRunner required;
    private final List<AutoCloseable> open = new ArrayList<>();
    private volatile Seen seen = new Seen();

    /** What callers saw since the server's last change. */
    private static final class Seen {
        private final LongAdder served = new LongAdder();
        private final LongAdder fromCache = new LongAdder();
        private final LongAdder journaled = new LongAdder();
        private final LongAdder refused = new LongAdder();
    }

    /** Knows what was paid for. */
    private static final class Engine implements SearchEngine {
        private final Set<String> asked = ConcurrentHashMap.newKeySet();

        @Override
        public CompletableFuture<EffectValue.Snippets> text(String query, int limit) {
            asked.add(query);
            return CompletableFuture.completedFuture(
                    new EffectValue.Snippets(List.of(Snippets.page("found for " + query)), false));
        }

        @Override
        public CompletableFuture<EffectValue.Snippets> images(Picture picture, int limit) {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    @BeforeEach
    void start() throws Exception {
        String[] address = RealServices.up("redis", folder).split(":");
        port = Integer.parseInt(address[1]);
        Map<String, String> settings = new HashMap<>(
                Map.of("host", address[0], "port", address[1], "deadline-ms", Long.toString(DEADLINE.toMillis())));
        ResultCache cache = closed(new RedisResultCache.Factory().open(settings));
        EffectJournal mayFail = closed(new RedisEffectJournal.Factory().open(settings));
        settings.put("required", "true");
        EffectJournal mustNot = closed(new RedisEffectJournal.Factory().open(settings));
        EffectRunner search = closed(new PortEffectRunner(
                EffectPorts.none()
                        .with(BlobStore.class, new MemoryBlobs())
                        .with(SearchEngine.class, engine)
                        .with(ResultCache.class, cache),
                EffectLimits.DEFAULT));
        optional = new JournaledEffectRunner(search, mayFail, Scheduler.of(later));
        required = new JournaledEffectRunner(search, mustNot, Scheduler.of(later));
    }

    private <T extends AutoCloseable> T closed(T later) {
        open.add(0, later);
        return later;
    }

    @AfterEach
    void stop() throws Exception {
        later.shutdownNow();
        for (AutoCloseable each : open) {
            each.close();
        }
        RealServices.down("redis", folder);
    }

    @Test
    void aServerThatIsKilledAndComesBackCostsHitsAndWhatTheJournalMustKnow() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        List<Future<?>> running = new ArrayList<>();
        try {
            for (int caller = 0; caller < CALLERS; caller++) {
                String name = "caller-" + caller;
                running.add(callers.submit(() -> callUntilInterrupted(name)));
            }
            awaitAll(running, () -> many(seen.fromCache) && many(seen.journaled));

            RealServices.kill("redis", folder);
            seen = new Seen();
            awaitAll(running, () -> many(seen.served) && many(seen.refused));
            assertThat(required.failures()).isGreaterThanOrEqualTo(ENOUGH);

            RealServices.restart("redis", folder, port);
            seen = new Seen();
            awaitAll(running, () -> many(seen.fromCache) && many(seen.journaled));
        } finally {
            callers.shutdownNow();
            assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
        for (Future<?> one : running) {
            one.get();
        }
        assertThat(Duration.ofNanos(longest.get()))
                .isLessThan(DEADLINE.multipliedBy(REDIS_CALLS).plus(SLACK));
        assertThat(optional.failures()).isPositive();
    }

    private static boolean many(LongAdder count) {
        return count.sum() >= ENOUGH;
    }

    /** Throws what a caller saw and should not have. */
    private static void awaitAll(List<Future<?>> running, BooleanSupplier all) throws Exception {
        while (!all.getAsBoolean()) {
            for (Future<?> one : running) {
                if (one.isDone()) {
                    one.get();
                }
            }
            Thread.onSpinWait();
        }
    }

    private void callUntilInterrupted(String caller) {
        for (int number = 0; !Thread.currentThread().isInterrupted(); number++) {
            Seen now = seen;
            String mine = caller + "/" + number;
            EffectResult served = timed(optional, mine, "asked by all " + number % 7);
            assertThat(served).isInstanceOf(Completed.class);
            now.served.increment();
            if (served.value(EffectValue.Snippets.class).fromCache()) {
                now.fromCache.increment();
            }
            String paid = "to be paid once " + mine;
            EffectResult result = timed(required, "required/" + mine, paid);
            if (result instanceof Failed failed) {
                assertThat(failed.status()).isEqualTo(EffectStatus.UNAVAILABLE);
                assertThat(failed.error()).contains("journal is required", "127.0.0.1:" + port);
                if (!failed.error().startsWith("the effect was run")) {
                    assertThat(engine.asked).doesNotContain(paid);
                }
                now.refused.increment();
            } else {
                now.journaled.increment();
            }
        }
    }

    private EffectResult timed(EffectRunner runner, String rollout, String query) {
        long began = System.nanoTime();
        EffectResult result = runner.run(
                        new Call(rollout, new Effect.SearchText(0, query, "why?", 3), new byte[32], null, 1, 0))
                .join();
        longest.accumulateAndGet(System.nanoTime() - began, Math::max);
        return result;
    }
}
