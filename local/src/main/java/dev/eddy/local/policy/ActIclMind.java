// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.port.BlobStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What serving and training share: how a prompt is understood, and what is decided on. Thread-safe. */
final class ActIclMind {
    private static final int PICTURES = 20_000;
    private static final int SEGMENTS = 50_000;

    final Tokenizer tokenizer;
    private final Eye eye;
    private final PromptReader reader;

    ActIclMind(BlobStore blobs, Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        this.eye = new Eye(blobs, PICTURES);
        this.reader = new PromptReader(tokenizer, eye, SEGMENTS);
    }

    /** One piece a segment; fails as the blob store does where a picture cannot be had. */
    CompletableFuture<List<Piece>> read(List<PromptSegment> segments) {
        return reader.read(segments);
    }

    /**
     * What the pieces of a prompt mean together; throws INVALID where that is nothing.
     *
     * @param tokens of the whole prompt
     */
    Prompt understand(List<Piece> pieces, int tokens) {
        return !pieces.isEmpty() && pieces.get(pieces.size() - 1) instanceof Piece.Ask ask
                ? AnswerPrompt.of(pieces, ask, eye::likeness)
                : Situation.begin(Observation.of(pieces, tokens, eye::likeness));
    }
}
