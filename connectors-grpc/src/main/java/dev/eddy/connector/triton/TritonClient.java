// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
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
import dev.eddy.connector.triton.proto.ModelRepositoryParameter;
import dev.eddy.connector.triton.proto.ModelStreamInferResponse;
import dev.eddy.connector.triton.proto.RepositoryModelLoadRequest;
import dev.eddy.connector.triton.proto.RepositoryModelUnloadRequest;
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
 * Inference on a Triton server and control of its models over one channel. Thread-safe; never blocks, and holds no thread while
 * it waits. Futures fail with a {@link PortException}, at the latest after the call's deadline: UNAVAILABLE and TIMEOUT where another
 * try may help, REJECTED where the server refuses, INVALID where its answer is broken. Whoever cancels a future that this class
 * returned, or fails it, ends the call at the server.
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

    /** Host and port. */
    String endpoint() {
        return settings.endpoint();
    }

    /** One answer to one request; of a decoupled model it is refused, which only {@link #stream} can ask. */
    public CompletableFuture<InferenceAnswer> infer(InferenceCall call) {
        CompletableFuture<List<InferenceAnswer>> all =
                exchange(GRPCInferenceServiceGrpc.getModelInferMethod(), call, call.unary(), response -> response);
        return Chain.then(all, answers -> CompletableFuture.completedFuture(answers.get(0)));
    }

    /** Whether a model is loaded, so that calls to it may begin. */
    public CompletableFuture<Boolean> ready(String model, Duration deadline) {
        ModelReadyRequest asked = ModelReadyRequest.newBuilder().setName(model).build();
        return unary(
                GRPCInferenceServiceGrpc.getModelReadyMethod(),
                asked,
                "readiness of model '" + model + "'",
                deadline,
                ModelReadyResponse::getReady);
    }

    /**
     * Loads a model from these files alone; completes when it is ready. One of this name that is loaded is loaded anew. Needs a
     * server with explicit model control.
     *
     * @param config of the model, in JSON
     * @param files by their path below the model's folder
     */
    public CompletableFuture<Void> load(String model, String config, Map<String, ByteString> files, Duration deadline) {
        RepositoryModelLoadRequest.Builder load =
                RepositoryModelLoadRequest.newBuilder().setModelName(model);
        load.putParameters(
                "config",
                ModelRepositoryParameter.newBuilder().setStringParam(config).build());
        files.forEach((path, content) -> load.putParameters(
                "file:" + path,
                ModelRepositoryParameter.newBuilder().setBytesParam(content).build()));
        return unary(
                GRPCInferenceServiceGrpc.getRepositoryModelLoadMethod(),
                load.build(),
                "loading of model '" + model + "'",
                deadline,
                loaded -> null);
    }

    /** Unloads a model once its calls under way are done; one that is not loaded is harmless. */
    public CompletableFuture<Void> unload(String model, Duration deadline) {
        return unary(
                GRPCInferenceServiceGrpc.getRepositoryModelUnloadMethod(),
                RepositoryModelUnloadRequest.newBuilder().setModelName(model).build(),
                "unloading of model '" + model + "'",
                deadline,
                unloaded -> null);
    }

    private <Q, A, T> CompletableFuture<T> unary(
            MethodDescriptor<Q, A> method, Q request, String about, Duration deadline, Function<A, T> value) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
        ListenableFuture<A> asked = ClientCalls.futureUnaryCall(channel.newCall(method, options), request);
        CompletableFuture<T> result = new CompletableFuture<>();
        asked.addListener(
                () -> {
                    try {
                        result.complete(value.apply(Futures.getDone(asked)));
                    } catch (ExecutionException | CancellationException e) {
                        result.completeExceptionally(GrpcFailures.of(
                                "Triton at " + settings.endpoint() + ", " + about + ",", Status.fromThrowable(e)));
                    }
                },
                Runnable::run);
        result.whenComplete((answer, failure) -> {
            if (failure != null) {
                asked.cancel(false);
            }
        });
        return result;
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

    private static ModelInferResponse withoutError(ModelStreamInferResponse message) {
        if (!message.getErrorMessage().isEmpty()) {
            throw StreamErrors.of(message.getErrorMessage());
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
