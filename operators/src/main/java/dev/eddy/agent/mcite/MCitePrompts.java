// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The instructions that MCite shows, kept as resources under {@code prompts/mcite}. Immutable. */
final class MCitePrompts {
    private static final String LOOP = "loop";
    private static final String REACT = "react";
    private static final String RAG = "rag";

    private final Map<String, String> texts = new LinkedHashMap<>();
    private final String hash;

    MCitePrompts() {
        StringBuilder all = new StringBuilder();
        for (String name : new String[] {LOOP, REACT, RAG}) {
            String text = resource(name);
            texts.put(name, text);
            all.append(name).append('\n').append(text);
        }
        hash = Sha256.hex(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** SHA-256 over all of them. */
    String hash() {
        return hash;
    }

    String protocol(Mode mode) {
        return texts.get(
                switch (mode) {
                    case REACT -> REACT;
                    case RAG -> RAG;
                    default -> LOOP;
                });
    }

    private static String resource(String name) {
        String path = "/prompts/mcite/" + name + ".txt";
        try (InputStream in = MCitePrompts.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException("no resource " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("a prompt of MCite cannot be read", e);
        }
    }
}
