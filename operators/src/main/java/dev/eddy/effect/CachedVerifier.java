// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.port.PortException;
import dev.eddy.port.Verifier;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Asks a verifier about each query and each snippet of a question once: the rollouts of a group propose and are shown much the
 * same. What is being asked already is waited for; what failed is asked again the next time. A call that takes longer than its
 * deadline is given up and has failed, for those too that came to wait for it later. A call whose callers have all given up goes on
 * until then: its verdicts may still be wanted. Thread-safe; does not own the verifier.
 */
final class CachedVerifier implements Verifier {
    private static final int REMEMBERED = 200_000;

    private final Verifier verifier;
    private final Duration deadline;
    private final Cache<Object, CompletableFuture<Boolean>> verdicts = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .build();

    private record Question(String text, List<String> pictures, List<String> targets) {}

    private record AboutQuery(Question question, String query) {}

    private record AboutSnippet(Question question, String sha256) {}

    /** A verdict that is known or being asked for, or that this call has to ask for. */
    private record Claim<T>(T about, Object key, CompletableFuture<Boolean> verdict, boolean own) {}

    /** @param deadline of a call to the verifier */
    CachedVerifier(Verifier verifier, Duration deadline) {
        this.verifier = verifier;
        this.deadline = deadline;
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

    private <T> List<Claim<T>> claims(List<T> list, Function<T, Object> keyOf) {
        List<Claim<T>> claims = new ArrayList<>();
        for (T about : list) {
            Object key = keyOf.apply(about);
            CompletableFuture<Boolean> mine = new CompletableFuture<>();
            CompletableFuture<Boolean> earlier = verdicts.asMap().putIfAbsent(key, mine);
            claims.add(new Claim<>(about, key, earlier == null ? mine : earlier, earlier == null));
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
        CompletableFuture<Verdicts> asked = start(rest);
        asked.copy().orTimeout(deadline.toMillis(), TimeUnit.MILLISECONDS).whenComplete((found, failure) -> {
            asked.cancel(true); // of no effect on a call that is over
            Throwable cause = failure instanceof TimeoutException ? overdue() : failure;
            settle(queries, found == null ? List.of() : found.queries(), cause);
            settle(snippets, found == null ? List.of() : found.snippets(), cause);
        });
    }

    private CompletableFuture<Verdicts> start(Request request) {
        try {
            return verifier.verify(request);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private PortException overdue() {
        return new PortException(
                EffectStatus.TIMEOUT,
                "the verifier gave no verdict within " + deadline.toMillis() + " ms, the limit of effects for it");
    }

    private <T> void settle(List<Claim<T>> claims, List<Boolean> found, Throwable failure) {
        for (int i = 0; i < claims.size(); i++) {
            if (failure != null) {
                fail(claims.get(i), failure);
            } else if (found.size() == claims.size()) {
                claims.get(i).verdict().complete(found.get(i));
            } else {
                fail(
                        claims.get(i),
                        new IllegalStateException(
                                "a verifier that was asked about " + claims.size() + " judged " + found.size()));
            }
        }
    }

    /** Forgets the verdict before it fails, since whoever learns of that may ask again at once. */
    private void fail(Claim<?> claim, Throwable failure) {
        verdicts.asMap().remove(claim.key(), claim.verdict());
        claim.verdict().completeExceptionally(failure);
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
