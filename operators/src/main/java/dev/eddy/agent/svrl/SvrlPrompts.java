// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The instructions that SVRL shows, kept as resources under {@code prompts/svrl}. Immutable. */
final class SvrlPrompts {
    private final SortedMap<String, String> texts = new TreeMap<>();
    private final String hash;

    SvrlPrompts() {
        Mode.prompts().forEach(parts -> parts.forEach(part -> texts.computeIfAbsent(part, SvrlPrompts::resource)));
        StringBuilder all = new StringBuilder();
        texts.forEach((name, text) -> all.append(name).append('\n').append(text));
        hash = Sha256.hex(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** SHA-256 over all of them. */
    String hash() {
        return hash;
    }

    /** @param parts as {@link Mode#prompt} */
    String instructions(List<String> parts) {
        StringBuilder whole = new StringBuilder();
        parts.forEach(part -> whole.append(texts.get(part)));
        return whole.toString();
    }

    private static String resource(String name) {
        String path = "/prompts/svrl/" + name + ".txt";
        try (InputStream in = SvrlPrompts.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException("no resource " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("a prompt of SVRL cannot be read", e);
        }
    }
}
