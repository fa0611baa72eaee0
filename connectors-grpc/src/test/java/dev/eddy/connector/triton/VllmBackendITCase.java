// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.connector.triton.TritonReplies.last;
import static dev.eddy.connector.triton.TritonReplies.outputs;
import static dev.eddy.connector.triton.TritonReplies.part;
import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.port.PolicyModel;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VllmBackendITCase {
    private static final PolicyVersion VERSION = new PolicyVersion("acticl", 3, "0".repeat(64));

    private static final Spelling TOKENIZER = new Spelling(Map.of(101, " 1", 102, " 2", 103, " 3"));

    private static CompletableFuture<Generation> generate(TritonClient client, String model) {
        PolicyModel.Request request = new PolicyModel.Request("r#1", "r", VERSION, List.of(), 3, Decoding.SAMPLED, 1);
        List<Tensor> inputs = VllmBackend.inputs("Count.", List.of(), request, new ModelCard(model, "", 1, 1));
        return client.stream(new InferenceCall(model, "", "r#1", inputs, List.of(), Duration.ofMinutes(1)))
                .thenApply(answers -> VllmBackend.generation(answers, VERSION, 7, TOKENIZER));
    }

    private static ModelInferResponse.Builder token(int index, String finish) {
        String logProbs = "[{\"" + (100 + index) + "\": {\"logprob\": -0.5}}]";
        return outputs(VllmBackendTest.answer(" " + index, logProbs, -0.5 * index, 1, finish)
                .outputs()
                .values());
    }

    @Test
    void aGenerationComesTokenByTokenAndIsWholeOrNone() throws Exception {
        try (FakeTriton server = new FakeTriton();
                TritonClient client = new TritonClient.Factory().open(Map.of("endpoint", server.endpoint()))) {
            server.with("whole", (request, answers) -> {
                answers.onNext(part(token(1, "None")));
                answers.onNext(part(token(2, "None")));
                answers.onNext(part(token(3, "length")));
                answers.onNext(last(ModelInferResponse.newBuilder()));
                answers.onCompleted();
            });
            server.with("cut", (request, answers) -> {
                answers.onNext(part(token(1, "None")));
                answers.onNext(part(token(2, "None")));
                answers.onCompleted();
            });

            Generation said = await(generate(client, "whole"));

            assertThat(said.text()).isEqualTo(" 1 2 3");
            assertThat(said.tokens()).containsExactly(101, 102, 103);
            assertThat(said.truncated()).isTrue();
            assertFails(generate(client, "cut"), EffectStatus.UNAVAILABLE);
        }
    }
}
