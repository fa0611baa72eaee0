// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Content;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.schemas.ShownPicture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Reads prompts segment by segment. A segment is shown in many calls, and many of a group's rollouts show the same, so what was
 * understood is noted on the segment and remembered by its content. Thread-safe; completes at once where every picture was seen before.
 *
 * @param <P> what is understood of a segment
 * @param <S> what is seen in a picture
 */
public final class PromptReader<P, S> {
    private final Tokenizer tokenizer;
    private final Function<ShownPicture, CompletableFuture<S>> eye;
    private final SegmentParser<P, S> parser;
    private final Cache<Content, P> known;

    /**
     * @param eye looks at a picture as shown
     * @param segments how many to remember
     */
    public PromptReader(
            Tokenizer tokenizer,
            Function<ShownPicture, CompletableFuture<S>> eye,
            SegmentParser<P, S> parser,
            int segments) {
        this.tokenizer = tokenizer;
        this.eye = eye;
        this.parser = parser;
        this.known = Caffeine.newBuilder()
                .maximumSize(segments)
                .executor(Runnable::run)
                .build();
    }

    /** One piece a segment, in order; fails as the eye does. */
    public CompletableFuture<List<P>> read(List<PromptSegment> prompt) {
        @SuppressWarnings("unchecked") // nobody sees the array, only the list of it
        P[] pieces = (P[]) new Object[prompt.size()];
        List<CompletableFuture<?>> unseen = new ArrayList<>();
        for (int i = 0; i < pieces.length; i++) {
            Content content = prompt.get(i).content();
            P piece = known(content);
            if (piece == null) {
                int place = i;
                unseen.add(understand(content).thenAccept(understood -> pieces[place] = understood));
            } else {
                pieces[i] = piece;
            }
        }
        if (unseen.isEmpty()) {
            return CompletableFuture.completedFuture(Arrays.asList(pieces));
        }
        return CompletableFuture.allOf(unseen.toArray(CompletableFuture[]::new))
                .thenApply(done -> Arrays.asList(pieces));
    }

    private P known(Content content) {
        @SuppressWarnings("unchecked") // under its own name a reader notes nothing else
        P noted = (P) content.meaning(this);
        if (noted != null) {
            return noted;
        }
        P piece = known.getIfPresent(content);
        if (piece != null) {
            content.note(this, piece);
        }
        return piece;
    }

    private CompletableFuture<P> understand(Content content) {
        List<CompletableFuture<S>> sights = content.pictures().stream().map(eye).toList();
        return CompletableFuture.allOf(sights.toArray(CompletableFuture[]::new)).thenApply(done -> {
            int[] tokens = content.tokens();
            List<S> pictures = sights.stream().map(CompletableFuture::join).toList();
            P piece = parser.parse(tokenizer.decode(tokens), pictures, tokens.length);
            known.put(content, piece);
            content.note(this, piece);
            return piece;
        });
    }
}
