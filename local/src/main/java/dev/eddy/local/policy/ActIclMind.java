// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.port.BlobStore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
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

    CompletableFuture<List<Piece>> read(List<PromptSegment> prompt) {
        return reader.read(prompt);
    }

    /** True for an answering prompt. */
    static boolean asksForAnswer(List<Piece> prompt) {
        return prompt.get(prompt.size() - 1) instanceof Piece.Ask;
    }

    Situation situation(List<Piece> prompt, int tokens, Weights.Scale scale) {
        return Situation.begin(
                Observation.of(prompt, tokens, (some, others) -> scale.score(eye.likeness(some, others))));
    }

    /** Weighs the names of an answering prompt; those of its demonstrations where the question allows any. */
    Answerer answerer(List<Piece> prompt, Weights weights) {
        Piece.Ask ask = (Piece.Ask) prompt.get(prompt.size() - 1);
        List<Piece.Shot> shots = new ArrayList<>();
        for (Piece piece : prompt) {
            if (piece instanceof Piece.Shot shot) {
                shots.add(shot);
            }
        }
        LinkedHashSet<String> names = new LinkedHashSet<>(ask.allowed());
        if (names.isEmpty()) {
            shots.forEach(shot -> names.add(shot.target()));
        }
        List<String> order = List.copyOf(names);
        int[] nameOfShot = new int[shots.size()];
        float[] likeness = new float[shots.size()];
        for (int i = 0; i < likeness.length; i++) {
            nameOfShot[i] = order.indexOf(shots.get(i).target());
            likeness[i] = weights.scale()
                    .score(eye.likeness(ask.pictures(), shots.get(i).pictures()));
        }
        return new Answerer(order, nameOfShot, likeness, weights.parameters());
    }
}
