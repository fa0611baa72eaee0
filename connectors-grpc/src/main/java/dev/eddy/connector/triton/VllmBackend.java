// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.connector.qwen.SampledTokens;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Decoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The tensors of Triton's vLLM backend: what a call sends and what its answers mean. Pure.
 *
 * <p>The backend gives no token ids. They are the keys of its log-probability maps, and only where a map has no more than the sampled
 * token, which is what {@code logprobs: 0} asks for. A generation whose ids or log-probabilities are not complete could not be
 * trained on, so there is none: reading it fails INVALID.
 */
final class VllmBackend {
    private static final ObjectMapper JSON = new ObjectMapper();

    private VllmBackend() {}

    /**
     * Inputs of a text and its pictures.
     *
     * @param prompt rendered, special tokens and all
     * @param pictures files in Base64, in the order of their places in the text
     * @param card has the temperature where the request has none
     */
    static List<Tensor> inputs(String prompt, List<String> pictures, PolicyModel.Request request, ModelCard card) {
        List<Tensor> inputs = new ArrayList<>(List.of(
                TensorCodec.of("text_input", List.of(prompt)),
                TensorCodec.of("sampling_parameters", List.of(sampling(request, card))),
                yes("exclude_input_in_output"),
                yes("return_finish_reason"),
                yes("return_cumulative_logprob"),
                yes("return_logprobs"),
                yes("return_num_input_tokens"),
                yes("return_num_output_tokens")));
        if (!pictures.isEmpty()) {
            inputs.add(TensorCodec.of("image", pictures));
        }
        return inputs;
    }

    private static Tensor yes(String name) {
        return TensorCodec.of(name, new boolean[] {true}, 1);
    }

    private static String sampling(PolicyModel.Request request, ModelCard card) {
        double wanted = request.temperature() == null ? card.temperature() : request.temperature();
        return JsonNodeFactory.instance
                .objectNode()
                .put("max_tokens", request.maxTokens())
                .put("temperature", request.decoding() == Decoding.GREEDY ? 0 : wanted)
                .put("top_p", card.topP())
                // -1 would be no seed at all.
                .put("seed", request.seed() & Long.MAX_VALUE)
                .put("logprobs", 0)
                .toString();
    }

    /**
     * What was said, from all answers to a call, each of which has what is new since the one before.
     *
     * @param version that was asked
     * @param promptTokens of the prompt by our own tokenizer
     * @param tokenizer of which the words are those of the sampled ids
     * @throws PortException INVALID where ids, log-probabilities and counts are not complete and do not agree, UNAVAILABLE where
     *     the server gave up
     */
    static Generation generation(
            List<InferenceAnswer> answers, PolicyVersion version, int promptTokens, Tokenizer tokenizer) {
        StringBuilder text = new StringBuilder();
        SampledTokens sampled = new SampledTokens();
        String finish = "None";
        for (InferenceAnswer answer : answers) {
            text.append(only(answer, "text_output"));
            add(sampled, only(answer, "logprobs"), number(answer, "num_output_tokens"));
            finish = only(answer, "finish_reason");
            if (number(answer, "num_input_tokens") != promptTokens) {
                throw SampledTokens.invalid("the model read " + number(answer, "num_input_tokens")
                        + " tokens of a prompt of " + promptTokens
                        + ": its tokenizer or its chat template is another");
            }
        }
        sampled.checkFinish(finish);
        sampled.checkSum(sum(answers.get(answers.size() - 1)));
        return sampled.generation(text.toString(), finish, version, tokenizer);
    }

    /** @param json an array with an object a token, which has an entry an id; null where there are none */
    private static void add(SampledTokens sampled, String json, long expected) {
        JsonNode maps = parse(json);
        if (!maps.isArray() || maps.size() != expected) {
            throw SampledTokens.invalid("of " + expected + " tokens it has log-probabilities of "
                    + (maps.isArray() ? maps.size() : 0)
                    + "; without all of them, which are also the only ids, it is not trainable");
        }
        for (JsonNode map : maps) {
            if (map.size() != 1) {
                throw SampledTokens.invalid("token " + sampled.count() + " has log-probabilities of " + map.size()
                        + " ids, expected that of the sampled one alone");
            }
            Map.Entry<String, JsonNode> entry = map.properties().iterator().next();
            sampled.add(id(sampled, entry.getKey()), entry.getValue().path("logprob"));
        }
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw SampledTokens.invalid("output 'logprobs' is no JSON: " + e.getOriginalMessage());
        }
    }

    private static int id(SampledTokens sampled, String key) {
        try {
            return Integer.parseInt(key);
        } catch (NumberFormatException e) {
            throw SampledTokens.invalid(
                    "token " + sampled.count() + " has the id '" + key + "', expected a whole number");
        }
    }

    private static float sum(InferenceAnswer answer) {
        float[] sums = TensorCodec.floats(answer.output("cumulative_logprob"));
        if (sums.length != 1) {
            throw SampledTokens.invalid("output 'cumulative_logprob' has " + sums.length + " numbers, expected 1");
        }
        return sums[0];
    }

    private static String only(InferenceAnswer answer, String output) {
        List<String> texts = TensorCodec.texts(answer.output(output));
        if (texts.size() != 1) {
            throw SampledTokens.invalid("output '" + output + "' has " + texts.size() + " texts, expected 1");
        }
        return texts.get(0);
    }

    private static long number(InferenceAnswer answer, String output) {
        int[] numbers = TensorCodec.ints(answer.output(output));
        if (numbers.length != 1) {
            throw SampledTokens.invalid("output '" + output + "' has " + numbers.length + " numbers, expected 1");
        }
        return Integer.toUnsignedLong(numbers[0]);
    }
}
