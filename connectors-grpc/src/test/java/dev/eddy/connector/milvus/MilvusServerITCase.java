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
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract with a Milvus server, and what its bound on staleness does. */
class MilvusServerITCase extends MilvusLiteITCase {
    @Override
    String service() {
        return "milvus";
    }

    /** Milvus 2.3 does not know the call. */
    @Override
    protected boolean fuses() {
        return false;
    }

    @Test
    @Timeout(300)
    void aWriteThatIsNotYetVisibleIsMissingFromTheCountUntilASearchSeesAllOfIt() throws Exception {
        float[] north = {0, 1};
        List<Row> rows = IntStream.range(0, 100)
                .mapToObj(number -> new Row("r" + number, 0, north))
                .toList();
        try (VectorIndex bounded = open(service(), Map.of("prefix", "staleness", "consistency", "bounded"))) {
            Pool pool;
            long seen;
            do {
                pool = new Pool(UUID.randomUUID().toString(), Channel.I2I, 2);
                await(bounded.write(pool, rows));
                seen = await(bounded.count(pool));
            } while (seen == rows.size()); // until one is late, which most are
            assertThat(seen).isBetween(0L, rows.size() - 1L);

            do {
                seen = await(bounded.count(pool));
            } while (seen < rows.size());
            assertThat(await(bounded.search(pool, List.of(north), List.of(), rows.size())))
                    .extracting(Match::record)
                    .containsExactlyInAnyOrderElementsOf(
                            rows.stream().map(Row::record).toList());
        }
    }
}
