// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.PortFactory;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

    /** Name {@code memory}; settings {@code ttl}, an ISO-8601 duration ({@code PT1H}), and {@code max-bytes} (256 MiB). */
    public static final class Factory implements PortFactory<EffectJournal> {
        private static final String TTL = "ttl";
        private static final String MAX_BYTES = "max-bytes";

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
            Set<String> unknown = new TreeSet<>(settings.keySet());
            unknown.removeAll(Set.of(TTL, MAX_BYTES));
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException(
                        "the memory journal has no settings " + unknown + "; it has [max-bytes, ttl]");
            }
            return new MemoryEffectJournal(ttl(settings), maxBytes(settings));
        }

        private static Duration ttl(Map<String, String> settings) {
            String text = settings.getOrDefault(TTL, "PT1H");
            try {
                Duration ttl = Duration.parse(text);
                if (!ttl.isZero() && !ttl.isNegative()) {
                    return ttl;
                }
            } catch (DateTimeParseException e) {
                throw refused(TTL, "a duration such as PT1H", text, e);
            }
            throw refused(TTL, "a positive duration", text, null);
        }

        private static long maxBytes(Map<String, String> settings) {
            String text = settings.getOrDefault(MAX_BYTES, String.valueOf(256L << 20));
            try {
                long bytes = Long.parseLong(text);
                if (bytes > 0) {
                    return bytes;
                }
            } catch (NumberFormatException e) {
                throw refused(MAX_BYTES, "a whole number", text, e);
            }
            throw refused(MAX_BYTES, "positive", text, null);
        }

        private static IllegalArgumentException refused(String key, String expected, String text, Exception cause) {
            return new IllegalArgumentException(
                    "setting '" + key + "' of the memory journal must be " + expected + ", got '" + text + "'", cause);
        }
    }
}
