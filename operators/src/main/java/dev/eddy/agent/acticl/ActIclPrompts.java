// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The instructions that ActICL shows, kept as resources under {@code prompts/acticl}. Immutable. */
final class ActIclPrompts {
    private static final String[] PARTS = {
        "goal",
        "observation",
        "observation-no-read",
        "observation-no-curate",
        "search",
        "read",
        "read-no-curate",
        "curate",
        "curate-no-read",
        "solve",
        "rules",
        "answer",
        "answer-format"
    };

    private final Map<String, String> parts = new LinkedHashMap<>();
    private final String hash;

    ActIclPrompts() {
        StringBuilder all = new StringBuilder();
        for (String part : PARTS) {
            String text = resource(part);
            parts.put(part, text);
            all.append(part).append('\n').append(text);
        }
        hash = Sha256.hex(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** SHA-256 over all of them. */
    String hash() {
        return hash;
    }

    /** Acquisition protocol and tool definitions, as far as the mode offers them. */
    String acquisition(Mode mode) {
        return parts.get("goal")
                + switch (mode) {
                    case NO_READ ->
                        parts.get("observation-no-read") + parts.get("search") + parts.get("curate-no-read");
                    case NO_CURATE ->
                        parts.get("observation-no-curate") + parts.get("search") + parts.get("read-no-curate");
                    default -> parts.get("observation") + parts.get("search") + parts.get("read") + parts.get("curate");
                }
                + parts.get("solve")
                + parts.get("rules");
    }

    /** The user's instruction, or the default one where there is none, and how to write the answer. */
    String answer(String instruction) {
        return (instruction.isBlank() ? parts.get("answer") : Quoted.text(instruction) + "\n")
                + parts.get("answer-format");
    }

    private static String resource(String part) {
        String path = "/prompts/acticl/" + part + ".txt";
        try (InputStream in = ActIclPrompts.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException("no resource " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("a prompt of ActICL cannot be read", e);
        }
    }
}
