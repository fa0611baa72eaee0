// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;

import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OutsideVectorsTest {
    /** Sees as many rows as it is told. */
    private record Lagging(long[] seen) implements VectorIndex {
        @Override
        public CompletableFuture<Void> write(Pool pool, List<Row> rows) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public CompletableFuture<Void> flush(Pool pool) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public CompletableFuture<Long> count(Pool pool) {
            return CompletableFuture.completedFuture(seen[pool.channel().ordinal()]);
        }

        @Override
        public CompletableFuture<List<Match>> search(
                Pool pool, List<float[]> queries, List<String> members, int limit) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public CompletableFuture<Map<String, List<float[]>>> fetch(Pool pool, List<String> records) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public void close() {}
    }

    @Test
    void aWriteThatIsNotYetVisibleIsAFailureAndNotAShorterList() {
        long[] seen = new long[Channel.values().length];
        VectorIndex index = new Lagging(seen);
        OutsideVectors vectors = new OutsideVectors(
                new OutsidePool(index, new Pool("p", Channel.I2I, 2), 3, "load them with --milvus"),
                new OutsidePool(index, new Pool("p", Channel.T2T, 2), 4, "load them with --milvus"));

        assertFails(vectors.visible(), EffectStatus.REJECTED).hasMessageContaining("--milvus");
        seen[Channel.I2I.ordinal()] = 2;
        assertFails(vectors.visible(), EffectStatus.UNAVAILABLE)
                .hasMessageContaining("of the 3")
                .hasMessageContaining("sees 2");
        seen[Channel.I2I.ordinal()] = 3;
        seen[Channel.T2T.ordinal()] = 1;
        assertFails(vectors.visible(), EffectStatus.UNAVAILABLE).hasMessageContaining("of the 4");
        seen[Channel.T2T.ordinal()] = 4;
        await(vectors.visible());
    }
}
