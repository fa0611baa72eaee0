// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.connector.qwen.QwenFamily;
import dev.eddy.connector.qwen.QwenPrompt;
import dev.eddy.connector.qwen.SampledTokens;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Chat completions as vLLM and SGLang understand them: what a call sends and what its answer means. Pure.
 *
 * <p>Both say the ids that the model has read and sampled if they are asked by {@code return_token_ids}, in places of their own.
 */
final class ChatCompletion {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** At the answer's top with vLLM, in the choice with SGLang. */
    private static final String READ = "prompt_token_ids";
    /** Of the choice; SGLang calls them so or, since 2026, {@code response_token_ids}. */
    private static final String SAMPLED = "token_ids";

    private ChatCompletion() {}

    /**
     * The body of a call.
     *
     * @param files of the prompt's pictures, PNG in Base64
     * @param card has the temperature where the request has none
     */
    static String body(
            PolicyModel.Request request, QwenPrompt prompt, QwenFamily family, List<String> files, ModelCard card) {
        double wanted = request.temperature() == null ? card.temperature() : request.temperature();
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("model", PolicyModelNames.of(request.version()))
                .put("max_tokens", request.maxTokens())
                .put("temperature", request.decoding() == Decoding.GREEDY ? 0 : wanted)
                .put("top_p", card.topP())
                // Where these are not said, servers take them from the model's generation_config.json.
                .put("top_k", -1)
                .put("min_p", 0)
                .put("repetition_penalty", 1)
                .put("seed", request.seed() & Long.MAX_VALUE)
                .put("logprobs", true)
                .put("return_token_ids", true);
        content(
                body.putArray("messages").addObject().put("role", "user").putArray("content"),
                prompt.words(family),
                files);
        return body.toString();
    }

    private static void content(ArrayNode parts, List<String> words, List<String> files) {
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).isEmpty()) {
                parts.addObject().put("type", "text").put("text", words.get(i));
            }
            if (i < files.size()) {
                parts.addObject()
                        .put("type", "image_url")
                        .putObject("image_url")
                        .put("url", "data:image/png;base64," + files.get(i));
            }
        }
    }

    /**
     * What was said.
     *
     * @param read the ids that the model is to have read
     * @param tokenizer of which the words are those of the sampled ids
     * @throws PortException INVALID where ids and log-probabilities are not complete or do not agree, REJECTED where other weights
     *     have answered, UNAVAILABLE where the server gave up
     */
    static Generation generation(byte[] answer, PolicyVersion version, int[] read, Tokenizer tokenizer) {
        JsonNode completion = parse(answer);
        checkVersion(completion, version);
        if (completion.path("choices").size() != 1) {
            throw SampledTokens.invalid("it has " + completion.path("choices").size() + " choices, expected 1");
        }
        JsonNode choice = completion.path("choices").path(0);
        checkPrompt(ids(completion.path(READ), choice.path(READ), READ), read);
        int[] ids = ids(choice.path(SAMPLED), choice.path("response_" + SAMPLED), SAMPLED);
        JsonNode logProbs = choice.path("logprobs").path("content");
        if (logProbs.size() != ids.length) {
            throw SampledTokens.invalid("of " + ids.length + " tokens it has log-probabilities of " + logProbs.size()
                    + "; without all of them it is not trainable");
        }
        JsonNode counted = completion.path("usage").path("completion_tokens");
        if (counted.asInt(-1) != ids.length) {
            throw SampledTokens.invalid("it has " + ids.length + " ids and counts " + counted + " tokens");
        }
        SampledTokens sampled = new SampledTokens();
        for (int i = 0; i < ids.length; i++) {
            sampled.add(ids[i], logProbs.path(i).path("logprob"));
        }
        String finish = choice.path("finish_reason").asText();
        sampled.checkFinish(finish);
        return sampled.generation(choice.path("message").path("content").asText(""), finish, version, tokenizer);
    }

    private static JsonNode parse(byte[] answer) {
        try {
            return JSON.readTree(answer);
        } catch (IOException e) {
            throw SampledTokens.invalid("it is no JSON: " + e.getMessage());
        }
    }

    /** vLLM refuses a model that it has not; SGLang answers whatever name it is asked by, and says which weights it has. */
    private static void checkVersion(JsonNode completion, PolicyVersion version) {
        String wanted = PolicyModelNames.of(version);
        JsonNode weights = completion.path("metadata").path("weight_version");
        JsonNode served = weights.isTextual() ? weights : completion.path("model");
        if (!served.isTextual()) {
            throw SampledTokens.invalid("it does not say which model has answered");
        }
        if (!served.asText().equals(wanted)) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    "policy version " + version + " is not served: '" + served.asText() + "' answered, expected '"
                            + wanted + "'");
        }
    }

    private static void checkPrompt(int[] read, int[] expected) {
        int other = Arrays.mismatch(read, expected);
        if (other >= 0) {
            throw SampledTokens.invalid(
                    "the model read " + read.length + " tokens of a prompt of " + expected.length + ", from token "
                            + other + " on others: its tokenizer, its chat template or its preprocessor is another");
        }
    }

    /** Of the one that is there. */
    private static int[] ids(JsonNode one, JsonNode other, String name) {
        JsonNode found = one.isArray() ? one : other;
        if (!found.isArray()) {
            throw SampledTokens.invalid(
                    "it has no '" + name
                            + "', without which it is not trainable: the server must know 'return_token_ids' of chat completions");
        }
        int[] ids = new int[found.size()];
        for (int i = 0; i < ids.length; i++) {
            if (!found.path(i).isInt()) {
                throw SampledTokens.invalid("'" + name + "' has '" + found.path(i) + "', expected an id");
            }
            ids[i] = found.path(i).intValue();
        }
        return ids;
    }
}
