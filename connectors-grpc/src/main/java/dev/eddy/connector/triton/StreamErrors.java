// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.List;

/** What the text of a failure on a stream tells: it has no code, so that it may be worth another try. See RATIONALE.md. */
final class StreamErrors {
    /** Parts of those that are known to speak of the server or its engine, whatever it was asked. */
    private static final List<String> OF_SERVER = List.of(
            "Exceeds maximum queue size", // Triton's schedulers
            "unhealthy vLLM engine", // the vLLM backend with ENABLE_VLLM_HEALTH_CHECK
            "EngineCore encountered an issue", // vLLM
            "Background loop has errored"); // vLLM before its engine of 2025

    private StreamErrors() {}

    static PortException of(String text) {
        String message = "failed: " + text;
        return OF_SERVER.stream().anyMatch(text::contains)
                ? new PortException(EffectStatus.UNAVAILABLE, message)
                : PortException.inconclusive(EffectStatus.UNAVAILABLE, message, null);
    }
}
