// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import static dev.eddy.connector.openai.FakeChatServer.send;
import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Generation;
import dev.eddy.connector.qwen.TestPictures;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a call when the server does not answer as it should. */
class OpenAiFaultsITCase {
    private final CountDownLatch over = new CountDownLatch(1);
    private FakeChatServer server;
    private PolicyModel model;

    @BeforeEach
    void start() throws Exception {
        server = new FakeChatServer();
        model = OpenAiPolicyModelITCase.open(server.url(), Map.of());
    }

    @AfterEach
    void stop() {
        over.countDown();
        model.close();
        server.close();
    }

    private static CompletableFuture<Generation> generate(PolicyModel model) {
        return OpenAiPolicyModelITCase.generate(model, TestPictures.shown(OpenAiPolicyModelITCase.TOKENIZER));
    }

    @Test
    void aServerThatIsDownIsUnavailable() {
        server.close();

        assertFails(generate(model), EffectStatus.UNAVAILABLE).hasMessageContainingAll("acticl-3", server.url());
    }

    @Test
    void aServerThatNeverAnswersOrTooLateCostsTheDeadline() throws Exception {
        CountDownLatch answeredLate = new CountDownLatch(1);
        server.handle(exchange -> {
            try {
                over.await();
                server.answer(exchange);
            } catch (InterruptedException | IOException e) {
                exchange.close();
            } finally {
                answeredLate.countDown();
            }
        });
        try (PolicyModel hasty = OpenAiPolicyModelITCase.open(server.url(), Map.of("deadline-ms", "300"))) {
            assertFails(generate(hasty), EffectStatus.TIMEOUT).hasMessageContaining("'deadline-ms'");

            over.countDown();
            assertThat(answeredLate.await(1, TimeUnit.MINUTES)).isTrue();
            server.handle(server::answer);
            assertThat(await(generate(model)).stopReason())
                    .as("who is not late")
                    .isEqualTo("stop");
        }
    }

    @Test
    void callsThatFindEveryConnectionTakenWaitNoLongerThanTheDeadline() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        server.handle(exchange -> {
            asked.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        try (PolicyModel narrow =
                OpenAiPolicyModelITCase.open(server.url(), Map.of("connections", "1", "deadline-ms", "2000"))) {
            CompletableFuture<Generation> first = generate(narrow);
            assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
            CompletableFuture<Generation> second = generate(narrow);

            assertFails(second, EffectStatus.TIMEOUT).hasMessageContaining("'deadline-ms'");
            assertFails(first, EffectStatus.TIMEOUT);
            server.handle(server::answer);
            assertThat(await(generate(narrow)).stopReason())
                    .as("the connection is free again")
                    .isEqualTo("stop");
        }
    }

    @Test
    void anAnswerThatIsCutIsUnavailable() {
        AtomicInteger calls = new AtomicInteger();
        server.handle(exchange -> {
            calls.incrementAndGet();
            server.read(exchange);
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write('{');
            exchange.close();
        });

        assertFails(generate(model), EffectStatus.UNAVAILABLE);
        assertThat(calls).hasValue(3);
    }

    @Test
    void anAnswerOverTheBoundIsRejectedWithoutWaitingForItsEnd() throws Exception {
        CountDownLatch cut = new CountDownLatch(1);
        server.handle(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            endless(exchange.getResponseBody(), new byte[1 << 16], cut);
        });

        assertFails(generate(model), EffectStatus.REJECTED).hasMessageContaining("'max-bytes'");
        assertThat(cut.await(1, TimeUnit.MINUTES)).isTrue();
    }

    private static void endless(OutputStream out, byte[] piece, CountDownLatch cut) {
        try {
            while (true) {
                out.write(piece);
                out.flush();
            }
        } catch (IOException e) {
            cut.countDown();
        }
    }

    @Test
    void whatIsNoCompletionIsInvalid() {
        server.handle(exchange -> send(exchange, 200, "{\"model\": \"acti"));
        assertFails(generate(model), EffectStatus.INVALID).hasMessageContaining("no JSON");

        server.handle(exchange -> send(exchange, 200, "{\"object\": \"error\"}"));
        assertFails(generate(model), EffectStatus.INVALID);
    }

    @ParameterizedTest
    @CsvSource({
        "400, REJECTED, 1",
        "401, REJECTED, 1",
        "404, REJECTED, 1",
        "408, UNAVAILABLE, 3",
        "429, UNAVAILABLE, 3",
        "500, UNAVAILABLE, 3",
        "503, UNAVAILABLE, 3",
        "302, REJECTED, 1"
    })
    void codesTellWhetherAnotherTryMayHelp(int code, EffectStatus status, int tries) {
        AtomicInteger calls = new AtomicInteger();
        server.handle(exchange -> {
            calls.incrementAndGet();
            server.read(exchange);
            exchange.getResponseHeaders().set("Location", server.url());
            send(exchange, code, "{\"error\": \"because\"}");
        });

        assertFails(generate(model), status).hasMessageContainingAll(Integer.toString(code), "because");
        assertThat(calls).hasValue(tries);
    }

    @Test
    void whatTheServersCodeThrowsMayBeThePromptsFault() {
        server.handle(exchange -> {
            server.read(exchange);
            send(exchange, 500, "");
        });

        assertFails(generate(model), EffectStatus.UNAVAILABLE)
                .isInstanceOfSatisfying(
                        PortException.class,
                        failure -> assertThat(failure.inconclusive()).isTrue());
    }

    @Test
    void aServerThatAsksForTimeIsGivenIt() {
        AtomicInteger calls = new AtomicInteger();
        long[] times = new long[2];
        server.handle(exchange -> {
            int call = calls.getAndIncrement();
            times[Math.min(call, 1)] = System.nanoTime();
            if (call == 0) {
                server.read(exchange);
                exchange.getResponseHeaders().set("Retry-After", "1");
                send(exchange, 429, "");
            } else {
                server.answer(exchange);
            }
        });

        assertThat(await(generate(model)).stopReason()).isEqualTo("stop");
        assertThat(times[1] - times[0]).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void whoAsksForMoreTimeThanThereIsIsNotAskedAgain() {
        AtomicInteger calls = new AtomicInteger();
        server.handle(exchange -> {
            calls.incrementAndGet();
            server.read(exchange);
            exchange.getResponseHeaders().set("Retry-After", "3600");
            send(exchange, 503, "");
        });

        assertFails(generate(model), EffectStatus.UNAVAILABLE);
        assertThat(calls).hasValue(1);
    }

    /** Also on a connection that has served a call before. */
    @Test
    void aCallThatIsCancelledIsClosedAtTheServer() throws Exception {
        await(generate(model));
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch cut = new CountDownLatch(1);
        server.handle(exchange -> {
            server.read(exchange);
            exchange.sendResponseHeaders(200, 0);
            asked.countDown();
            endless(exchange.getResponseBody(), new byte[] {' '}, cut);
        });

        CompletableFuture<Generation> future = generate(model);
        assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
        future.cancel(false);

        assertThat(cut.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aClosedModelSaysSo() {
        model.close();

        assertFails(generate(model), EffectStatus.UNAVAILABLE);
    }
}
