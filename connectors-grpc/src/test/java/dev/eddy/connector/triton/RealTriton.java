// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.protobuf.ByteString;
import dev.eddy.connector.triton.proto.GRPCInferenceServiceGrpc;
import dev.eddy.connector.triton.proto.ModelRepositoryParameter;
import dev.eddy.connector.triton.proto.RepositoryModelLoadRequest;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What is done to a real Triton beside asking it. */
final class RealTriton {
    private static final Path MODELS = Path.of("..", "docker", "triton");

    private RealTriton() {}

    /** Loads the text model under another name, as often as one likes. */
    static void loadText(String endpoint, String name) throws IOException, InterruptedException {
        RepositoryModelLoadRequest.Builder load =
                RepositoryModelLoadRequest.newBuilder().setModelName(name);
        load.putParameters(
                "config",
                ModelRepositoryParameter.newBuilder()
                        .setStringParam("{\"backend\": \"python\"}")
                        .build());
        for (String file : List.of("1/model.py", "1/tokenizer.json")) {
            ByteString bytes = ByteString.copyFrom(
                    Files.readAllBytes(MODELS.resolve("text").resolve(file)));
            load.putParameters(
                    "file:" + file,
                    ModelRepositoryParameter.newBuilder().setBytesParam(bytes).build());
        }
        ManagedChannel channel = Grpc.newChannelBuilder(endpoint, InsecureChannelCredentials.create())
                .build();
        try {
            GRPCInferenceServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(1, TimeUnit.MINUTES)
                    .repositoryModelLoad(load.build());
        } finally {
            channel.shutdownNow().awaitTermination(1, TimeUnit.MINUTES);
        }
    }
}
