// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.protobuf.ByteString;
import dev.eddy.connector.triton.proto.InferParameter;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.connector.triton.proto.ModelInferResponse.InferOutputTensor;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a model answers, whole or a part of it.
 *
 * @param version of the model that answered
 * @param outputs by name
 */
public record InferenceAnswer(String model, String version, Map<String, Tensor> outputs) {
    /**
     * Reads one.
     *
     * @throws PortException INVALID where a tensor is not what it says it is
     */
    static InferenceAnswer of(ModelInferResponse message) {
        if (message.getOutputsCount() != message.getRawOutputContentsCount()) {
            throw invalid(
                    message,
                    message.getOutputsCount() + " outputs with raw contents for " + message.getRawOutputContentsCount(),
                    null);
        }
        Map<String, Tensor> outputs = new LinkedHashMap<>();
        for (int i = 0; i < message.getOutputsCount(); i++) {
            Tensor output = tensor(message, message.getOutputs(i), message.getRawOutputContents(i));
            if (outputs.put(output.name(), output) != null) {
                throw invalid(message, "two outputs '" + output.name() + "'", null);
            }
        }
        return new InferenceAnswer(message.getModelName(), message.getModelVersion(), outputs);
    }

    /** Whether the server says that this is its last answer to a call. */
    static boolean last(ModelInferResponse message) {
        return message.getParametersOrDefault("triton_final_response", InferParameter.getDefaultInstance())
                .getBoolParam();
    }

    /** An output that a model may leave out. */
    public Optional<Tensor> find(String output) {
        return Optional.ofNullable(outputs.get(output));
    }

    /** An output that a model must give; fails INVALID without it. */
    public Tensor output(String output) {
        return find(output)
                .orElseThrow(() -> new PortException(
                        EffectStatus.INVALID,
                        "model '" + model + "' answered without output '" + output + "'; it gave " + outputs.keySet()));
    }

    private static Tensor tensor(ModelInferResponse message, InferOutputTensor output, ByteString data) {
        try {
            return new Tensor(output.getName(), Datatype.valueOf(output.getDatatype()), output.getShapeList(), data);
        } catch (IllegalArgumentException e) {
            throw invalid(message, "a broken output '" + output.getName() + "': " + e.getMessage(), e);
        }
    }

    private static PortException invalid(ModelInferResponse message, String what, Exception cause) {
        return new PortException(
                EffectStatus.INVALID, "model '" + message.getModelName() + "' answered with " + what, cause);
    }
}
