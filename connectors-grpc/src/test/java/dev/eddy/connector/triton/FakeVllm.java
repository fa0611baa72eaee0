// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.connector.triton.FakeTriton.error;
import static dev.eddy.connector.triton.TritonReplies.last;
import static dev.eddy.connector.triton.TritonReplies.part;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.connector.qwen.QwenVision;
import dev.eddy.connector.triton.proto.ModelInferRequest;
import dev.eddy.connector.triton.proto.ModelInferResponse;
import dev.eddy.connector.triton.proto.ModelStreamInferResponse;
import io.grpc.stub.StreamObserver;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** The tensors of the vLLM backend over a model that says some words by chance; it reads its prompt as a server would. */
record FakeVllm(QwenTokenizer tokenizer, QwenVision vision) implements FakeTriton.Model {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> WORDS = List.of(" yes", " no", " Grüße", " the", " stream");

    @Override
    public void answer(ModelInferRequest request, StreamObserver<ModelStreamInferResponse> answers) {
        Map<String, Tensor> inputs = InferenceAnswer.of(ModelInferResponse.newBuilder()
                        .addAllOutputs(FakeTriton.echo(request).getOutputsList())
                        .addAllRawOutputContents(request.getRawInputContentsList())
                        .build())
                .outputs();
        try {
            JsonNode sampling = JSON.readTree(
                    TensorCodec.texts(inputs.get("sampling_parameters")).get(0));
            answers.onNext(part(said(promptTokens(inputs), sampling)));
            answers.onNext(last(ModelInferResponse.newBuilder()));
            answers.onCompleted();
        } catch (IOException e) {
            answers.onNext(error(e.toString()));
        }
    }

    private int promptTokens(Map<String, Tensor> inputs) throws IOException {
        int tokens = tokenizer.encodeTemplate(
                        TensorCodec.texts(inputs.get("text_input")).get(0))
                .length;
        if (inputs.containsKey("image")) {
            for (String file : TensorCodec.texts(inputs.get("image"))) {
                BufferedImage image = ImageIO.read(
                        new ByteArrayInputStream(Base64.getDecoder().decode(file)));
                tokens += vision.tokens(image.getWidth(), image.getHeight()) - 1;
            }
        }
        return tokens;
    }

    private ModelInferResponse.Builder said(int promptTokens, JsonNode sampling) {
        Random random = new Random(sampling.get("seed").longValue());
        boolean greedy = sampling.get("temperature").doubleValue() == 0;
        String text = IntStream.range(0, 4)
                .mapToObj(word -> WORDS.get(greedy ? 0 : random.nextInt(WORDS.size())))
                .collect(Collectors.joining());
        int[] words = tokenizer.encode(text);
        int[] ids = IntStream.concat(IntStream.of(words), IntStream.of(tokenizer.encodeTemplate("<|im_end|>")))
                .toArray();
        return TritonReplies.tokens(text, ids, 0, "stop", promptTokens);
    }
}
