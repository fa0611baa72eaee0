// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.port.VectorIndexContract;
import dev.eddy.schemas.Channel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract by Milvus' protocol alone. */
class MilvusIndexITCase extends VectorIndexContract {
    private static final Pool POOL = new Pool("p", Channel.T2T, 2);

    private FakeMilvus server;

    @Override
    protected VectorIndex open() throws Exception {
        server = FakeMilvus.start();
        return new MilvusIndex.Factory().open(Map.of("endpoint", server.endpoint(), "deadline-ms", "60000"));
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void aLoadThatBrokeOffIsResumedWithWhatIsMissing() throws Exception {
        Row first = new Row("a", 0, new float[] {1, 0});
        Row second = new Row("b", 0, new float[] {0, 1});
        try (VectorIndex broken = new MilvusIndex.Factory().open(Map.of("endpoint", server.endpoint()))) {
            await(broken.write(POOL, List.of(first)));
        }
        server.indexed.clear();
        try (VectorIndex next = new MilvusIndex.Factory().open(Map.of("endpoint", server.endpoint()))) {
            await(next.write(POOL, List.of(first, second)));
            await(next.write(POOL, List.of(first, second)));
        }

        assertThat(server.inserts).extracting(request -> request.getNumRows()).containsExactly(1, 1);
        assertThat(server.collections).containsOnlyKeys("eddy_t2t_2");
        assertThat(server.indexed).containsExactly("eddy_t2t_2");
    }

    @Test
    void aServerThatDoesNotKnowFusionIsAskedForItOnce() throws Exception {
        server.withoutFusion = true;
        try (VectorIndex index = new MilvusIndex.Factory().open(Map.of("endpoint", server.endpoint()))) {
            await(index.write(POOL, List.of(new Row("a", 0, new float[] {1, 0}))));
            for (int time = 0; time < 3; time++) {
                assertThat(await(index.fused(POOL, List.of(new float[] {1, 0}), 1, 60)))
                        .isEmpty();
            }
        }

        assertThat(server.fusions).hasValue(1);
    }

    @Test
    void settingsAreCheckedByName() {
        assertRefused(Map.of("port", "1"), "'endpoint'");
        assertRefused(Map.of("endpoint", "h:1", "index", "ivf"), "'index'", "flat");
        assertRefused(Map.of("endpoint", "h:1", "prefix", "a-b"), "'prefix'", "a-b");
        assertRefused(Map.of("endpoint", "h:1", "consistency", "some"), "'consistency'", "bounded");
        assertRefused(Map.of("endpoint", "h:1", "tires", "1"), "[tires]", "tries");
    }

    private static void assertRefused(Map<String, String> settings, String... words) {
        assertThatThrownBy(() -> Ports.lease(VectorIndex.class, "milvus", settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words);
    }
}
