// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

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
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Journals first completions before anybody sees them, and answers effects from there, so that none is paid for twice. Every
 * effect is looked up, not only those that are issued again: a life before may have gone on past its last checkpoint. Failures of
 * the infrastructure are not journaled: they cost nothing and may succeed another time. A journal that fails is counted and is a
 * miss, or with a required one the effect fails as UNAVAILABLE before it is paid for. A completion that could not be journaled
 * is handed on: failing it would have it paid for again. Cancelling a result cancels the runner's; what has completed is journaled all the same.
 * Thread-safe; owns the runner, not the journal.
 */
public final class JournaledEffectRunner implements EffectRunner {
    private final EffectRunner runner;
    private final EffectJournal journal;
    private final Codec<EffectCompletion> codec = Codec.of(EffectCompletion.class);
    private final LongAdder hits = new LongAdder();
    private final LongAdder mismatches = new LongAdder();
    private final LongAdder failures = new LongAdder();

    public JournaledEffectRunner(EffectRunner runner, EffectJournal journal) {
        this.runner = runner;
        this.journal = journal;
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
        return chain.call(() -> runner.run(call)).thenCompose(result -> {
            if (result instanceof Failed failed && failed.infrastructure()) {
                return CompletableFuture.completedFuture(result);
            }
            Entry entry = new Entry(hash(call), codec.encode(Completions.toWire(result)));
            return journal.record(key(call), entry).handle((stands, failure) -> {
                if (failure != null) {
                    failures.increment();
                    return result;
                }
                return stands == entry ? result : read(call, stands, false);
            });
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
