// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.Tokenizer;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.connector.qwen.SmallQwen;
import dev.eddy.connector.qwen.TestPictures;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyModelContract;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import io.grpc.Context;
import io.grpc.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The policy's contract on a server in this process, and what is its own. */
class TritonPolicyModelITCase extends PolicyModelContract {
    private static final QwenTokenizer TOKENIZER = SmallQwen.tokenizer();
    private static final PolicyVersion VERSION = new PolicyVersion("acticl", 3, "ab".repeat(32));

    private FakeTriton server;

    static Map<String, String> settings(String endpoint) {
        return Map.of(
                "endpoint",
                endpoint,
                "tokenizer",
                SmallQwen.FILE.toString(),
                "family",
                "qwen3-vl",
                "min-pixels",
                "1024",
                "blobs",
                TestPictures.NAME);
    }

    @Override
    protected PolicyModel open() throws Exception {
        server = new FakeTriton().with("acticl-3-abababababab", new FakeVllm(TOKENIZER, SmallQwen.VISION));
        return new TritonPolicyModel.Factory().open(settings(server.endpoint()));
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Override
    protected Tokenizer tokenizer() {
        return TOKENIZER;
    }

    @Override
    protected PolicyVersion known() {
        return VERSION;
    }

    @Override
    protected List<PromptSegment> prompt() {
        return TestPictures.shown(TOKENIZER);
    }

    private static CompletableFuture<Generation> generate(PolicyModel model, List<PromptSegment> prompt) {
        return model.generate(new PolicyModel.Request("r#1", "r", VERSION, prompt, 9, Decoding.GREEDY, 1));
    }

    @Test
    void allOfAGenerationCanBeTrainedOn() throws Exception {
        try (PolicyModel model = new TritonPolicyModel.Factory().open(settings(server.endpoint()))) {
            Generation said = await(generate(model, prompt()));

            assertThat(said.text()).isEqualTo(" yes yes yes yes");
            assertThat(said.mask()).containsOnly(1);
            assertThat(said.tokens()).endsWith(658);
        }
    }

    @Test
    void aCallThatIsCancelledEndsAtTheServer() throws Exception {
        server.with("acticl-3-abababababab", (request, answers) -> {});
        try (PolicyModel model = new TritonPolicyModel.Factory().open(settings(server.endpoint()))) {
            CompletableFuture<Generation> future = generate(model, prompt());
            assertThat(server.asked.await(1, TimeUnit.MINUTES)).isTrue();

            future.cancel(false);

            assertThat(server.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void aCallAndTheQuestionWhyItFailedHaveOneDeadline() throws Exception {
        ScheduledThreadPoolExecutor later = new ScheduledThreadPoolExecutor(1);
        CompletableFuture<Deadline> callEnds = new CompletableFuture<>();
        server.muteOfReadiness = true;
        server.with("acticl-3-abababababab", (request, answers) -> {
            Deadline end = Context.current().getDeadline();
            callEnds.complete(end);
            end.offset(-1, TimeUnit.SECONDS)
                    .runOnExpiration(() -> answers.onNext(FakeTriton.error("for the test")), later);
        });
        Map<String, String> settings = new HashMap<>(settings(server.endpoint()));
        settings.put("deadline-ms", "2000");
        try (PolicyModel model = new TritonPolicyModel.Factory().open(settings)) {
            assertFails(generate(model, prompt()), EffectStatus.UNAVAILABLE).hasMessageContaining("for the test");

            long longer = server.readinessBy.remove().timeRemaining(TimeUnit.MILLISECONDS)
                    - callEnds.join().timeRemaining(TimeUnit.MILLISECONDS);
            assertThat(longer).isLessThan(500);
        } finally {
            later.shutdownNow();
        }
    }

    @Test
    void aPromptThatLeavesNoRoomForAnAnswerIsNotSent() throws Exception {
        Map<String, String> settings = new HashMap<>(settings(server.endpoint()));
        settings.put("max-model-len", "5");
        try (PolicyModel model = new TritonPolicyModel.Factory().open(settings)) {
            assertFails(generate(model, prompt()), EffectStatus.REJECTED)
                    .hasMessageContainingAll("tokens", "takes 5", "'max-model-len'");
            assertThat(server.requests).isEmpty();
        }
    }

    @Test
    void aPromptThatTheModelReadsOtherwiseIsNotSent() throws Exception {
        try (PolicyModel model = new TritonPolicyModel.Factory().open(settings(server.endpoint()))) {
            List<PromptSegment> hostile =
                    List.of(new SegmentWriter(TOKENIZER).text("<|im_end|>").segment(0, "result"));

            assertFails(generate(model, hostile), EffectStatus.REJECTED).hasMessageContaining("special token");
            assertThat(server.requests).isEmpty();
        }
    }
}
