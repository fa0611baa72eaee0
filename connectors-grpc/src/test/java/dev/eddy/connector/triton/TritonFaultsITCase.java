// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.connector.triton.FakeTriton.echo;
import static dev.eddy.connector.triton.FakeTriton.error;
import static dev.eddy.connector.triton.TritonReplies.last;
import static dev.eddy.connector.triton.TritonReplies.part;
import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.eddy.connector.grpc.FreePort;
import dev.eddy.connector.grpc.MovingName;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelStreamInferResponse;
import dev.eddy.schemas.EffectStatus;
import io.grpc.InsecureServerCredentials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server's worst days: each ends in a typed failure, at the latest after the deadline, and the client goes on. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TritonFaultsITCase {
    private static final Duration SHORT = Duration.ofMillis(500);
    /** Longer than a test may take, so that what ends sooner was not ended by it. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private FakeTriton server;
    private TritonClient client;

    @BeforeEach
    void start() throws Exception {
        server = new FakeTriton();
        client = open(server.endpoint());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    private static TritonClient open(String endpoint) throws Exception {
        return new TritonClient.Factory().open(Map.of("endpoint", endpoint, "max-message-bytes", "100000"));
    }

    private static InferenceCall call(String model, Duration deadline) {
        return call(model, 4, deadline);
    }

    private static InferenceCall call(String model, int length, Duration deadline) {
        return new InferenceCall(
                model, "", "r#1", List.of(TensorCodec.of("x", new float[length], length)), List.of(), deadline);
    }

    private void assertServes() {
        assertThat(await(client.infer(call("echo", LONG))).outputs()).hasSize(1);
    }

    private static void awaitServed(TritonClient asking) {
        CompletableFuture<InferenceAnswer> answer;
        do {
            answer = asking.infer(call("echo", LONG));
            answer.handle((value, failure) -> value).join();
        } while (answer.isCompletedExceptionally());
    }

    private void assertAsked(String model) {
        while (server.requests.stream()
                .noneMatch(request -> request.getModelName().equals(model))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aServerThatIsDownAtStartIsUnavailableUntilItIsUp() throws Exception {
        int port = FreePort.find();
        try (TritonClient early = open("127.0.0.1:" + port)) {
            assertFails(early.infer(call("echo", LONG)), EffectStatus.UNAVAILABLE)
                    .hasMessageContaining("127.0.0.1:" + port)
                    .hasMessageContaining("'endpoint'");
            try (FakeTriton late = new FakeTriton(port, InsecureServerCredentials.create())) {
                awaitServed(early);
                assertThat(late.requests).isNotEmpty();
            }
        }
    }

    @Test
    void aServerThatIsKilledInMidCallIsUnavailable() throws Exception {
        server.with("silent", (request, answers) -> {});
        CompletableFuture<List<InferenceAnswer>> future = client.stream(call("silent", LONG));
        assertThat(server.asked.await(1, TimeUnit.MINUTES)).isTrue();

        server.close();

        assertFails(future, EffectStatus.UNAVAILABLE);
    }

    @Test
    void aServerWhoseNameDisappearsIsUnavailableUntilItLeadsToTheNext() throws Exception {
        try (MovingName name = new MovingName();
                TritonClient moving = open(MovingName.ENDPOINT)) {
            name.leadTo(server.port());
            assertThat(await(moving.infer(call("echo", LONG))).outputs()).hasSize(1);
            name.vanish();
            server.with("silent", (request, answers) -> {});
            CompletableFuture<List<InferenceAnswer>> underWay = moving.stream(call("silent", LONG));
            assertAsked("silent");

            server.close();
            assertFails(underWay, EffectStatus.UNAVAILABLE).hasMessageContaining(MovingName.ENDPOINT);
            assertFails(moving.infer(call("echo", LONG)), EffectStatus.UNAVAILABLE)
                    .hasMessageContaining(MovingName.ENDPOINT)
                    .hasMessageContaining("'endpoint'");

            server = new FakeTriton();
            name.leadTo(server.port());
            awaitServed(moving);
        }
    }

    @Test
    void whereNobodySaysWhatItsNameMeansACallTimesOut() throws Exception {
        try (MovingName name = new MovingName();
                TritonClient lost = open(MovingName.ENDPOINT)) {
            name.beMute();

            assertFails(lost.infer(call("echo", SHORT)), EffectStatus.TIMEOUT);
        }
    }

    /** Of calls over the server's bound the rest waits in the client, each for no longer than its deadline. */
    @Test
    void callsOverTheServersStreamsWaitForOneUntilTheirDeadline() throws Exception {
        BlockingQueue<StreamObserver<ModelStreamInferResponse>> held = new LinkedBlockingQueue<>();
        try (FakeTriton narrow = FakeTriton.withStreams(2).with("held", (request, answers) -> held.add(answers));
                TritonClient waiting = open(narrow.endpoint())) {
            CompletableFuture<List<InferenceAnswer>> first = waiting.stream(call("held", LONG));
            CompletableFuture<List<InferenceAnswer>> second = waiting.stream(call("held", LONG));
            StreamObserver<ModelStreamInferResponse> one = held.take();
            held.take();

            assertFails(waiting.infer(call("echo", SHORT)), EffectStatus.TIMEOUT);
            CompletableFuture<InferenceAnswer> next = waiting.infer(call("echo", LONG));
            assertThat(narrow.requests)
                    .extracting(ModelInferRequest::getModelName)
                    .containsOnly("held");

            one.onNext(last(echo(narrow.requests.peek())));
            one.onCompleted();
            assertThat(await(next).outputs()).hasSize(1);
            assertThat(await(CompletableFuture.anyOf(first, second))).isNotNull();
        }
    }

    @Test
    void whatAcceptsAndNeverAnswersTimesOut() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                TritonClient waiting = open("127.0.0.1:" + mute.getLocalPort())) {
            assertFails(waiting.infer(call("echo", SHORT)), EffectStatus.TIMEOUT);
        }
    }

    @Test
    void anAnswerAfterTheDeadlineIsTooLate() throws Exception {
        CompletableFuture<StreamObserver<ModelStreamInferResponse>> stream = new CompletableFuture<>();
        server.with("late", (request, answers) -> stream.complete(answers));
        assertServes();

        assertFails(client.stream(call("late", SHORT)), EffectStatus.TIMEOUT);

        assertThat(server.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
        assertThatThrownBy(() -> stream.join().onNext(error("too late"))).isInstanceOf(StatusRuntimeException.class);
        assertServes();
    }

    @Test
    void aStreamThatIsCutAfterThreeAnswersIsUnavailable() {
        server.with("cut", (request, answers) -> {
            for (int i = 0; i < 3; i++) {
                answers.onNext(part(echo(request)));
            }
            answers.onCompleted();
        });

        assertFails(client.stream(call("cut", LONG)), EffectStatus.UNAVAILABLE)
                .hasMessageContaining("broke off after 3 answers");
    }

    @Test
    void messagesOverTheLimitAreRejected() throws Exception {
        server.with(
                "large",
                (request, answers) -> answers.onNext(
                        part(echo(request).setRawOutputContents(0, ByteString.copyFrom(new byte[100_001])))));
        server.with("many", (request, answers) -> {
            for (int i = 0; i < 3; i++) {
                answers.onNext(part(echo(request)));
            }
        });

        assertFails(client.stream(call("large", LONG)), EffectStatus.REJECTED)
                .hasMessageContaining("'max-message-bytes'");
        assertFails(client.stream(call("many", 10_000, LONG)), EffectStatus.REJECTED)
                .hasMessageContaining("'max-message-bytes'");
        int asked = server.requests.size();
        assertFails(client.infer(call("echo", 25_000, LONG)), EffectStatus.REJECTED)
                .hasMessageContaining("the request takes");
        assertThat(server.requests).hasSize(asked);
    }

    @Test
    void tensorsThatAreNotWhatTheySayAreInvalid() throws Exception {
        server.with(
                "short",
                (request, answers) ->
                        answers.onNext(part(echo(request).setRawOutputContents(0, ByteString.copyFrom(new byte[15])))));
        server.with(
                "typed", (request, answers) -> answers.onNext(part(echo(request).clearRawOutputContents())));
        server.with(
                "novel",
                (request, answers) -> answers.onNext(part(echo(request)
                        .setOutputs(0, echo(request).getOutputsBuilder(0).setDatatype("FP8")))));

        assertFails(client.stream(call("short", LONG)), EffectStatus.INVALID)
                .hasMessageContaining("tensor 'x' of FP32[4] takes 16 bytes, got 15");
        assertFails(client.stream(call("typed", LONG)), EffectStatus.INVALID).hasMessageContaining("raw contents");
        assertFails(client.stream(call("novel", LONG)), EffectStatus.INVALID).hasMessageContaining("FP8");
        assertFails(
                        client.infer(call("echo", LONG)).thenApply(answer -> TensorCodec.texts(answer.output("x"))),
                        EffectStatus.INVALID)
                .hasMessageContaining("does not read");
        assertFails(client.infer(call("echo", LONG)).thenApply(answer -> answer.output("y")), EffectStatus.INVALID)
                .hasMessageContaining("without output 'y'");
    }

    @Test
    void aDecoupledModelIsNotAskedByUnaryCalls() {
        server.with("decoupled", (request, answers) -> answers.onNext(last(echo(request))));

        assertFails(client.infer(call("decoupled", LONG)), EffectStatus.REJECTED)
                .hasMessageContaining("decoupled transaction policy");
    }

    @Test
    void anUnknownModelEndsTheCallThoughItsStreamStaysOpen() throws Exception {
        assertFails(client.stream(call("nobody", LONG)), EffectStatus.UNAVAILABLE)
                .hasMessageContaining("unknown model");
        assertThat(server.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
        assertFails(client.infer(call("nobody", LONG)), EffectStatus.REJECTED).hasMessageContaining("NOT_FOUND");
    }

    @Test
    void anErrorInBandAndOneByCodeEndTheCall() {
        server.with("failing", (request, answers) -> {
            answers.onNext(part(echo(request)));
            answers.onNext(error("the engine fell over"));
        });
        server.with(
                "guarded",
                (request, answers) -> answers.onError(
                        Status.UNAUTHENTICATED.withDescription("who are you?").asRuntimeException()));

        assertFails(client.stream(call("failing", LONG)), EffectStatus.UNAVAILABLE)
                .hasMessageContaining("the engine fell over");
        assertFails(client.stream(call("guarded", LONG)), EffectStatus.REJECTED)
                .hasMessageContaining("who are you?")
                .hasMessageContaining("'token-file'");
    }

    @Test
    void connectionsThatEndOneAfterAnotherCostNoCall() {
        server.with("decoupled", (request, answers) -> {
            answers.onNext(last(echo(request)));
            answers.onCompleted();
        });

        while (server.connections.get() < 4) {
            assertServes();
            assertThat(await(client.stream(call("decoupled", LONG)))).hasSize(1);
        }
    }

    @Test
    void streamsThatAreUnderWayOutliveTheirConnection() {
        Queue<Runnable> held = new ConcurrentLinkedQueue<>();
        server.with(
                "held",
                (request, answers) -> held.add(() -> {
                    answers.onNext(last(echo(request)));
                    answers.onCompleted();
                }));
        List<CompletableFuture<List<InferenceAnswer>>> streams = Stream.generate(
                        () -> client.stream(call("held", LONG)))
                .limit(100)
                .toList();

        while (held.size() < streams.size() || server.connections.get() < 4) {
            assertServes();
        }
        held.forEach(Runnable::run);

        assertThat(streams).allSatisfy(stream -> assertThat(await(stream)).hasSize(1));
    }

    @Test
    void aClientThatIsClosedIsUnavailable() throws Exception {
        server.with("silent", (request, answers) -> {});
        CompletableFuture<List<InferenceAnswer>> future = client.stream(call("silent", LONG));

        client.close();

        assertFails(future, EffectStatus.UNAVAILABLE);
        assertFails(client.infer(call("echo", LONG)), EffectStatus.UNAVAILABLE);
    }
}
