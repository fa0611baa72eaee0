// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.qwen.QwenFamily;
import dev.eddy.connector.qwen.QwenPrompt;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.connector.qwen.SmallQwen;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.ShownPicture;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChatCompletionTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final QwenTokenizer TOKENIZER = SmallQwen.tokenizer();
    private static final PolicyVersion VERSION = new PolicyVersion("acticl", 3, "ab".repeat(32));
    private static final ModelCard CARD = new ModelCard("qwen3-vl", "", 0.75f, 0.5f);
    private static final int[] READ = {1, 2, 3};
    private static final int[] SAID = TOKENIZER.encode(" yes");
    private static final String VLLM = """
            {"model": "acticl-3-abababababab", "prompt_token_ids": [1, 2, 3], "usage": {"completion_tokens": %d},
             "choices": [{"finish_reason": "stop", "message": {"content": " yes"}, "token_ids": %s,
                          "logprobs": {"content": %s}}]}""".formatted(SAID.length, Arrays.toString(SAID), logProbs(SAID.length));
    private static final String SGLANG = VLLM.replace("\"prompt_token_ids\": [1, 2, 3],", "")
            .replace("\"token_ids\"", "\"prompt_token_ids\": [1, 2, 3], \"response_token_ids\"")
            .replace("\"usage\"", "\"metadata\": {\"weight_version\": \"acticl-3-abababababab\"}, \"usage\"");

    private static String logProbs(int tokens) {
        return Collections.nCopies(tokens, "{\"token\": \"?\", \"logprob\": -0.5}")
                .toString();
    }

    private static Generation read(String answer) {
        return ChatCompletion.generation(answer.getBytes(UTF_8), VERSION, READ, TOKENIZER);
    }

    private static JsonNode asked(QwenPrompt prompt, Decoding decoding, long seed, Double temperature, String... files)
            throws IOException {
        PolicyModel.Request request =
                new PolicyModel.Request("r#1", "r", VERSION, List.of(), 99, decoding, seed, temperature);
        return JSON.readTree(ChatCompletion.body(request, prompt, QwenFamily.QWEN3_VL, List.of(files), CARD));
    }

    private static QwenPrompt prompt(String words, int pictures) {
        QwenFamily family = QwenFamily.QWEN3_VL;
        ShownPicture shown = ShownPicture.newBuilder()
                .setSha256("0".repeat(64))
                .setWidth(32)
                .setHeight(32)
                .setGridH(2)
                .setGridW(2)
                .setTokenOffset(0)
                .setTokenCount(1)
                .build();
        return new QwenPrompt(
                family.before() + words + family.after(), new int[0], Collections.nCopies(pictures, shown));
    }

    @Test
    void aCallAsksForAllThatTrainingNeedsAndLeavesNothingToTheServersDefaults() throws IOException {
        JsonNode asked = asked(prompt("Hi", 0), Decoding.SAMPLED, 5, null);

        assertThat(asked).isEqualTo(JSON.readTree("""
                                {"model": "acticl-3-abababababab", "max_tokens": 99, "temperature": 0.75, "top_p": 0.5, "top_k": -1,
                                 "min_p": 0, "repetition_penalty": 1, "seed": 5, "logprobs": true, "return_token_ids": true,
                                 "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]}"""));
    }

    @Test
    void decodingTemperatureAndSeedAreTheRequests() throws IOException {
        assertThat(asked(prompt("Hi", 0), Decoding.GREEDY, 5, 1.5)
                        .path("temperature")
                        .doubleValue())
                .isZero();
        JsonNode sampled = asked(prompt("Hi", 0), Decoding.SAMPLED, -1, 1.5);
        assertThat(sampled.path("temperature").doubleValue()).isEqualTo(1.5);
        assertThat(sampled.path("seed").longValue()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void picturesStandBetweenTheWords() throws IOException {
        String picture = "<|vision_start|><|image_pad|><|vision_end|>";
        JsonNode content = asked(prompt(picture + picture + "What?", 2), Decoding.GREEDY, 1, null, "YQ==", "Yg==")
                .at("/messages/0/content");

        assertThat(content).isEqualTo(JSON.readTree("""
                                [{"type": "image_url", "image_url": {"url": "data:image/png;base64,YQ=="}},
                                 {"type": "image_url", "image_url": {"url": "data:image/png;base64,Yg=="}},
                                 {"type": "text", "text": "What?"}]"""));
        assertThatThrownBy(() -> asked(prompt("<|image_pad|>What?", 1), Decoding.GREEDY, 1, null, "YQ=="))
                .isInstanceOfSatisfying(
                        PortException.class, e -> assertThat(e.status()).isEqualTo(EffectStatus.REJECTED));
    }

    @Test
    void bothServersSayTheSame() {
        for (String answer : List.of(VLLM, SGLANG, SGLANG.replace("response_token_ids", "token_ids"))) {
            Generation said = read(answer);

            assertThat(said.text()).isEqualTo(" yes");
            assertThat(said.tokens()).isEqualTo(SAID);
            assertThat(said.mask()).containsOnly(1);
            assertThat(said.logProbs()).containsOnly(-0.5f);
            assertThat(said.version()).isEqualTo(VERSION);
        }
        assertThat(read(VLLM.replace("\"stop\"", "\"length\"")).truncated()).isTrue();
    }

    @Test
    void withoutAllIdsAndLogProbabilitiesThereIsNoGeneration() {
        assertFails(EffectStatus.INVALID, "no 'token_ids'", VLLM.replace("\"token_ids\"", "\"tokens\""));
        assertFails(EffectStatus.INVALID, "no 'prompt_token_ids'", VLLM.replace("prompt_token_ids", "prompt"));
        assertFails(
                EffectStatus.INVALID,
                "no tokens",
                VLLM.replace(Arrays.toString(SAID), "[]")
                        .replace(logProbs(SAID.length), "[]")
                        .replace("\"completion_tokens\": " + SAID.length, "\"completion_tokens\": 0"));
        assertFails(EffectStatus.INVALID, "log-probabilities of 0", VLLM.replace("\"logprobs\"", "\"probs\""));
        assertFails(
                EffectStatus.INVALID,
                "log-probabilities of " + (SAID.length + 1),
                VLLM.replace(logProbs(SAID.length), logProbs(SAID.length + 1)));
        assertFails(EffectStatus.INVALID, "expected at most 0", VLLM.replace("-0.5", "0.5"));
        assertFails(EffectStatus.INVALID, "expected at most 0", VLLM.replace("-0.5", "null"));
        assertFails(
                EffectStatus.INVALID,
                "counts 77",
                VLLM.replace("\"completion_tokens\": " + SAID.length, "\"completion_tokens\": 77"));
        assertFails(EffectStatus.INVALID, "expected an id", VLLM.replace("[" + SAID[0], "[0.5"));
        assertFails(EffectStatus.INVALID, "expected 0 or more", VLLM.replace("[" + SAID[0], "[-1"));
    }

    @Test
    void aPromptThatTheModelReadOtherwiseIsNotOurs() {
        assertFails(EffectStatus.INVALID, "from token 1 on", VLLM.replace("[1, 2, 3]", "[1, 4, 3]"));
        assertFails(EffectStatus.INVALID, "read 2 tokens of a prompt of 3", VLLM.replace("[1, 2, 3]", "[1, 2]"));
    }

    @Test
    void otherWeightsAreOfNoUse() {
        assertFails(EffectStatus.REJECTED, "'other' answered", VLLM.replace("acticl-3-abababababab", "other"));
        assertFails(
                EffectStatus.REJECTED,
                "'default' answered",
                SGLANG.replace("\"weight_version\": \"acticl-3-abababababab\"", "\"weight_version\": \"default\""));
    }

    @Test
    void whatDidNotEndAsItShouldIsNoGeneration() {
        assertFails(EffectStatus.UNAVAILABLE, "gave up", VLLM.replace("\"stop\"", "\"abort\""));
        assertFails(EffectStatus.INVALID, "'tool_calls'", VLLM.replace("\"stop\"", "\"tool_calls\""));
        assertFails(EffectStatus.INVALID, "its tokens say ' yes'", VLLM.replace("\" yes\"", "\"yes\""));
        assertFails(EffectStatus.INVALID, "which model", "{}");
        assertFails(EffectStatus.INVALID, "no JSON", VLLM.substring(0, 50));
        assertFails(EffectStatus.INVALID, "0 choices", "{\"model\": \"acticl-3-abababababab\"}");
    }

    private static void assertFails(EffectStatus status, String why, String answer) {
        assertThatThrownBy(() -> read(answer))
                .isInstanceOfSatisfying(
                        PortException.class, e -> assertThat(e.status()).isEqualTo(status))
                .hasMessageContaining(why);
    }
}
