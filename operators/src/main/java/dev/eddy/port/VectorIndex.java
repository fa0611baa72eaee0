// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.schemas.Channel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Vectors of records outside of this process, found by inner product. A record has one row a picture or text. What a pool
 * holds never changes, so that its name says its content; banks are views of pools, and targets never come here. Thread-safe;
 * never blocks the caller. What does not exist fails with REJECTED.
 */
public interface VectorIndex extends AutoCloseable {
    /**
     * The rows of one channel of a pool.
     *
     * @param name of the pool
     * @param length of each vector
     */
    record Pool(String name, Channel channel, int length) {}

    /**
     * One of a record's vectors.
     *
     * @param number of the row among its record's, from 0
     */
    record Row(String record, int number, float[] vector) {}

    /** A record and the inner product of its best row with the best of the queries. */
    record Match(String record, float score) {}

    /** Writes those of the rows that are not there yet. */
    CompletableFuture<Void> write(Pool pool, List<Row> rows);

    /** Makes what was written last, and fast to search; for the end of a load only. */
    CompletableFuture<Void> flush(Pool pool);

    /** How many rows of the pool a search sees. */
    CompletableFuture<Long> count(Pool pool);

    /**
     * The best records, and all that are equal to the last of them, in no order: who asks breaks the ties.
     *
     * @param members the records that count; empty for all of the pool
     * @param limit how many records are wanted, positive
     */
    CompletableFuture<List<Match>> search(Pool pool, List<float[]> queries, List<String> members, int limit);

    /**
     * The vectors of records, in no order; what the pool does not have is left out.
     *
     * @param records not empty; all their vectors come in one answer, whose size the server bounds
     */
    CompletableFuture<Map<String, List<float[]>>> fetch(Pool pool, List<String> records);

    /**
     * Records by the server's own reciprocal-rank fusion of a search for each query, the best first and equal ones in its order;
     * empty where it has none. A comparison: agents fuse by themselves, since ranks of each list are part of what they learn from.
     * Ranks are those of rows, equal ones in the server's order.
     *
     * @param limit at which each list of rows and the fused one are cut off, positive
     * @param constant k: a row's score is the sum of 1 / (k + rank)
     */
    default CompletableFuture<Optional<List<Match>>> fused(Pool pool, List<float[]> queries, int limit, int constant) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    void close();
}
