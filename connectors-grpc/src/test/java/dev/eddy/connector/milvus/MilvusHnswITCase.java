// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.Channel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An approximate index on a Milvus server beside the exact one, both of records with several rows. */
@Tag("real-services")
class MilvusHnswITCase {
    private static final int LENGTH = 64;
    private static final int RECORDS = 1_500;
    private static final int ROWS_OF_A_RECORD = 3;
    private static final int QUERIES = 50;
    private static final int LIMIT = 10;

    private final Random random = new Random(5);
    private final Pool pool = new Pool(UUID.randomUUID().toString(), Channel.I2I, LENGTH);
    private final List<Row> rows = IntStream.range(0, RECORDS)
            .boxed()
            .flatMap(record ->
                    IntStream.range(0, ROWS_OF_A_RECORD).mapToObj(number -> new Row("r" + record, number, direction())))
            .toList();
    private final List<float[]> queries =
            Stream.generate(this::direction).limit(QUERIES).toList();

    @Test
    @Timeout(600)
    void anApproximateIndexFindsNearlyAllOfTheBestRecordsEachByItsBestRow() throws Exception {
        String prefix = "t" + UUID.randomUUID().toString().replace("-", "");
        try (VectorIndex flat = open(prefix + "_flat", "flat", 1);
                VectorIndex hasty = open(prefix + "_hnsw", "hnsw", 1);
                VectorIndex thorough = open(prefix + "_hnsw", "hnsw", 256)) {
            load(flat);
            load(hasty);

            for (float[] query : queries) {
                Map<String, Float> exact = best(query);
                List<Match> found = search(flat, query, LIMIT);
                assertThat(found).extracting(Match::record).containsExactlyInAnyOrderElementsOf(top(exact, LIMIT));
                assertThat(found).allMatch(match -> isByItsBestRow(match, exact));
            }
            // Rows are compared one by one until the server has made its index; then little effort misses some.
            double little;
            do {
                little = recall(hasty, 1);
            } while (little == 1);
            assertThat(recall(thorough, LIMIT)).isGreaterThan(0.95);
        }
    }

    private static VectorIndex open(String prefix, String index, int effort) throws Exception {
        return MilvusLiteITCase.open(
                "milvus",
                Map.of("prefix", prefix, "index", index, "effort", Integer.toString(effort), "consistency", "strong"));
    }

    private void load(VectorIndex index) {
        int batch = 500;
        for (int from = 0; from < rows.size(); from += batch) {
            await(index.write(pool, rows.subList(from, from + batch)));
        }
        await(index.flush(pool));
        assertThat(await(index.count(pool))).isEqualTo(rows.size());
    }

    private List<Match> search(VectorIndex index, float[] query, int limit) {
        return await(index.search(pool, List.of(query), List.of(), limit));
    }

    /** The share of the best records that are found, and by their best row. */
    private double recall(VectorIndex index, int limit) {
        int hits = 0;
        for (float[] query : queries) {
            Map<String, Float> exact = best(query);
            Set<String> wanted = new HashSet<>(top(exact, limit));
            for (Match match : search(index, query, limit)) {
                if (wanted.contains(match.record()) && isByItsBestRow(match, exact)) {
                    hits++;
                }
            }
        }
        return (double) hits / (limit * queries.size());
    }

    private static boolean isByItsBestRow(Match match, Map<String, Float> exact) {
        return Math.abs(match.score() - exact.get(match.record())) < 1e-4;
    }

    private Map<String, Float> best(float[] query) {
        Map<String, Float> best = new HashMap<>();
        rows.forEach(row -> best.merge(row.record(), product(query, row.vector()), Math::max));
        return best;
    }

    private static List<String> top(Map<String, Float> scores, int limit) {
        List<String> records = new ArrayList<>(scores.keySet());
        records.sort(Comparator.comparing(scores::get).reversed());
        return records.subList(0, limit);
    }

    private static float product(float[] left, float[] right) {
        float product = 0;
        for (int i = 0; i < left.length; i++) {
            product += left[i] * right[i];
        }
        return product;
    }

    private float[] direction() {
        float[] direction = new float[LENGTH];
        double square = 0;
        for (int i = 0; i < LENGTH; i++) {
            direction[i] = (float) random.nextGaussian();
            square += direction[i] * direction[i];
        }
        for (int i = 0; i < LENGTH; i++) {
            direction[i] /= (float) Math.sqrt(square);
        }
        return direction;
    }
}
