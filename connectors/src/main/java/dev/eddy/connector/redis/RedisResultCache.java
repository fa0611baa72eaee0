// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.agent.SettingsReader;
import dev.eddy.port.PortFactory;
import dev.eddy.port.QueryLikeness;
import dev.eddy.port.ResultCache;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Snippet;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import redis.clients.jedis.UnifiedJedis;

/**
 * Results of searches in a Redis, shared by all that use it. A Redis that is slow or gone fails a call within the deadline, which
 * costs a hit. Thread-safe.
 */
public final class RedisResultCache implements ResultCache {
    /**
     * Keeps a result and its query among the question's. More than 256 queries are not compared with: a question that has them
     * gains nothing from another.
     */
    private static final byte[] PUT = """
            redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
            if KEYS[2] then
              local queries = redis.call('ZCARD', KEYS[2])
              if queries < 256 then
                redis.call('ZADD', KEYS[2], 'NX', queries, ARGV[3])
              end
              redis.call('PEXPIRE', KEYS[2], ARGV[2])
            end
            """.getBytes(UTF_8);

    private final RedisCalls redis;
    private final String prefix;
    private final byte[] ttlMillis;
    private final boolean approximate;

    private record Likely(String query, double likeness) {}

    private RedisResultCache(RedisSettings settings, boolean approximate) throws IOException {
        redis = new RedisCalls(settings);
        prefix = settings.prefix() + ":search:";
        ttlMillis = String.valueOf(settings.ttl().toMillis()).getBytes(UTF_8);
        this.approximate = approximate;
    }

    @Override
    public CompletableFuture<Optional<List<Snippet>>> find(Key key) {
        return redis.call("look up a search", commands -> found(commands, key))
                .thenApply(found -> found.map(SnippetLists::decode));
    }

    private Optional<byte[]> found(UnifiedJedis commands, Key key) {
        byte[] same = commands.get(result(key.query(), key.limit()));
        return same != null || key.question() == null || !approximate
                ? Optional.ofNullable(same)
                : similar(commands, key);
    }

    private Optional<byte[]> similar(UnifiedJedis commands, Key key) {
        byte[][] likely = commands.zrange(question(key), 0, -1).stream()
                .map(query -> new String(query, UTF_8))
                .map(query -> new Likely(query, QueryLikeness.of(key.query(), query)))
                .filter(query -> query.likeness() > APPROXIMATE)
                .sorted(Comparator.comparingDouble(Likely::likeness).reversed()) // stable: the earlier first
                .map(query -> result(query.query(), key.limit()))
                .toArray(byte[][]::new);
        return likely.length == 0
                ? Optional.empty()
                : commands.mget(likely).stream().filter(Objects::nonNull).findFirst();
    }

    @Override
    public CompletableFuture<Void> put(Key key, List<Snippet> found) {
        byte[] result = result(key.query(), key.limit());
        List<byte[]> keys = approximate && key.question() != null ? List.of(result, question(key)) : List.of(result);
        List<byte[]> values =
                List.of(SnippetLists.encode(found), ttlMillis, key.query().getBytes(UTF_8));
        return redis.call("keep a search", commands -> commands.eval(PUT, keys, values))
                .thenApply(done -> null);
    }

    private byte[] result(String query, int limit) {
        return (prefix + limit + ":q:" + Sha256.hex(query.getBytes(UTF_8))).getBytes(UTF_8);
    }

    private byte[] question(Key key) {
        return (prefix + key.limit() + ":of:" + Sha256.hex(key.question().getBytes(UTF_8))).getBytes(UTF_8);
    }

    @Override
    public void close() {
        redis.close();
    }

    /** Name {@code redis}; settings {@code approximate} (true) and those of {@link RedisSettings}. */
    public static final class Factory implements PortFactory<ResultCache> {
        @Override
        public Class<ResultCache> port() {
            return ResultCache.class;
        }

        @Override
        public String name() {
            return "redis";
        }

        @Override
        public ResultCache open(Map<String, String> settings) throws IOException {
            SettingsReader reader = new SettingsReader("the Redis result cache", settings);
            RedisSettings redis = RedisSettings.of(reader);
            boolean approximate = reader.flag("approximate", true);
            reader.end();
            return new RedisResultCache(redis, approximate);
        }

        @Override
        public boolean remote(Map<String, String> settings) {
            return true;
        }
    }
}
