// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.connector.triton.proto.GRPCInferenceServiceGrpc.GRPCInferenceServiceImplBase;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.connector.triton.proto.ModelReadyRequest;
import dev.eddy.connector.triton.proto.ModelReadyResponse;
import dev.eddy.connector.triton.proto.ModelStreamInferResponse;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Stands in for Triton with the vLLM backend in a benchmark, on a free port of this machine: of whatever model, it answers a
 * request at once, and with the same messages. So what is measured against it is the client and gRPC.
 */
public final class TritonBenchServer extends GRPCInferenceServiceImplBase implements AutoCloseable {
    private final List<ModelStreamInferResponse> replies;
    private final Server server;

    /**
     * Starts one.
     *
     * @param parts in how many replies the tokens of an answer come, at most as many as there are; an empty last one follows
     */
    public TritonBenchServer(TritonBenchCall call, int parts) throws IOException {
        replies = replies(call, parts);
        server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), InsecureServerCredentials.create())
                .directExecutor()
                .addService(this)
                .build()
                .start();
    }

    private static List<ModelStreamInferResponse> replies(TritonBenchCall call, int parts) {
        int[] ids = IntStream.concat(
                        Arrays.stream(call.tokenizer().encode(" yes the stream".repeat(call.tokens())))
                                .limit(call.tokens() - 1L),
                        Arrays.stream(call.tokenizer().encodeTemplate("<|im_end|>")))
                .toArray();
        int promptTokens = call.prompt().tokens().length;
        List<ModelStreamInferResponse> replies = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            int from = ids.length * part / parts;
            int[] more = Arrays.copyOfRange(ids, from, ids.length * (part + 1) / parts);
            replies.add(TritonReplies.part(TritonReplies.tokens(
                    call.tokenizer().decode(more), more, from, part == parts - 1 ? "stop" : "None", promptTokens)));
        }
        replies.add(TritonReplies.last(ModelInferResponse.newBuilder()));
        return List.copyOf(replies);
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void modelReady(ModelReadyRequest request, StreamObserver<ModelReadyResponse> answers) {
        answers.onNext(ModelReadyResponse.newBuilder().setReady(true).build());
        answers.onCompleted();
    }

    @Override
    public StreamObserver<ModelInferRequest> modelStreamInfer(StreamObserver<ModelStreamInferResponse> answers) {
        return new StreamObserver<>() {
            @Override
            public void onNext(ModelInferRequest request) {
                replies.forEach(answers::onNext);
            }

            /** The client has left, and gRPC has ended the call. */
            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onCompleted() {
                answers.onCompleted();
            }
        };
    }

    /** Cuts what is under way. */
    @Override
    public void close() throws InterruptedException {
        server.shutdownNow().awaitTermination();
    }
}
