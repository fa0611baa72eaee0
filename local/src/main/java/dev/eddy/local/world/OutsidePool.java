// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.EffectStatus;
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Rows of one channel in a {@link VectorIndex}, in a pool that is named by a hash of what it holds: what is loaded again with
 * other content has another one, and what a load that broke off has written is found by the next. Immutable.
 *
 * @param rows how many there are to be
 * @param remedy what whoever does not see them all is to do: the end of a sentence
 */
public record OutsidePool(VectorIndex index, Pool pool, long rows, String remedy) {
    private static final RetryPolicy<Void> UNTIL_VISIBLE = RetryPolicy.<Void>builder()
            .handleIf(failure -> failure instanceof PortException refused && refused.status() != EffectStatus.TIMEOUT)
            .withDelay(Duration.ofMillis(200))
            .withMaxDuration(Duration.ofMinutes(1))
            .withMaxRetries(-1)
            .build();
    private static final int BATCH = 256;
    private static final int HASH_LETTERS = 16;

    /** What a pool's content is to be added to before it is {@link #named}. */
    public static MessageDigest content() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The name of a pool with that content. */
    public static String named(String whose, MessageDigest content) {
        return whose + "-" + HexFormat.of().formatHex(content.digest()).substring(0, HASH_LETTERS);
    }

    /** As {@link VectorIndex#search}; nothing where there are no rows or queries. */
    public CompletableFuture<List<Match>> search(List<float[]> queries, List<String> members, int limit) {
        return rows == 0 || queries.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : index.search(pool, queries, members, limit);
    }

    /** Completes where a search sees all rows; fails with REJECTED where there are none and UNAVAILABLE for a part. */
    public CompletableFuture<Void> visible() {
        return rows == 0
                ? CompletableFuture.completedFuture(null)
                : index.count(pool).thenAccept(seen -> {
                    if (seen != rows) {
                        throw new PortException(
                                seen == 0 ? EffectStatus.REJECTED : EffectStatus.UNAVAILABLE,
                                "of the " + rows + " vectors of pool " + pool.name() + " for " + pool.channel()
                                        + " a search sees " + seen + "; if that stays so, " + remedy);
                    }
                });
    }

    /** Writes those rows of a batch that are not there yet, if it is long enough, and empties it; blocks. */
    public int send(List<Row> batch) throws IOException {
        return send(batch, BATCH);
    }

    private int send(List<Row> batch, int enough) throws IOException {
        int size = batch.size();
        if (size < enough) {
            return 0;
        }
        await(index.write(pool, List.copyOf(batch)));
        batch.clear();
        return size;
    }

    /** Writes the last rows and waits until a search sees all; blocks. */
    public void finish(List<Row> batch) throws IOException {
        send(batch, 1);
        if (rows > 0) {
            await(index.flush(pool));
            // Where staleness is bounded, what was written may be seen late.
            await(Failsafe.with(UNTIL_VISIBLE).getStageAsync(this::visible));
        }
    }

    private static void await(CompletableFuture<Void> future) throws IOException {
        try {
            future.join();
        } catch (CompletionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed);
        }
    }
}
