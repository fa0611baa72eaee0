// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.connector.triton.proto.InferParameter;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.connector.triton.proto.ModelInferResponse.InferOutputTensor;
import dev.eddy.connector.triton.proto.ModelStreamInferResponse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What Triton sends, for servers that stand in for it. Pure. */
final class TritonReplies {
    /** Of every token. */
    private static final float LOG_PROB = -0.25f;

    private TritonReplies() {}

    /**
     * Tokens from its vLLM backend that are new since the reply before.
     *
     * @param saidBefore how many came in replies before
     * @param finish why it ended; {@code None} where it goes on
     * @param promptTokens that were read
     */
    static ModelInferResponse.Builder tokens(String text, int[] ids, int saidBefore, String finish, int promptTokens) {
        String logProbs = Arrays.stream(ids)
                .mapToObj(id -> "{\"" + id + "\": {\"logprob\": " + LOG_PROB + ", \"rank\": 1}}")
                .collect(Collectors.joining(", ", "[", "]"));
        return outputs(List.of(
                TensorCodec.of("text_output", List.of(text)),
                TensorCodec.of("finish_reason", List.of(finish)),
                TensorCodec.of("cumulative_logprob", new float[] {LOG_PROB * (saidBefore + ids.length)}, 1),
                TensorCodec.of("logprobs", List.of(logProbs)),
                TensorCodec.of("num_input_tokens", Datatype.UINT32, new int[] {promptTokens}, 1),
                TensorCodec.of("num_output_tokens", Datatype.UINT32, new int[] {ids.length}, 1)));
    }

    static ModelInferResponse.Builder outputs(Iterable<Tensor> tensors) {
        ModelInferResponse.Builder response = ModelInferResponse.newBuilder();
        for (Tensor tensor : tensors) {
            response.addOutputs(InferOutputTensor.newBuilder()
                            .setName(tensor.name())
                            .setDatatype(tensor.datatype().name())
                            .addAllShape(tensor.shape()))
                    .addRawOutputContents(tensor.data());
        }
        return response;
    }

    static ModelStreamInferResponse part(ModelInferResponse.Builder response) {
        return ModelStreamInferResponse.newBuilder().setInferResponse(response).build();
    }

    static ModelStreamInferResponse last(ModelInferResponse.Builder response) {
        return part(response.putParameters(
                "triton_final_response",
                InferParameter.newBuilder().setBoolParam(true).build()));
    }
}
