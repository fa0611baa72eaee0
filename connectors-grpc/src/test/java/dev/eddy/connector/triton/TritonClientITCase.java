// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.connector.triton.FakeTriton.echo;
import static dev.eddy.connector.triton.TritonReplies.last;
import static dev.eddy.connector.triton.TritonReplies.part;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.triton.proto.InferParameter;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.port.Ports;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TritonClientITCase {
    private FakeTriton server;
    private TritonClient client;

    @BeforeEach
    void start() throws Exception {
        server = new FakeTriton();
        client = new TritonClient.Factory().open(Map.of("endpoint", server.endpoint()));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    private static InferenceCall call(String model) {
        return new InferenceCall(
                model,
                "",
                "r#1",
                List.of(
                        TensorCodec.of("x", new float[] {1, 2, 3, 4}, 2, 2),
                        TensorCodec.of("words", List.of("one", ""))),
                List.of("x"),
                Duration.ofMinutes(1));
    }

    @Test
    void aModelAnswersOnce() {
        InferenceAnswer answer = await(client.infer(call("echo")));

        assertThat(answer.version()).isEqualTo("1");
        assertThat(answer.output("x").shape()).containsExactly(2L, 2L);
        assertThat(TensorCodec.floats(answer.output("x"))).containsExactly(1, 2, 3, 4);
        assertThat(TensorCodec.texts(answer.output("words"))).containsExactly("one", "");
        ModelInferRequest asked = server.requests.remove();
        assertThat(asked.getId()).isEqualTo("r#1");
        assertThat(asked.getOutputs(0).getName()).isEqualTo("x");
        assertThat(asked.getInputs(0).hasContents()).isFalse();
    }

    @Test
    void aDecoupledModelAnswersAsOftenAsItLikes() {
        server.with("thrice", (request, answers) -> {
            for (int i = 0; i < 3; i++) {
                answers.onNext(part(echo(request)));
            }
            answers.onNext(last(ModelInferResponse.newBuilder()));
            answers.onCompleted();
        });

        assertThat(await(client.stream(call("thrice"))))
                .hasSize(3)
                .allSatisfy(answer ->
                        assertThat(TensorCodec.floats(answer.output("x"))).containsExactly(1, 2, 3, 4));
        assertThat(server.requests.remove().getParametersMap())
                .containsEntry(
                        "triton_enable_empty_final_response",
                        InferParameter.newBuilder().setBoolParam(true).build());
    }

    @Test
    void aLastAnswerEndsACallWhoseStreamStaysOpen() {
        server.with("lingering", (request, answers) -> answers.onNext(last(echo(request))));

        assertThat(await(client.stream(call("lingering")))).hasSize(1);
    }

    @Test
    void whoCancelsAFutureEndsTheCallAtTheServer() throws Exception {
        server.with("silent", (request, answers) -> {});
        assertCancelReaches(client.stream(call("silent")));
    }

    @Test
    void whoCancelsAUnaryCallEndsItToo() throws Exception {
        assertCancelReaches(client.infer(call("mute")));
    }

    private void assertCancelReaches(CompletableFuture<?> future) throws InterruptedException {
        assertThat(server.asked.await(1, TimeUnit.MINUTES)).isTrue();

        future.cancel(false);

        assertThat(server.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void whoLeasesItTwiceHasOneChannel() throws Exception {
        Map<String, String> settings = Map.of("endpoint", server.endpoint(), "keepalive", "PT2M");
        try (Ports.Lease<TritonClient> one = Ports.lease(TritonClient.class, TritonClient.NAME, settings);
                Ports.Lease<TritonClient> other = Ports.lease(TritonClient.class, TritonClient.NAME, settings)) {
            assertThat(one.get()).isSameAs(other.get());
        }
    }

    @Test
    void manyCallsAreUnderWayAtOnceOnOneConnection() throws Exception {
        Queue<Runnable> held = new ConcurrentLinkedQueue<>();
        CountDownLatch all = new CountDownLatch(2_000);
        try (FakeTriton calm = FakeTriton.withStreams(Integer.MAX_VALUE);
                TritonClient of = new TritonClient.Factory().open(Map.of("endpoint", calm.endpoint()))) {
            calm.with("held", (request, answers) -> {
                held.add(() -> {
                    answers.onNext(last(echo(request)));
                    answers.onCompleted();
                });
                all.countDown();
            });
            List<CompletableFuture<List<InferenceAnswer>>> calls = Stream.generate(() -> of.stream(call("held")))
                    .limit(all.getCount())
                    .toList();

            assertThat(all.await(1, TimeUnit.MINUTES)).isTrue();
            held.forEach(Runnable::run);

            assertThat(calls).allSatisfy(call -> assertThat(await(call)).hasSize(1));
            assertThat(calm.connections).hasValue(1);
        }
    }
}
