// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.local.Loads;
import dev.eddy.local.policy.Eye;
import dev.eddy.local.policy.PerStore;
import dev.eddy.local.policy.PromptReader;
import dev.eddy.local.policy.Sight;
import dev.eddy.local.policy.Utterance;
import dev.eddy.port.BlobStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What policies with the same memory have in common: they read, see and remember alike, whatever their weights. Thread-safe.
 */
final class SvrlMind {
    private static final int PICTURES = 20_000;
    private static final int SEGMENTS = 20_000;
    private static final PerStore<Library> LIBRARIES = new PerStore<>(Library::new);

    final Tokenizer tokenizer = WordTokenizer.instance();
    final Utterance.Phrases phrases = new Utterance.Phrases(tokenizer);
    final Memory memory;
    private final PromptReader<Piece, Sight> reader;
    private final Library library;

    private SvrlMind(Memory memory, Library library) {
        this.memory = memory;
        this.library = library;
        this.reader = new PromptReader<>(tokenizer, library.eye::look, new PieceParser(memory), SEGMENTS);
    }

    /** The mind with a memory, by its content hash; fails as the blob store does, and with INVALID where it is none. */
    static CompletableFuture<SvrlMind> of(BlobStore blobs, String memory) {
        Library library = LIBRARIES.of(blobs);
        return library.minds.get(
                memory, hash -> blobs.get(hash).thenApply(bytes -> new SvrlMind(Memory.of(bytes), library)));
    }

    /** One piece a segment; fails as the blob store does where a picture cannot be had. */
    CompletableFuture<List<Piece>> read(List<PromptSegment> segments) {
        return reader.read(segments);
    }

    /** The minds of one store; each keeps it alive. */
    private static final class Library {
        private final Eye eye;
        private final Loads<String, SvrlMind> minds = new Loads<>(Caffeine.newBuilder());

        private Library(BlobStore blobs) {
            this.eye = new Eye(blobs, PICTURES);
        }
    }
}
