// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Quoting;
import java.util.List;

/** Foreign text made harmless for a prompt: queries, records and the model's own reasoning. */
final class Quoted {
    private static final Quoting TEXT = new Quoting(List.of("think", "tool_call", "answer", "image", "|"));

    private Quoted() {}

    static String text(String foreign) {
        return TEXT.of(foreign);
    }

    /** JSON whose strings cannot spell a tag; it means the same. */
    static String json(String json) {
        return json.replace("<", "\\u003c");
    }
}
