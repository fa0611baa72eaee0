// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.EffectStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A vector index in the process that compares with every row; what it is asked is counted, and it can be out of order. */
public final class MemoryVectors implements VectorIndex {
    private final Map<String, Map<Pool, Map<String, Row>>> collections = new HashMap<>();
    private boolean down;
    private int searches;
    private int fetches;

    /** Whether calls fail with UNAVAILABLE. */
    public synchronized void down(boolean is) {
        down = is;
    }

    public synchronized int searches() {
        return searches;
    }

    public synchronized int fetches() {
        return fetches;
    }

    @Override
    public synchronized CompletableFuture<Void> write(Pool pool, List<Row> rows) {
        Map<String, Row> there = collections
                .computeIfAbsent(collection(pool), name -> new HashMap<>())
                .computeIfAbsent(pool, name -> new LinkedHashMap<>());
        rows.forEach(row -> there.putIfAbsent(row.record() + "#" + row.number(), row));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> flush(Pool pool) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Long> count(Pool pool) {
        return answer(() -> (long) rows(pool).size());
    }

    @Override
    public synchronized CompletableFuture<List<Match>> search(
            Pool pool, List<float[]> queries, List<String> members, int limit) {
        searches++;
        return answer(() -> {
            Map<String, Float> best = new HashMap<>();
            for (Row row : rows(pool)) {
                if (members.isEmpty() || members.contains(row.record())) {
                    queries.forEach(query -> best.merge(row.record(), product(query, row.vector()), Math::max));
                }
            }
            float last = best.values().stream()
                    .sorted((left, right) -> Float.compare(right, left))
                    .skip(limit - 1L)
                    .findFirst()
                    .orElse(Float.NEGATIVE_INFINITY);
            List<Match> matches = new ArrayList<>();
            best.forEach((record, score) -> {
                if (score >= last) {
                    matches.add(new Match(record, score));
                }
            });
            return matches;
        });
    }

    @Override
    public synchronized CompletableFuture<Map<String, List<float[]>>> fetch(Pool pool, List<String> records) {
        fetches++;
        return answer(() -> {
            Map<String, List<float[]>> found = new HashMap<>();
            for (Row row : rows(pool)) {
                if (records.contains(row.record())) {
                    found.computeIfAbsent(row.record(), record -> new ArrayList<>())
                            .add(row.vector());
                }
            }
            return found;
        });
    }

    /** Of records with a row each; equals by the greater id, as no agent has them. */
    @Override
    public synchronized CompletableFuture<Optional<List<Match>>> fused(
            Pool pool, List<float[]> queries, int limit, int constant) {
        return answer(() -> {
            Comparator<Match> order = Comparator.comparing(Match::score).thenComparing(Match::record);
            Map<String, Float> scores = new HashMap<>();
            for (float[] query : queries) {
                List<Match> best = rows(pool).stream()
                        .map(row -> new Match(row.record(), product(query, row.vector())))
                        .sorted(order.reversed())
                        .limit(limit)
                        .toList();
                for (int at = 0; at < best.size(); at++) {
                    scores.merge(best.get(at).record(), 1f / (constant + at + 1), Float::sum);
                }
            }
            return Optional.of(scores.entrySet().stream()
                    .map(entry -> new Match(entry.getKey(), entry.getValue()))
                    .sorted(order.reversed())
                    .limit(limit)
                    .toList());
        });
    }

    private List<Row> rows(Pool pool) {
        Map<Pool, Map<String, Row>> collection = collections.get(collection(pool));
        if (collection == null) {
            throw new PortException(EffectStatus.REJECTED, "there is no collection " + collection(pool));
        }
        return List.copyOf(collection.getOrDefault(pool, Map.of()).values());
    }

    private static String collection(Pool pool) {
        return pool.channel() + "_" + pool.length();
    }

    private <A> CompletableFuture<A> answer(Supplier<A> worked) {
        try {
            return down
                    ? CompletableFuture.failedFuture(new PortException(EffectStatus.UNAVAILABLE, "out of order"))
                    : CompletableFuture.completedFuture(worked.get());
        } catch (PortException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private static float product(float[] left, float[] right) {
        float product = 0;
        for (int i = 0; i < left.length; i++) {
            product += left[i] * right[i];
        }
        return product;
    }

    @Override
    public void close() {}

    /** Name {@code memory}; one for all who lease it with the same settings, whatever these are. */
    public static final class Factory implements PortFactory<VectorIndex> {
        @Override
        public Class<VectorIndex> port() {
            return VectorIndex.class;
        }

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public VectorIndex open(Map<String, String> settings) {
            return new MemoryVectors();
        }
    }
}
