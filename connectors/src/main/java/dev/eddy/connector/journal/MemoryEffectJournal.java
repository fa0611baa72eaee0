// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.journal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.PortFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A journal in this JVM's memory: it outlives restarts of a job as long as somebody holds a lease, never the process. Entries go
 * when they are old or when memory is full, oldest use first. Thread-safe.
 */
public final class MemoryEffectJournal implements EffectJournal {
    private final Cache<Key, Entry> entries;

    /**
     * @param ttl how long an entry is kept after it was written
     * @param maxBytes most bytes of completions kept
     */
    public MemoryEffectJournal(Duration ttl, long maxBytes) {
        this(ttl, maxBytes, Ticker.systemTicker());
    }

    MemoryEffectJournal(Duration ttl, long maxBytes, Ticker ticker) {
        this.entries = Caffeine.newBuilder()
                .expireAfterWrite(ttl)
                .maximumWeight(maxBytes)
                .weigher((Key key, Entry entry) -> entry.completion().length)
                .ticker(ticker)
                .executor(Runnable::run) // no pool that would outlive a job's class loader
                .build();
    }

    @Override
    public CompletableFuture<Optional<Entry>> find(Key key) {
        return CompletableFuture.completedFuture(Optional.ofNullable(entries.getIfPresent(key)));
    }

    @Override
    public CompletableFuture<Entry> record(Key key, Entry entry) {
        return CompletableFuture.completedFuture(entries.asMap()
                .merge(
                        key,
                        entry,
                        (first, second) -> first.requestHash().equals(second.requestHash()) ? first : second));
    }

    @Override
    public void close() {
        entries.invalidateAll();
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
