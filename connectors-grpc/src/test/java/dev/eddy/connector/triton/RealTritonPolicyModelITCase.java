// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.connector.qwen.SmallQwen;
import dev.eddy.connector.qwen.TestPictures;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyModelContract;
import dev.eddy.port.RealServices;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The policy's contract on a real server, whose model reads prompts with Hugging Face's tokenizer. */
@Tag("real-services")
class RealTritonPolicyModelITCase extends PolicyModelContract {
    private static final QwenTokenizer TOKENIZER = SmallQwen.tokenizer();
    private static final PolicyVersion VERSION = new PolicyVersion("acticl", 3, "cd".repeat(32));
    private static final Duration LONG = Duration.ofMinutes(1);

    private static String endpoint;

    @BeforeAll
    static void load() throws Exception {
        endpoint = RealServices.up("triton");
        RealTriton.loadText(endpoint, PolicyModelNames.of(VERSION));
    }

    @Override
    protected PolicyModel open() throws Exception {
        return new TritonPolicyModel.Factory().open(TritonPolicyModelITCase.settings(endpoint));
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
    protected List<PromptSegment> prompt() throws IOException {
        return TestPictures.shown(TOKENIZER);
    }

    @Test
    void aGenerationAtItsCapIsCut() throws Exception {
        try (PolicyModel model = open()) {
            Generation said = await(
                    model.generate(new PolicyModel.Request("r#1", "r", VERSION, prompt(), 2, Decoding.GREEDY, 1)));

            assertThat(said.tokens()).hasSize(2);
            assertThat(said.truncated()).isTrue();
        }
    }

    private static InferenceCall call(String model, List<Tensor> inputs) {
        return new InferenceCall(model, "", "r#1", inputs, List.of(), LONG);
    }

    @Test
    void whatItRefusesIsTyped() throws Exception {
        List<Tensor> text = List.of(TensorCodec.of("text_input", List.of("Hi")));
        try (TritonClient client = new TritonClient.Factory().open(Map.of("endpoint", endpoint))) {
            assertFails(client.infer(call("text", text)), EffectStatus.REJECTED).hasMessageContaining("UNIMPLEMENTED");
            assertFails(client.infer(call("nobody", text)), EffectStatus.REJECTED)
                    .hasMessageContaining("NOT_FOUND");
            assertFails(client.stream(call("nobody", text)), EffectStatus.UNAVAILABLE)
                    .hasMessageContaining("nobody");
            assertFails(
                            client.stream(call("text", List.of(TensorCodec.of("text_input", new float[1], 1)))),
                            EffectStatus.UNAVAILABLE)
                    .hasMessageContaining("text_input");
            assertFails(
                            client.stream(call(
                                    "text", List.of(text.get(0), TensorCodec.of("sampling_parameters", List.of("?"))))),
                            EffectStatus.UNAVAILABLE)
                    .hasMessageContaining("Error generating stream");
            assertThat(await(client.ready("text", LONG))).isTrue();
        }
    }
}
