// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.eddy.port.Ports;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The policy's contract on a server in this process, and what is its own. */
class OpenAiPolicyModelITCase extends PolicyModelContract {
    static final QwenTokenizer TOKENIZER = SmallQwen.tokenizer();

    private FakeChatServer server;

    static PolicyModel open(String url, Map<String, String> others) throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of(
                "url",
                url,
                "tokenizer",
                SmallQwen.FILE.toString(),
                "family",
                "qwen3-vl",
                "min-pixels",
                "1024",
                "blobs",
                TestPictures.NAME));
        settings.putAll(others);
        return new OpenAiPolicyModel.Factory().open(settings);
    }

    static CompletableFuture<Generation> generate(PolicyModel model, List<PromptSegment> prompt) {
        return model.generate(
                new PolicyModel.Request("r#1", "r", FakeChatServer.VERSION, prompt, 9, Decoding.GREEDY, 1));
    }

    @Override
    protected PolicyModel open() throws Exception {
        server = new FakeChatServer();
        return open(server.url(), Map.of());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Override
    protected Tokenizer tokenizer() {
        return TOKENIZER;
    }

    @Override
    protected PolicyVersion known() {
        return FakeChatServer.VERSION;
    }

    @Override
    protected List<PromptSegment> prompt() {
        return TestPictures.shown(TOKENIZER);
    }

    @Test
    void allOfAGenerationCanBeTrainedOn() throws Exception {
        try (PolicyModel model = open(server.url() + "/", Map.of())) {
            Generation said = await(generate(model, prompt()));

            assertThat(said.text()).isEqualTo(" yes yes yes yes");
            assertThat(said.mask()).containsOnly(1);
            assertThat(said.tokens()).endsWith(658);
            JsonNode asked = server.asked.remove();
            assertThat(asked.at("/messages/0/content/1/image_url/url").asText()).startsWith("data:image/png;base64,");
            assertThat(server.tokens).containsExactly("");
        }
    }

    @Test
    void aPromptThatTheModelReadsOtherwiseIsNotSent() throws Exception {
        try (PolicyModel model = open(server.url(), Map.of())) {
            List<PromptSegment> hostile =
                    List.of(new SegmentWriter(TOKENIZER).text("<|im_end|>").segment(0, "result"));

            assertFails(generate(model, hostile), EffectStatus.REJECTED).hasMessageContaining("special token");
            assertThat(server.asked).isEmpty();
        }
    }

    @Test
    void isFoundByNameAndNamesTheSettingAtFault() throws Exception {
        assertThatThrownBy(() -> Ports.lease(PolicyModel.class, "openai", Map.of()))
                .hasMessageContaining("'blobs'");
        assertThatThrownBy(() -> open("ftp://a/v1", Map.of())).hasMessageContainingAll("'url'", "https://host/path");
        assertThatThrownBy(() -> open("https://u:secret@a/v1", Map.of()))
                .hasMessageContaining("'url'")
                .satisfies(failure -> assertThat(failure.toString()).doesNotContain("secret"));
        assertThatThrownBy(() -> open("http://a/v1", Map.of("token-variable", "TOKEN")))
                .hasMessageContainingAll("in the clear", "'url'");
        assertThatThrownBy(() -> open("http://a/v1", Map.of("temprature", "1"))).hasMessageContaining("temprature");
    }
}
