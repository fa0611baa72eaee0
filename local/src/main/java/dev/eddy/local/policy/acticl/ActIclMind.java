// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.local.policy.Eye;
import dev.eddy.local.policy.PerStore;
import dev.eddy.local.policy.PromptReader;
import dev.eddy.local.policy.Sight;
import dev.eddy.port.BlobStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How prompts are understood, by serving and training alike. Thread-safe. */
final class ActIclMind {
    private static final int PICTURES = 20_000;
    private static final int SEGMENTS = 50_000;
    private static final PerStore<ActIclMind> MINDS = new PerStore<>(ActIclMind::new);

    final Tokenizer tokenizer = WordTokenizer.instance();
    final CallWriter writer = new CallWriter(tokenizer);
    private final Eye eye;
    private final PromptReader<Piece, Sight> reader;

    private ActIclMind(BlobStore blobs) {
        this.eye = new Eye(blobs, PICTURES);
        this.reader = new PromptReader<>(tokenizer, eye::look, PieceParser::parse, SEGMENTS);
    }

    /** The mind of everyone in this JVM that sees this store's pictures: what serving has read, training need not read again. */
    static ActIclMind of(BlobStore blobs) {
        return MINDS.of(blobs);
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
