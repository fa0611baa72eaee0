// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The instructions that ActICL shows, kept as resources under {@code prompts/acticl}. Immutable. */
final class ActIclPrompts {
    private static final String[] PARTS = {
        "goal",
        "observation",
        "observation-no-read",
        "observation-no-curate",
        "search",
        "search-i2i",
        "search-t2i",
        "search-t2t",
        "search-end",
        "search-example-i2i",
        "search-example-t2t",
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

    /** Acquisition protocol and tool definitions: what the mode offers, and nothing that it does not. */
    String acquisition(Mode mode) {
        String kind = switch (mode) {
            case NO_READ -> "-no-read";
            case NO_CURATE -> "-no-curate";
            default -> "";
        };
        StringBuilder protocol = new StringBuilder(parts.get("goal") + parts.get("observation" + kind) + search(mode));
        if (mode.offersRead()) {
            protocol.append(parts.get(mode.offersCurate() ? "read" : "read-no-curate"));
        }
        if (mode.offersCurate()) {
            protocol.append(parts.get(mode.offersRead() ? "curate" : "curate-no-read"));
        }
        return protocol + parts.get("solve") + parts.get("rules");
    }

    private String search(Mode mode) {
        Set<Channel> channels = mode.channels();
        StringBuilder search = new StringBuilder(parts.get("search"));
        for (Channel channel : Channel.values()) {
            if (channels.contains(channel)) {
                search.append(parts.get("search-" + channel.name().toLowerCase(Locale.ROOT)));
            }
        }
        return search
                + parts.get("search-end")
                + parts.get(channels.contains(Channel.I2I) ? "search-example-i2i" : "search-example-t2t");
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
