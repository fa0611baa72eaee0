// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.connector.qwen.QwenFamily;
import dev.eddy.connector.qwen.QwenPrompt;
import dev.eddy.connector.qwen.QwenTokenizer;
import dev.eddy.connector.qwen.QwenVision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What every call of a benchmark asks: to go on with a text without pictures, whose rendering is another cost.
 *
 * @param file the model's {@code tokenizer.json}
 * @param tokens most of an answer
 */
public record TritonBenchCall(Path file, QwenTokenizer tokenizer, QwenFamily family, int tokens) {
    private static final String TEXT = "Is this the stream? The policy says yes or no.\n".repeat(8);

    /** @throws IOException if there is no such tokenizer */
    public static TritonBenchCall of(Path file, QwenFamily family, int tokens) throws IOException {
        return new TritonBenchCall(file, QwenTokenizer.read(file, QwenVision.of(family)), family, tokens);
    }

    List<PromptSegment> segments() {
        return List.of(new SegmentWriter(tokenizer).text(TEXT).segment(0, "instructions"));
    }

    /** The same as a server reads it. */
    public QwenPrompt prompt() {
        return QwenPrompt.of(segments(), tokenizer, QwenVision.of(family));
    }
}
