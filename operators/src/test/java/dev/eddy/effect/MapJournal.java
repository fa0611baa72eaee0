// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.port.EffectJournal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** A journal in a map that can be out of order, or slow to be read. */
public class MapJournal implements EffectJournal {
    private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
    private volatile boolean down;
    private volatile boolean full;
    private volatile boolean required;
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    public void goDown() {
        down = true;
    }

    /** Whether it takes nothing, though it can be read. */
    public void fill(boolean full) {
        this.full = full;
    }

    public void require() {
        required = true;
    }

    /** Look-ups wait from now on. */
    public void hold() {
        gate = new CompletableFuture<>();
    }

    public void letGo() {
        gate.complete(null);
    }

    public Map<Key, Entry> entries() {
        return entries;
    }

    @Override
    public CompletableFuture<Optional<Entry>> find(Key key) {
        return down
                ? CompletableFuture.failedFuture(new IllegalStateException("down"))
                : gate.thenApply(open -> Optional.ofNullable(entries.get(key)));
    }

    @Override
    public CompletableFuture<Entry> record(Key key, Entry entry) {
        if (down) {
            return CompletableFuture.failedFuture(new IllegalStateException("down"));
        }
        if (full) {
            return CompletableFuture.failedFuture(new IllegalStateException("full"));
        }
        Entry copy = new Entry(entry.requestHash(), entry.completion().clone());
        return CompletableFuture.completedFuture(entries.merge(
                key, copy, (first, second) -> first.requestHash().equals(second.requestHash()) ? first : second));
    }

    @Override
    public Duration keeps() {
        return Duration.ofDays(1);
    }

    @Override
    public boolean required() {
        return required;
    }

    @Override
    public void close() {}
}
