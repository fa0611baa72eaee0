// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.connector.grpc.FreePort;
import dev.eddy.connector.triton.proto.GRPCInferenceServiceGrpc.GRPCInferenceServiceImplBase;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.connector.triton.proto.ModelInferResponse.InferOutputTensor;
import dev.eddy.connector.triton.proto.ModelReadyRequest;
import dev.eddy.connector.triton.proto.ModelReadyResponse;
import dev.eddy.connector.triton.proto.ModelStreamInferResponse;
import dev.eddy.connector.triton.proto.RepositoryModelLoadRequest;
import dev.eddy.connector.triton.proto.RepositoryModelLoadResponse;
import dev.eddy.connector.triton.proto.RepositoryModelUnloadRequest;
import dev.eddy.connector.triton.proto.RepositoryModelUnloadResponse;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A server on this machine whose models are made by the test; it refuses as Triton was seen to do it. */
final class FakeTriton extends GRPCInferenceServiceImplBase implements AutoCloseable {
    /** What a decoupled model does with a request. */
    interface Model {
        void answer(ModelInferRequest request, StreamObserver<ModelStreamInferResponse> answers);
    }

    /** Headers of all calls. */
    final Queue<Metadata> headers = new ConcurrentLinkedQueue<>();

    final Queue<ModelInferRequest> requests = new ConcurrentLinkedQueue<>();
    final CountDownLatch asked = new CountDownLatch(1);
    final CountDownLatch cancelled = new CountDownLatch(1);
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger loads = new AtomicInteger();
    /** Deadlines of questions for readiness. */
    final Queue<Deadline> readinessBy = new ConcurrentLinkedQueue<>();

    /** Whether questions for readiness are never answered. */
    volatile boolean muteOfReadiness;

    private final Map<String, Model> models = new ConcurrentHashMap<>();
    private final Map<String, Function<ModelInferRequest, ModelInferResponse.Builder>> unary =
            new ConcurrentHashMap<>(Map.of("echo", FakeTriton::echo));
    private final Server server;
    private volatile boolean failsLoads;

    FakeTriton() throws IOException {
        this(FreePort.find(), InsecureServerCredentials.create());
    }

    /** One that ends its connections by GOAWAY after a second, which hurts no call. */
    FakeTriton(int port, ServerCredentials credentials) throws IOException {
        this(port, credentials, Integer.MAX_VALUE, Duration.ofSeconds(1));
    }

    private FakeTriton(int port, ServerCredentials credentials, int streams, Duration age) throws IOException {
        server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), credentials)
                .addService(this)
                .maxConnectionAge(age.toSeconds(), TimeUnit.SECONDS)
                .maxConcurrentCallsPerConnection(streams)
                .intercept(new Witness())
                .addTransportFilter(new ServerTransportFilter() {
                    @Override
                    public Attributes transportReady(Attributes attributes) {
                        connections.incrementAndGet();
                        return attributes;
                    }
                })
                .build()
                .start();
    }

    /** One that takes no more calls at once on a connection. */
    static FakeTriton withStreams(int streams) throws IOException {
        return new FakeTriton(FreePort.find(), InsecureServerCredentials.create(), streams, Duration.ofDays(1));
    }

    int port() {
        return server.getPort();
    }

    String endpoint() {
        return "127.0.0.1:" + server.getPort();
    }

    /** From now on nothing can be loaded. */
    void failLoads() {
        failsLoads = true;
    }

    boolean has(String model) {
        return models.containsKey(model);
    }

    FakeTriton with(String name, Model model) {
        models.put(name, model);
        return this;
    }

    /** A model that is not decoupled. */
    FakeTriton withUnary(String name, Function<ModelInferRequest, ModelInferResponse.Builder> model) {
        unary.put(name, model);
        return this;
    }

    /** There are 'echo', and 'mute', which never answers. */
    @Override
    public void modelInfer(ModelInferRequest request, StreamObserver<ModelInferResponse> answers) {
        requests.add(request);
        asked.countDown();
        String model = request.getModelName();
        if (unary.containsKey(model)) {
            answers.onNext(unary.get(model).apply(request).build());
            answers.onCompleted();
        } else if (!model.equals("mute")) {
            answers.onError(refusal(model).asRuntimeException());
        }
    }

    @Override
    public void modelReady(ModelReadyRequest request, StreamObserver<ModelReadyResponse> answers) {
        readinessBy.add(Context.current().getDeadline());
        if (muteOfReadiness) {
            return;
        }
        answers.onNext(ModelReadyResponse.newBuilder()
                .setReady(models.containsKey(request.getName()))
                .build());
        answers.onCompleted();
    }

    @Override
    public void repositoryModelLoad(
            RepositoryModelLoadRequest request, StreamObserver<RepositoryModelLoadResponse> answers) {
        if (failsLoads) {
            answers.onError(Status.INVALID_ARGUMENT
                    .withDescription("failed to load '" + request.getModelName() + "'")
                    .asRuntimeException());
            return;
        }
        loads.incrementAndGet();
        models.put(request.getModelName(), (asked, stream) -> {});
        answers.onNext(RepositoryModelLoadResponse.getDefaultInstance());
        answers.onCompleted();
    }

    @Override
    public void repositoryModelUnload(
            RepositoryModelUnloadRequest request, StreamObserver<RepositoryModelUnloadResponse> answers) {
        models.remove(request.getModelName());
        answers.onNext(RepositoryModelUnloadResponse.getDefaultInstance());
        answers.onCompleted();
    }

    private Status refusal(String model) {
        return models.containsKey(model)
                ? Status.UNIMPLEMENTED.withDescription(
                        "ModelInfer RPC doesn't support models with decoupled transaction policy")
                : Status.NOT_FOUND.withDescription("unknown model: '" + model + "'");
    }

    /** Of an unknown model it says so and then nothing more, neither a last answer nor an end. */
    @Override
    public StreamObserver<ModelInferRequest> modelStreamInfer(StreamObserver<ModelStreamInferResponse> answers) {
        return new StreamObserver<>() {
            @Override
            public void onNext(ModelInferRequest request) {
                requests.add(request);
                asked.countDown();
                models.getOrDefault(
                                request.getModelName(),
                                (unknown, stream) ->
                                        stream.onNext(error("unknown model: '" + unknown.getModelName() + "'")))
                        .answer(request, answers);
            }

            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onCompleted() {}
        };
    }

    static ModelInferResponse.Builder echo(ModelInferRequest request) {
        ModelInferResponse.Builder response = ModelInferResponse.newBuilder()
                .setModelName(request.getModelName())
                .setModelVersion("1")
                .setId(request.getId())
                .addAllRawOutputContents(request.getRawInputContentsList());
        request.getInputsList()
                .forEach(input -> response.addOutputs(InferOutputTensor.newBuilder()
                        .setName(input.getName())
                        .setDatatype(input.getDatatype())
                        .addAllShape(input.getShapeList())));
        return response;
    }

    static ModelStreamInferResponse error(String text) {
        return ModelStreamInferResponse.newBuilder().setErrorMessage(text).build();
    }

    /** Cuts what is under way. */
    @Override
    public void close() throws InterruptedException {
        server.shutdownNow().awaitTermination();
    }

    private final class Witness implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next) {
            headers.add(metadata);
            return new SimpleForwardingServerCallListener<>(next.startCall(call, metadata)) {
                @Override
                public void onCancel() {
                    super.onCancel();
                    cancelled.countDown();
                }
            };
        }
    }
}
