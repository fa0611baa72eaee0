// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.agent.SettingsReader;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.PortFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A journal in a Redis: it outlives this machine. A Redis that is slow or gone fails a call within the deadline: a miss that is
 * counted or, where the journal is required, the effect's failure. Thread-safe.
 */
public final class RedisEffectJournal implements EffectJournal {
    private static final int HASH = 64;
    /** Redis runs a script as one step, so that of many writers all are told the same. */
    private static final byte[] KEEP_FIRST = """
            local first = redis.call('GET', KEYS[1])
            if first and string.sub(first, 1, 64) == string.sub(ARGV[1], 1, 64) then
              return first
            end
            redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
            return false
            """.getBytes(UTF_8);

    private final RedisCalls redis;
    private final String prefix;
    private final Duration ttl;
    private final byte[] ttlMillis;
    private final boolean required;

    private RedisEffectJournal(RedisSettings settings, boolean required) throws IOException {
        redis = new RedisCalls(settings);
        prefix = settings.prefix() + ":effect:";
        ttl = settings.ttl();
        ttlMillis = String.valueOf(settings.ttl().toMillis()).getBytes(UTF_8);
        this.required = required;
    }

    @Override
    public CompletableFuture<Optional<Entry>> find(Key key) {
        return redis.call("look up effect " + key, commands -> commands.get(bytes(key)))
                .thenApply(found -> Optional.ofNullable(found).map(RedisEffectJournal::entry));
    }

    @Override
    public CompletableFuture<Entry> record(Key key, Entry entry) {
        byte[] value = Arrays.copyOf(entry.requestHash().getBytes(UTF_8), HASH + entry.completion().length);
        System.arraycopy(entry.completion(), 0, value, HASH, entry.completion().length);
        return redis.call("record effect " + key, commands ->
                        (byte[]) commands.eval(KEEP_FIRST, List.of(bytes(key)), List.of(value, ttlMillis)))
                .thenApply(first -> first == null ? entry : entry(first));
    }

    private byte[] bytes(Key key) {
        return (prefix + key.rolloutId() + "/" + key.seq()).getBytes(UTF_8);
    }

    private static Entry entry(byte[] value) {
        return new Entry(new String(value, 0, HASH, UTF_8), Arrays.copyOfRange(value, HASH, value.length));
    }

    @Override
    public Duration keeps() {
        return ttl;
    }

    @Override
    public boolean required() {
        return required;
    }

    @Override
    public void close() {
        redis.close();
    }

    /** Name {@code redis}; settings {@code required} (false) and those of {@link RedisSettings}. */
    public static final class Factory implements PortFactory<EffectJournal> {
        @Override
        public Class<EffectJournal> port() {
            return EffectJournal.class;
        }

        @Override
        public String name() {
            return "redis";
        }

        @Override
        public EffectJournal open(Map<String, String> settings) throws IOException {
            SettingsReader reader = new SettingsReader("the Redis journal", settings);
            RedisSettings redis = RedisSettings.of(reader);
            boolean required = reader.flag("required", false);
            reader.end();
            return new RedisEffectJournal(redis, required);
        }
    }
}
