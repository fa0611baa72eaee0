// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.connector.triton.proto.InferParameter;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferRequest.InferInputTensor;
import dev.eddy.connector.triton.proto.ModelInferRequest.InferRequestedOutputTensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What is asked of a model.
 *
 * @param version of the model in the server's repository; empty for the server's choice
 * @param id the server's logs and answers repeat it
 * @param outputs names of those wanted; empty for all
 * @param parameters texts that the model is given beside its inputs
 * @param deadline after which the call fails with TIMEOUT and the server is told to stop
 */
public record InferenceCall(
        String model,
        String version,
        String id,
        List<Tensor> inputs,
        List<String> outputs,
        Map<String, String> parameters,
        Duration deadline) {
    public InferenceCall {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        parameters = Map.copyOf(parameters);
    }

    /** One without parameters. */
    public InferenceCall(
            String model, String version, String id, List<Tensor> inputs, List<String> outputs, Duration deadline) {
        this(model, version, id, inputs, outputs, Map.of(), deadline);
    }

    ModelInferRequest unary() {
        return message().build();
    }

    /** Asks for an answer marked as the last, which may be empty. */
    ModelInferRequest streamed() {
        return message()
                .putParameters(
                        "triton_enable_empty_final_response",
                        InferParameter.newBuilder().setBoolParam(true).build())
                .build();
    }

    private ModelInferRequest.Builder message() {
        ModelInferRequest.Builder message = ModelInferRequest.newBuilder()
                .setModelName(model)
                .setModelVersion(version)
                .setId(id);
        parameters.forEach((name, value) -> message.putParameters(
                name, InferParameter.newBuilder().setStringParam(value).build()));
        for (Tensor input : inputs) {
            message.addInputs(InferInputTensor.newBuilder()
                            .setName(input.name())
                            .setDatatype(input.datatype().name())
                            .addAllShape(input.shape()))
                    .addRawInputContents(input.data());
        }
        for (String output : outputs) {
            message.addOutputs(InferRequestedOutputTensor.newBuilder().setName(output));
        }
        return message;
    }
}
