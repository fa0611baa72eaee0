// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/**
 * Attribute names of OpenTelemetry's conventions for generative AI, at version 1.41.0, in which all of them are still in development;
 * and names of our own for what these do not know.
 */
final class GenAi {
    static final String SCHEMA_URL = "https://opentelemetry.io/schemas/1.41.0";

    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
    static final AttributeKey<String> AGENT = AttributeKey.stringKey("gen_ai.agent.name");
    static final AttributeKey<String> CONVERSATION = AttributeKey.stringKey("gen_ai.conversation.id");
    static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
    static final AttributeKey<String> RESPONSE_MODEL = AttributeKey.stringKey("gen_ai.response.model");
    static final AttributeKey<Double> TEMPERATURE = AttributeKey.doubleKey("gen_ai.request.temperature");
    static final AttributeKey<Double> TOP_P = AttributeKey.doubleKey("gen_ai.request.top_p");
    static final AttributeKey<List<String>> FINISH_REASONS =
            AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
    static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");
    static final AttributeKey<String> DATA_SOURCE = AttributeKey.stringKey("gen_ai.data_source.id");
    static final AttributeKey<String> TOOL = AttributeKey.stringKey("gen_ai.tool.name");
    static final AttributeKey<String> TOOL_CALL = AttributeKey.stringKey("gen_ai.tool.call.id");
    static final AttributeKey<String> EVALUATION = AttributeKey.stringKey("gen_ai.evaluation.name");
    static final AttributeKey<Double> SCORE = AttributeKey.doubleKey("gen_ai.evaluation.score.value");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    static final AttributeKey<String> MESSAGING_SYSTEM = AttributeKey.stringKey("messaging.system");
    static final AttributeKey<String> MESSAGING_TOPIC = AttributeKey.stringKey("messaging.destination.name");
    static final AttributeKey<String> MESSAGING_PARTITION =
            AttributeKey.stringKey("messaging.destination.partition.id");
    static final AttributeKey<Long> MESSAGING_OFFSET = AttributeKey.longKey("messaging.kafka.offset");

    static final AttributeKey<String> TRAJECTORY = AttributeKey.stringKey("eddy.trajectory.id");
    static final AttributeKey<Long> ROLLOUT = AttributeKey.longKey("eddy.rollout.index");
    static final AttributeKey<String> POLICY = AttributeKey.stringKey("eddy.policy");
    static final AttributeKey<Long> POLICY_VERSION_MIN = AttributeKey.longKey("eddy.policy.version.min");
    static final AttributeKey<Long> POLICY_VERSION_MAX = AttributeKey.longKey("eddy.policy.version.max");
    static final AttributeKey<String> PURPOSE = AttributeKey.stringKey("eddy.purpose");
    static final AttributeKey<String> MODE = AttributeKey.stringKey("eddy.mode");
    static final AttributeKey<String> TERMINATION = AttributeKey.stringKey("eddy.termination");
    static final AttributeKey<String> BLOB = AttributeKey.stringKey("eddy.trajectory.blob");
    static final AttributeKey<Long> ATTEMPTS = AttributeKey.longKey("eddy.effect.attempts");
    static final AttributeKey<Boolean> FROM_JOURNAL = AttributeKey.booleanKey("eddy.effect.from_journal");
    static final AttributeKey<String> SCORER = AttributeKey.stringKey("eddy.reward.scorer");
    static final AttributeKey<String> REWARD_STATUS = AttributeKey.stringKey("eddy.reward.status");
    static final AttributeKey<Double> ADVANTAGE = AttributeKey.doubleKey("eddy.reward.advantage");
    static final String COMPONENT = "eddy.reward.component.";

    private GenAi() {}
}
