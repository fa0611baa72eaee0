// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.port.Verifier;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Asks a verifier about each query and each snippet of a question once: the rollouts of a group propose and are shown much the
 * same. What is being asked already is waited for; what failed is asked again the next time. Thread-safe; does not own the
 * verifier.
 */
final class CachedVerifier implements Verifier {
    private static final int REMEMBERED = 200_000;

    private final Verifier verifier;
    private final AsyncCache<Object, Boolean> verdicts = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .buildAsync();

    private record Question(String text, List<String> pictures, List<String> targets) {}

    private record AboutQuery(Question question, String query) {}

    private record AboutSnippet(Question question, String sha256) {}

    /** A verdict that is known or being asked for, or that this call has to ask for. */
    private record Claim<T>(T about, CompletableFuture<Boolean> verdict, boolean own) {}

    CachedVerifier(Verifier verifier) {
        this.verifier = verifier;
    }

    @Override
    public CompletableFuture<Verdicts> verify(Request request) {
        Question question = new Question(
                request.question(),
                request.pictures().stream().map(Picture::getSha256).toList(),
                request.targets());
        List<Claim<String>> queries = claims(request.queries(), query -> new AboutQuery(question, query));
        List<Claim<Snippet>> snippets =
                claims(request.snippets(), snippet -> new AboutSnippet(question, snippet.getSha256()));
        ask(request, own(queries), own(snippets));
        return both(all(queries), all(snippets));
    }

    private <T> List<Claim<T>> claims(List<T> list, Function<T, Object> key) {
        List<Claim<T>> claims = new ArrayList<>();
        for (T about : list) {
            CompletableFuture<Boolean> mine = new CompletableFuture<>();
            CompletableFuture<Boolean> earlier = verdicts.asMap().putIfAbsent(key.apply(about), mine);
            claims.add(new Claim<>(about, earlier == null ? mine : earlier, earlier == null));
        }
        return claims;
    }

    private void ask(Request request, List<Claim<String>> queries, List<Claim<Snippet>> snippets) {
        if (queries.isEmpty() && snippets.isEmpty()) {
            return;
        }
        Request rest = new Request(
                request.question(),
                request.pictures(),
                request.targets(),
                queries.stream().map(Claim::about).toList(),
                snippets.stream().map(Claim::about).toList());
        CompletableFuture<Verdicts> asked;
        try {
            asked = verifier.verify(rest);
        } catch (RuntimeException e) {
            asked = CompletableFuture.failedFuture(e);
        }
        asked.whenComplete((found, failure) -> {
            settle(queries, found == null ? List.of() : found.queries(), failure);
            settle(snippets, found == null ? List.of() : found.snippets(), failure);
        });
    }

    private static <T> void settle(List<Claim<T>> claims, List<Boolean> found, Throwable failure) {
        for (int i = 0; i < claims.size(); i++) {
            CompletableFuture<Boolean> verdict = claims.get(i).verdict();
            if (failure != null) {
                verdict.completeExceptionally(failure);
            } else if (found.size() == claims.size()) {
                verdict.complete(found.get(i));
            } else {
                verdict.completeExceptionally(new IllegalStateException(
                        "a verifier that was asked about " + claims.size() + " judged " + found.size()));
            }
        }
    }

    private static <T> List<Claim<T>> own(List<Claim<T>> claims) {
        return claims.stream().filter(Claim::own).toList();
    }

    private static <T> CompletableFuture<List<Boolean>> all(List<Claim<T>> claims) {
        return CompletableFuture.allOf(claims.stream().map(Claim::verdict).toArray(CompletableFuture[]::new))
                .thenApply(done ->
                        claims.stream().map(claim -> claim.verdict().join()).toList());
    }

    private static CompletableFuture<Verdicts> both(
            CompletableFuture<List<Boolean>> queries, CompletableFuture<List<Boolean>> snippets) {
        return queries.thenCombine(snippets, Verdicts::new);
    }

    @Override
    public void close() {
        // the verifier stays its owner's
    }
}
