// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectJournal.Entry;
import dev.eddy.port.EffectJournal.Key;
import dev.eddy.port.EffectRunner;
import dev.eddy.rollout.Completions;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectCompletion;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.MalformedRecordException;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.spi.Scheduler;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Journals first completions before anybody sees them, and answers effects from there, so that none is paid for twice. Every
 * effect is looked up, not only those that are issued again: a life before may have gone on past its last checkpoint. Failures of
 * the infrastructure are not journaled: they cost nothing and may succeed another time. A journal that fails is counted and is a
 * miss, or with a required one the effect fails as UNAVAILABLE before it is paid for. A completion that could not be journaled
 * is handed on. A required journal is offered it again a few times, and where it takes it not, the effect fails as UNAVAILABLE:
 * nobody goes on from what a kill would have paid for again. It is kept for a while, so that who asks again in this life offers it
 * again and pays nothing. What the journal has not taken when this is closed is lost, as is what is still in the air then: a restored
 * run pays for it again and counts it. Nothing waits for a journal that refuses, since a task that goes down must not. Cancelling a result cancels the runner's; what has completed is journaled all the same. Thread-safe; owns
 * the runner, not the journal.
 */
public final class JournaledEffectRunner implements EffectRunner {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final double JITTER = 0.5;
    private static final int MORE_OFFERS = 3;
    private static final int MOST_KEPT = 1_000;

    private final EffectRunner runner;
    private final EffectJournal journal;
    private final FailsafeExecutor<Entry> offers;
    private final Cache<Key, Entry> refused =
            Caffeine.newBuilder().maximumSize(MOST_KEPT).executor(Runnable::run).build();
    private final Codec<EffectCompletion> codec = Codec.of(EffectCompletion.class);
    private final LongAdder hits = new LongAdder();
    private final LongAdder mismatches = new LongAdder();
    private final LongAdder failures = new LongAdder();

    /** @param later offers a required journal what it did not take */
    public JournaledEffectRunner(EffectRunner runner, EffectJournal journal, Scheduler later) {
        this.runner = runner;
        this.journal = journal;
        RetryPolicy<Entry> again = RetryPolicy.<Entry>builder()
                .withBackoff(PAUSE, LONGEST_PAUSE)
                .withJitter(JITTER)
                .withMaxRetries(journal.required() ? MORE_OFFERS : 0)
                .build();
        offers = Failsafe.with(again).with(AtOnce.or(later));
    }

    @Override
    public CompletableFuture<EffectResult> run(Call call) {
        CallChain<EffectResult> chain = new CallChain<>();
        return chain.of(journal.find(key(call))
                .handle((found, lost) -> lost == null ? found(call, found) : notFound(call, lost))
                .thenCompose(earlier ->
                        earlier.map(CompletableFuture::completedFuture).orElseGet(() -> runAndRecord(call, chain))));
    }

    private Optional<EffectResult> found(Call call, Optional<Entry> found) {
        return found.map(entry -> earlier(call, entry));
    }

    /** What stands for a result when the journal cannot tell; empty where the effect is to be run. */
    private Optional<EffectResult> notFound(Call call, Throwable lost) {
        failures.increment();
        return journal.required()
                ? Optional.of(new Failed(
                        call.effect().seq(),
                        EffectStatus.UNAVAILABLE,
                        "the effect was not run, since the journal is required and cannot be read: "
                                + lost.getMessage()))
                : Optional.empty();
    }

    private CompletableFuture<EffectResult> runAndRecord(Call call, CallChain<EffectResult> chain) {
        Entry kept = refused.getIfPresent(key(call));
        if (kept != null && kept.requestHash().equals(hash(call))) {
            return record(call, kept, read(call, kept, false));
        }
        return chain.call(() -> runner.run(call)).thenCompose(result -> {
            if (result instanceof Failed failed && failed.infrastructure()) {
                return CompletableFuture.completedFuture(result);
            }
            return record(call, new Entry(hash(call), codec.encode(Completions.toWire(result))), result);
        });
    }

    private CompletableFuture<EffectResult> record(Call call, Entry entry, EffectResult result) {
        Key key = key(call);
        return offers.getStageAsync(() -> journal.record(key, entry).whenComplete((stands, failure) -> {
                    if (failure != null) {
                        failures.increment();
                    }
                }))
                .handle((stands, failure) -> {
                    if (failure == null) {
                        refused.invalidate(key);
                        return stands == entry ? result : read(call, stands, false);
                    }
                    if (!journal.required()) {
                        return result;
                    }
                    refused.put(key, entry);
                    return new Failed(
                            call.effect().seq(),
                            EffectStatus.UNAVAILABLE,
                            "the effect was run, but the journal is required and does not take what it came to: "
                                    + failure.getMessage());
                });
    }

    /** The journaled completion of this very request, else null. */
    private EffectResult earlier(Call call, Entry entry) {
        if (!entry.requestHash().equals(hash(call))) {
            mismatches.increment();
            return null;
        }
        try {
            EffectResult result = read(call, entry, true);
            hits.increment();
            return result;
        } catch (MalformedRecordException e) {
            failures.increment();
            return null;
        }
    }

    private EffectResult read(Call call, Entry entry, boolean fromJournal) {
        return Completions.fromWire(call.effect().seq(), codec.decode(entry.completion()), fromJournal);
    }

    private static Key key(Call call) {
        return new Key(call.rolloutId(), call.effect().seq());
    }

    private static String hash(Call call) {
        return HexFormat.of().formatHex(call.requestHash());
    }

    /** Effects that were answered from the journal. */
    public long hits() {
        return hits.sum();
    }

    /** Entries that answered another request under the same number. */
    public long mismatches() {
        return mismatches.sum();
    }

    /** Times that the journal could not be read or written. */
    public long failures() {
        return failures.sum();
    }

    @Override
    public void close() {
        runner.close();
    }
}
