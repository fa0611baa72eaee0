// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A small vocabulary with Qwen's special tokens and rules. */
public final class SmallQwen {
    /** That of the text model which {@code scripts/services.sh} serves. */
    public static final Path FILE = Path.of("..", "docker", "triton", "text", "1", "tokenizer.json");

    /** Of Qwen3-VL, showing small pictures small. */
    public static final QwenVision VISION = new QwenVision(QwenFamily.QWEN3_VL, 1024, 1 << 24);

    private SmallQwen() {}

    public static QwenTokenizer tokenizer() {
        try {
            return QwenTokenizer.read(FILE, VISION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
