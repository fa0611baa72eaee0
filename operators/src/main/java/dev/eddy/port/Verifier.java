// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.EffectValue;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Tells which queries and which snippets help to answer a question. Judges each by itself, so that the verdict does
 * not depend on what else is asked. Thread-safe; never blocks the caller. Failures complete the future with a
 * {@link PortException}: no verdict is ever made up.
 */
public interface Verifier extends AutoCloseable {
    CompletableFuture<EffectValue.Verdicts> verify(Request request);

    /**
     * @param pictures of the question
     * @param targets reference answers; empty where the verifier is to judge without them
     * @param snippets by text and by picture
     */
    record Request(
            String question,
            List<Picture> pictures,
            List<String> targets,
            List<String> queries,
            List<Snippet> snippets) {
        public Request {
            pictures = List.copyOf(pictures);
            targets = List.copyOf(targets);
            queries = List.copyOf(queries);
            snippets = List.copyOf(snippets);
        }
    }

    @Override
    void close();
}
