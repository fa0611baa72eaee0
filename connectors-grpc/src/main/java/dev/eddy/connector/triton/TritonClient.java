// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.MessageLite;
import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.grpc.GrpcChannel;
import dev.eddy.connector.grpc.GrpcFailures;
import dev.eddy.connector.grpc.GrpcSettings;
import dev.eddy.connector.triton.proto.GRPCInferenceServiceGrpc;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.connector.triton.proto.ModelReadyRequest;
import dev.eddy.connector.triton.proto.ModelReadyResponse;
import dev.eddy.connector.triton.proto.ModelStreamInferResponse;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Inference on a Triton server over one channel. Thread-safe; never blocks, and holds no thread while it waits. Futures fail with a
 * {@link PortException}, at the latest after the call's deadline: UNAVAILABLE and TIMEOUT where another try may help, REJECTED where
 * the server refuses, INVALID where its answer is broken. Whoever cancels a future that this class returned, or fails it, ends the
 * call at the server.
 *
 * <p>Lease it as {@code Ports.lease(TritonClient.class, TritonClient.NAME, settings)}: one channel a JVM for the same settings.
 */
public final class TritonClient implements AutoCloseable {
    /** What {@link dev.eddy.port.Ports} knows it by. */
    public static final String NAME = "triton";

    private final GrpcSettings settings;
    private final ManagedChannel channel;

    /** @param channel closed with this */
    TritonClient(GrpcSettings settings, ManagedChannel channel) {
        this.settings = settings;
        this.channel = channel;
    }

    /** One answer to one request; of a decoupled model it is refused, which only {@link #stream} can ask. */
    public CompletableFuture<InferenceAnswer> infer(InferenceCall call) {
        CompletableFuture<List<InferenceAnswer>> all =
                exchange(GRPCInferenceServiceGrpc.getModelInferMethod(), call, call.unary(), response -> response);
        return Chain.then(all, answers -> CompletableFuture.completedFuture(answers.get(0)));
    }

    /** Whether a model is loaded, so that calls to it may begin. */
    public CompletableFuture<Boolean> ready(String model, Duration deadline) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
        ListenableFuture<ModelReadyResponse> asked = ClientCalls.futureUnaryCall(
                channel.newCall(GRPCInferenceServiceGrpc.getModelReadyMethod(), options),
                ModelReadyRequest.newBuilder().setName(model).build());
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        asked.addListener(
                () -> {
                    try {
                        ready.complete(Futures.getDone(asked).getReady());
                    } catch (ExecutionException | CancellationException e) {
                        ready.completeExceptionally(GrpcFailures.of(
                                "Triton at " + settings.endpoint() + ", readiness of model '" + model + "',",
                                Status.fromThrowable(e)));
                    }
                },
                Runnable::run);
        ready.whenComplete((answer, failure) -> {
            if (failure != null) {
                asked.cancel(false);
            }
        });
        return ready;
    }

    /** All answers to one request, in their order; a model that is not decoupled gives one. */
    public CompletableFuture<List<InferenceAnswer>> stream(InferenceCall call) {
        return exchange(
                GRPCInferenceServiceGrpc.getModelStreamInferMethod(),
                call,
                call.streamed(),
                TritonClient::withoutError);
    }

    private <M extends MessageLite> CompletableFuture<List<InferenceAnswer>> exchange(
            MethodDescriptor<ModelInferRequest, M> method,
            InferenceCall call,
            ModelInferRequest request,
            Function<M, ModelInferResponse> content) {
        String what = "Triton at " + settings.endpoint() + ", model '" + call.model() + "', call '" + call.id() + "'";
        if (request.getSerializedSize() > settings.maxMessageBytes()) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.REJECTED,
                    what + ": the request takes " + request.getSerializedSize() + " bytes and may take "
                            + settings.maxMessageBytes() + "; raise the setting 'max-message-bytes'"));
        }
        boolean streamed = method.getType() == MethodDescriptor.MethodType.BIDI_STREAMING;
        CallOptions options =
                CallOptions.DEFAULT.withDeadlineAfter(call.deadline().toNanos(), TimeUnit.NANOSECONDS);
        return new Exchange<>(channel.newCall(method, options), what, streamed, settings.maxMessageBytes(), content)
                .begin(request);
    }

    /** A text without a code, so that it may be worth another try: see RATIONALE.md. */
    private static ModelInferResponse withoutError(ModelStreamInferResponse message) {
        if (!message.getErrorMessage().isEmpty()) {
            throw new PortException(EffectStatus.UNAVAILABLE, "failed: " + message.getErrorMessage());
        }
        return message.getInferResponse();
    }

    /** Calls that still wait fail with UNAVAILABLE. */
    @Override
    public void close() {
        GrpcChannel.close(channel, settings);
    }

    /** Settings: see {@link GrpcSettings}. */
    public static final class Factory implements PortFactory<TritonClient> {
        @Override
        public Class<TritonClient> port() {
            return TritonClient.class;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public TritonClient open(Map<String, String> settings) throws IOException {
            SettingsReader reader = new SettingsReader("a Triton client", settings);
            GrpcSettings read = GrpcSettings.of(reader);
            reader.end();
            return new TritonClient(read, GrpcChannel.open(read, System::getenv, GrpcChannel::bearer));
        }
    }
}
