// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VllmBackendTest {
    private static final PolicyVersion VERSION = new PolicyVersion("acticl", 3, "0".repeat(64));
    private static final Spelling TOKENIZER = new Spelling(Map.of(151_000, "Hello", 11, ", world", 999, "…"));
    private static final ModelCard CARD = new ModelCard("qwen", "", 0.75f, 0.5f);

    /** An answer as the backend makes it: counts without or with a dimension, ids as the keys of JSON objects. */
    static InferenceAnswer answer(String text, String logProbs, double cumulative, int tokens, String finish) {
        Map<String, Tensor> outputs = new LinkedHashMap<>();
        for (Tensor tensor : List.of(
                TensorCodec.of("text_output", List.of(text)),
                TensorCodec.of("finish_reason", List.of(finish)),
                TensorCodec.of("cumulative_logprob", new float[] {(float) cumulative}, 1),
                TensorCodec.of("logprobs", List.of(logProbs)),
                TensorCodec.of("num_input_tokens", Datatype.UINT32, new int[] {7}),
                TensorCodec.of("num_output_tokens", Datatype.UINT32, new int[] {tokens}, 1))) {
            outputs.put(tensor.name(), tensor);
        }
        return new InferenceAnswer("vllm", "1", outputs);
    }

    private static String token(int id, double logProb) {
        return "{\"" + id + "\": {\"logprob\": " + logProb + ", \"rank\": 1, \"decoded_token\": \"?\"}}";
    }

    private static Generation read(InferenceAnswer... answers) {
        return VllmBackend.generation(List.of(answers), VERSION, 7, TOKENIZER);
    }

    private static Map<String, Tensor> asked(Decoding decoding, long seed, Double temperature) {
        return VllmBackend.inputs(
                        "<|im_start|>Grüße",
                        List.of(),
                        new PolicyModel.Request("r#1", "r", VERSION, List.of(), 99, decoding, seed, temperature),
                        CARD)
                .stream()
                .collect(Collectors.toMap(Tensor::name, tensor -> tensor));
    }

    private static String sampling(Decoding decoding, long seed, Double temperature) {
        return TensorCodec.texts(asked(decoding, seed, temperature).get("sampling_parameters"))
                .get(0);
    }

    @Test
    void aCallAsksForAllThatTrainingNeedsAndNotForThePrompt() {
        Map<String, Tensor> inputs = asked(Decoding.SAMPLED, 5, null);

        assertThat(TensorCodec.texts(inputs.remove("text_input"))).containsExactly("<|im_start|>Grüße");
        assertThat(TensorCodec.texts(inputs.remove("sampling_parameters")))
                .containsExactly("{\"max_tokens\":99,\"temperature\":0.75,\"top_p\":0.5,\"seed\":5,\"logprobs\":0}");
        assertThat(inputs)
                .containsOnlyKeys(
                        "exclude_input_in_output",
                        "return_finish_reason",
                        "return_cumulative_logprob",
                        "return_logprobs",
                        "return_num_input_tokens",
                        "return_num_output_tokens");
        assertThat(inputs.values())
                .allSatisfy(input -> assertThat(TensorCodec.booleans(input)).containsExactly(true));
    }

    @Test
    void decodingTemperatureAndSeedAreTheRequests() {
        assertThat(sampling(Decoding.GREEDY, 5, 1.5)).contains("\"temperature\":0.0");
        assertThat(sampling(Decoding.SAMPLED, 5, 1.5)).contains("\"temperature\":1.5");
        assertThat(sampling(Decoding.SAMPLED, -1, null)).contains("\"seed\":" + Long.MAX_VALUE);
    }

    @Test
    void partsAreJoined() {
        Generation said = read(
                answer("Hello", "[" + token(151_000, -0.5) + "]", -0.5, 1, "None"),
                answer("", "[]", -0.5, 0, "None"),
                answer(", world", "[" + token(11, -1.25) + "," + token(0, 0) + "]", -1.75, 2, "stop"));

        assertThat(said.text()).isEqualTo("Hello, world");
        assertThat(said.tokens()).containsExactly(151_000, 11, 0);
        assertThat(said.logProbs()).containsExactly(-0.5f, -1.25f, 0f);
        assertThat(said.mask()).containsExactly(1, 1, 1);
        assertThat(said.stopReason()).isEqualTo("stop");
        assertThat(said.version()).isEqualTo(VERSION);
    }

    @Test
    void longOnesAreTakenWhole() {
        StringBuilder tokens = new StringBuilder("[");
        for (int i = 0; i < 1_000; i++) {
            tokens.append(i == 0 ? "" : ",").append(token(i, -0.25));
        }

        Generation said = read(answer(", world…", tokens.append("]").toString(), -250, 1_000, "length"));

        assertThat(said.tokens()).hasSize(1_000).endsWith(998, 999);
        assertThat(said.truncated()).isTrue();
    }

    @Test
    void withoutAllIdsAndLogProbabilitiesThereIsNoGeneration() {
        assertInvalid("of 2 tokens it has log-probabilities of 0", answer("x", "null", 0, 2, "stop"));
        assertInvalid(
                "of 2 tokens it has log-probabilities of 1", answer("x", "[" + token(1, -1) + "]", -1, 2, "stop"));
        assertInvalid(
                "of 1 tokens it has log-probabilities of 2",
                answer("x", "[" + token(1, -1) + "," + token(2, -1) + "]", -2, 1, "stop"));
        assertInvalid("of 2 ids", answer("x", "[{\"1\":{\"logprob\":-1},\"2\":{\"logprob\":-2}}]", -1, 1, "stop"));
        assertInvalid("of 0 ids", answer("x", "[null]", -1, 1, "stop"));
        assertInvalid("has the id 'a'", answer("x", "[{\"a\":{\"logprob\":-1}}]", -1, 1, "stop"));
        assertInvalid("has the id -4", answer("x", "[" + token(-4, -1) + "]", -1, 1, "stop"));
        assertInvalid("expected at most 0", answer("x", "[" + token(4, 0.5) + "]", 0.5, 1, "stop"));
        assertInvalid("expected at most 0", answer("x", "[{\"1\":{\"rank\":1}}]", -1, 1, "stop"));
        assertInvalid("no JSON", answer("x", "[{\"1\":{\"logprob\":-Infinity}}]", -1, 1, "stop"));
        assertInvalid("add up to -1.0", answer("x", "[" + token(4, -1) + "]", -1.5, 1, "stop"));
        assertInvalid("add up to -1.0", answer("x", "[" + token(4, -1) + "]", Double.NaN, 1, "stop"));
    }

    @Test
    void whatIsNotFinishedIsNoGeneration() {
        assertInvalid("'None', expected 'stop' or 'length'", answer("x", "[" + token(4, -1) + "]", -1, 1, "None"));
        assertInvalid("the finish reason is 'None'");
        assertThatThrownBy(() -> read(answer("x", "[]", 0, 0, "abort")))
                .isInstanceOfSatisfying(
                        PortException.class, e -> assertThat(e.status()).isEqualTo(EffectStatus.UNAVAILABLE));
    }

    @Test
    void aPromptThatTheModelCountsOtherwiseIsNotOurs() {
        assertThatThrownBy(() -> VllmBackend.generation(
                        List.of(answer("x", "[" + token(4, -1) + "]", -1, 1, "stop")), VERSION, 8, TOKENIZER))
                .hasMessageContaining("read 7 tokens of a prompt of 8");
    }

    @Test
    void wordsThatAreNotThoseOfTheTokensAreNot() {
        assertInvalid("its tokens say 'Hello'", answer("Hallo", "[" + token(151_000, -1) + "]", -1, 1, "stop"));
        assertThat(read(answer("Hello\uFFFD", "[" + token(151_000, -1) + "]", -1, 1, "length"))
                        .text())
                .isEqualTo("Hello");
    }

    @Test
    void picturesAreSentInTheirOrder() {
        PolicyModel.Request request = new PolicyModel.Request("r#1", "r", VERSION, List.of(), 9, Decoding.GREEDY, 1);

        List<Tensor> inputs = VllmBackend.inputs("x", List.of("b", "a"), request, CARD);

        assertThat(inputs.get(inputs.size() - 1).name()).isEqualTo("image");
        assertThat(TensorCodec.texts(inputs.get(inputs.size() - 1))).containsExactly("b", "a");
    }

    @Test
    void anOutputThatIsMissingIsNamed() {
        InferenceAnswer bare =
                new InferenceAnswer("vllm", "1", Map.of("text_output", TensorCodec.of("text_output", List.of("x"))));

        assertInvalid("without output 'logprobs'", bare);
    }

    private static void assertInvalid(String why, InferenceAnswer... answers) {
        assertThatThrownBy(() -> read(answers))
                .isInstanceOfSatisfying(
                        PortException.class, e -> assertThat(e.status()).isEqualTo(EffectStatus.INVALID))
                .hasMessageContaining(why);
    }
}
