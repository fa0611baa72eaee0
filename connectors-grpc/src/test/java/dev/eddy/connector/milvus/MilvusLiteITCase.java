// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.milvus.proto.DescribeCollectionRequest;
import dev.eddy.connector.milvus.proto.MilvusServiceGrpc;
import dev.eddy.connector.milvus.proto.Status;
import dev.eddy.port.RealServices;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.port.VectorIndexContract;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import io.grpc.CallOptions;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract with the Milvus Lite that {@code scripts/services.sh} starts; what runs already is used. */
@Tag("real-services")
class MilvusLiteITCase extends VectorIndexContract {
    private final String prefix = "t" + UUID.randomUUID().toString().replace("-", "");

    /** The server's name in the script. */
    String service() {
        return "milvus-lite";
    }

    @Override
    protected VectorIndex open() throws Exception {
        return open(service(), Map.of("prefix", prefix, "consistency", "strong"));
    }

    @Test
    void aCollectionThatIsDroppedInMidRunIsNamedUntilItsBankIsLoadedAgain() throws Exception {
        float[] north = {0, 1};
        Pool pool = new Pool("dropped", Channel.T2T, 2);
        Map<String, String> settings = Map.of("prefix", prefix + "_dropped", "consistency", "strong");
        try (VectorIndex running = open(service(), settings)) {
            load(settings, pool, new Row("a", 0, north));
            assertThat(await(running.search(pool, List.of(north), List.of(), 1)))
                    .hasSize(1);

            drop(prefix + "_dropped_t2t_2");

            assertFails(running.search(pool, List.of(north), List.of(), 1), EffectStatus.REJECTED)
                    .hasMessageContaining(prefix + "_dropped_t2t_2")
                    .hasMessageContaining("Load the bank again");
            load(settings, pool, new Row("a", 0, north));
            assertThat(await(running.search(pool, List.of(north), List.of(), 1)))
                    .containsExactly(new Match("a", 1));
        }
    }

    private void load(Map<String, String> settings, Pool pool, Row row) throws Exception {
        try (VectorIndex loader = open(service(), settings)) {
            await(loader.write(pool, List.of(row)));
        }
    }

    /** What no index does: the request is that of a description. */
    private void drop(String collection) throws Exception {
        ManagedChannel channel = Grpc.newChannelBuilder(RealServices.up(service()), InsecureChannelCredentials.create())
                .build();
        try {
            Status status = ClientCalls.blockingUnaryCall(
                    channel,
                    MethodDescriptor.newBuilder(
                                    ProtoUtils.marshaller(DescribeCollectionRequest.getDefaultInstance()),
                                    ProtoUtils.marshaller(Status.getDefaultInstance()))
                            .setType(MethodDescriptor.MethodType.UNARY)
                            .setFullMethodName(MethodDescriptor.generateFullMethodName(
                                    MilvusServiceGrpc.SERVICE_NAME, "DropCollection"))
                            .build(),
                    CallOptions.DEFAULT,
                    DescribeCollectionRequest.newBuilder()
                            .setCollectionName(collection)
                            .build());
            assertThat(MilvusFailures.failed(status)).as(status.getReason()).isFalse();
        } finally {
            channel.shutdownNow();
        }
    }

    /** Opens one that waits for as long as a slow machine takes. */
    static VectorIndex open(String service, Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(settings);
        all.put("endpoint", RealServices.up(service));
        all.put("deadline-ms", "60000");
        return new MilvusIndex.Factory().open(all);
    }
}
