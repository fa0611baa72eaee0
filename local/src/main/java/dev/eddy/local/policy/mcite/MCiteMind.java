// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.effect.PictureWorkers;
import dev.eddy.local.policy.PerStore;
import dev.eddy.local.policy.PromptReader;
import dev.eddy.local.policy.Sampler;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel.Request;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How prompts are understood, by serving and training alike. Thread-safe. */
final class MCiteMind {
    private static final int SEGMENTS = 10_000;
    private static final int SCANS = 2_000; // of 10 to 40 kB each
    private static final PerStore<MCiteMind> MINDS = new PerStore<>(MCiteMind::new);

    final Tokenizer tokenizer = WordTokenizer.instance();
    private final TurnWriter writer = new TurnWriter(tokenizer);
    private final PromptReader<Piece, SeenPage> reader;
    private final Cache<Glance, Scan> scans =
            Caffeine.newBuilder().maximumSize(SCANS).executor(Runnable::run).build();

    /** A view beside a question; views are the same where they are the same object, since the eye remembers them. */
    private record Glance(String question, SeenPage seen) {
        @Override
        public int hashCode() {
            return 31 * question.hashCode() + System.identityHashCode(seen);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Glance glance && glance.seen == seen && glance.question.equals(question);
        }
    }

    private MCiteMind(BlobStore blobs) {
        PageEye eye = new PageEye(blobs, new PictureWorkers(Runtime.getRuntime().availableProcessors()));
        this.reader = new PromptReader<>(tokenizer, eye::look, PieceParser::parse, SEGMENTS);
    }

    /** The mind of everyone in this JVM that sees this store's pictures: what serving has read, training need not read again. */
    static MCiteMind of(BlobStore blobs) {
        return MINDS.of(blobs);
    }

    /** One piece a segment; fails as the blob store does where a picture cannot be had. */
    CompletableFuture<List<Piece>> read(List<PromptSegment> segments) {
        return reader.read(segments);
    }

    /** What the pieces of a prompt mean together. */
    Situation understand(List<Piece> pieces) {
        Observation seen = Observation.of(pieces);
        if (seen.page() == null) {
            return new Situation(seen, null, null);
        }
        Scan ofPage = scan(seen, seen.page().seen());
        return new Situation(seen, ofPage, seen.latest().crop() ? scan(seen, seen.latest()) : ofPage);
    }

    /** Has a call chosen and writes it down; fails as {@link #read} does. */
    CompletableFuture<Generation> respond(Request request, Chooser chooser) {
        Sampler sampler = new Sampler(request.decoding(), request.seed());
        return read(request.prompt())
                .thenCompose(pieces -> respond(understand(pieces), chooser, sampler, request.version()));
    }

    private CompletableFuture<Generation> respond(
            Situation situation, Chooser chooser, Sampler sampler, PolicyVersion version) {
        boolean[] allowed = situation.allowed();
        if (!allowed[0] && !allowed[1] && !allowed[2]) {
            return CompletableFuture.completedFuture(writer.nothing(version));
        }
        return chooser.kind(situation).thenCompose(kinds -> {
            int kind = sampler.draw(kinds.logProbs);
            Turn.Kind drawn = Turn.Kind.values()[kind];
            return chooser.named(situation, drawn).thenCompose(names -> {
                int name = sampler.draw(names.logProbs);
                float[] logProbs = {kinds.logProbs[kind], names.logProbs[name], 0};
                String named = names.names.get(name);
                if (drawn != Turn.Kind.ANSWER) {
                    return CompletableFuture.completedFuture(
                            writer.write(new Turn(drawn, named, null), null, logProbs, version));
                }
                Candidate answer = situation.answers().candidates().get(name);
                return chooser.cited(situation, answer).thenApply(citations -> {
                    int citation = sampler.draw(citations.logProbs);
                    logProbs[2] = citations.logProbs[citation];
                    Turn turn = new Turn(drawn, named, citations.names.get(citation));
                    return writer.write(turn, answer.text(), logProbs, version);
                });
            });
        });
    }

    private Scan scan(Observation observation, SeenPage seen) {
        Question question = observation.question();
        return scans.get(
                new Glance(question.queries().get(0), seen), key -> new Scan(question, seen, observation.page()));
    }
}
