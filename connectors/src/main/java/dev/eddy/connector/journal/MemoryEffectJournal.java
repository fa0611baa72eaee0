// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.journal;

import dev.eddy.port.EffectJournal;
import dev.eddy.port.PortFactory;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * A journal in this JVM's memory: it outlives restarts of a job as long as somebody holds a lease, never the process. Entries go
 * when they are old or when memory is full, the first written first: what a restored job asks for again is what completed
 * last, so a cache that weighs newcomers against residents would lose just that. Thread-safe.
 */
public final class MemoryEffectJournal implements EffectJournal {
    /** About what an entry takes beside its completion and its rollout's id, in memory; in a file it takes less. */
    private static final int OVERHEAD = 256;

    private final Map<Key, Stored> entries = new LinkedHashMap<>();
    private final long ttlNanos;
    private final long maxBytes;
    private final LongSupplier nanos;
    private long bytes;

    private record Stored(Entry entry, long bytes, long writtenAt) {}

    /**
     * @param ttl how long an entry is kept after it was written
     * @param maxBytes most bytes of entries kept; one that is larger is not kept at all
     */
    public MemoryEffectJournal(Duration ttl, long maxBytes) {
        this(ttl, maxBytes, System::nanoTime);
    }

    MemoryEffectJournal(Duration ttl, long maxBytes, LongSupplier nanos) {
        this.ttlNanos = ttl.toNanos();
        this.maxBytes = maxBytes;
        this.nanos = nanos;
    }

    @Override
    public CompletableFuture<Optional<Entry>> find(Key key) {
        return CompletableFuture.completedFuture(Optional.ofNullable(standing(key)));
    }

    @Override
    public CompletableFuture<Entry> record(Key key, Entry entry) {
        return CompletableFuture.completedFuture(keepFirst(key, entry));
    }

    private synchronized Entry standing(Key key) {
        removeOld();
        Stored stored = entries.get(key);
        return stored == null ? null : stored.entry();
    }

    private synchronized Entry keepFirst(Key key, Entry entry) {
        Entry first = standing(key);
        if (first != null && first.requestHash().equals(entry.requestHash())) {
            return first;
        }
        Stored replaced = entries.remove(key); // so that its successor stands last
        bytes -= replaced == null ? 0 : replaced.bytes();
        long size = OVERHEAD + 3L * key.rolloutId().length() + entry.completion().length;
        if (size <= maxBytes) {
            entries.put(key, new Stored(entry, size, nanos.getAsLong()));
            bytes += size;
            removeSurplus();
        }
        return entry;
    }

    private void removeOld() {
        long now = nanos.getAsLong();
        Iterator<Stored> oldest = entries.values().iterator();
        while (oldest.hasNext()) {
            Stored stored = oldest.next();
            if (now - stored.writtenAt() < ttlNanos) {
                return;
            }
            oldest.remove();
            bytes -= stored.bytes();
        }
    }

    private void removeSurplus() {
        Iterator<Stored> oldest = entries.values().iterator();
        while (bytes > maxBytes) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }

    @Override
    public Duration keeps() {
        return Duration.ofNanos(ttlNanos);
    }

    @Override
    public synchronized void close() {
        entries.clear();
        bytes = 0;
    }

    /** Name {@code memory}; settings as in {@link JournalSettings}. */
    public static final class Factory implements PortFactory<EffectJournal> {
        @Override
        public Class<EffectJournal> port() {
            return EffectJournal.class;
        }

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public EffectJournal open(Map<String, String> settings) {
            JournalSettings journal = JournalSettings.of(settings, Set.of());
            return new MemoryEffectJournal(journal.ttl(), journal.maxBytes());
        }
    }
}
