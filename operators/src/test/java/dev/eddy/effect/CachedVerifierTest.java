// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.port.PortException;
import dev.eddy.port.Snippets;
import dev.eddy.port.Verifier;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Snippet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class CachedVerifierTest {
    private static final Snippet ONE = Snippets.page("one");
    private static final Snippet TWO = Snippets.page("two");

    private final List<Verifier.Request> asked = new ArrayList<>();
    private final List<CompletableFuture<Verdicts>> held = new ArrayList<>();
    private boolean holding;
    private final CachedVerifier verifier = new CachedVerifier(new Slow(), Duration.ofMinutes(1));

    @Test
    void whatIsKnownIsNotAskedAgain() {
        verifier.verify(request("?", List.of("good", "bad"), List.of(ONE))).join();

        Verdicts verdicts = verifier.verify(request("?", List.of("bad", "good new"), List.of(ONE, TWO)))
                .join();

        assertThat(asked.get(1)).isEqualTo(request("?", List.of("good new"), List.of(TWO)));
        assertThat(verdicts).isEqualTo(new Verdicts(List.of(false, true), List.of(true, false)));
        verifier.verify(request("?", List.of("good"), List.of(TWO))).join();
        assertThat(asked).as("all of it is known").hasSize(2);
    }

    @Test
    void anotherQuestionOrTargetIsAnotherMatter() {
        verifier.verify(request("?", List.of("good"), List.of())).join();
        verifier.verify(request("!", List.of("good"), List.of())).join();
        verifier.verify(new Verifier.Request("?", List.of(), List.of("43"), List.of("good"), List.of()))
                .join();

        assertThat(asked).hasSize(3);
    }

    @Test
    void whatIsBeingAskedIsWaitedFor() {
        holding = true;
        CompletableFuture<Verdicts> first = verifier.verify(request("?", List.of(), List.of(ONE)));
        CompletableFuture<Verdicts> second = verifier.verify(request("?", List.of(), List.of(ONE)));
        assertThat(asked).hasSize(1);
        assertThat(second).isNotDone();

        held.get(0).complete(new Verdicts(List.of(), List.of(true)));

        assertThat(first.join()).isEqualTo(second.join()).isEqualTo(new Verdicts(List.of(), List.of(true)));
    }

    @Test
    void aFailureIsTheCallersAndIsNotRemembered() {
        holding = true;
        CompletableFuture<Verdicts> first = verifier.verify(request("?", List.of(), List.of(ONE)));
        held.get(0).completeExceptionally(new PortException(EffectStatus.TIMEOUT, "slow"));
        assertThat(first)
                .isCompletedExceptionally()
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(PortException.class);

        holding = false;
        assertThat(verifier.verify(request("?", List.of(), List.of(ONE))).join().snippets())
                .containsExactly(true);
    }

    @Test
    void aCallPastItsDeadlineIsGivenUpAndAskedAgainByAnyone() {
        CachedVerifier hasty = new CachedVerifier(new Slow(), Duration.ofMillis(20));
        holding = true;
        CompletableFuture<Verdicts> first = hasty.verify(request("?", List.of("good"), List.of(ONE)));
        CompletableFuture<Verdicts> second = hasty.verify(request("?", List.of("good"), List.of()));

        for (CompletableFuture<Verdicts> waiting : List.of(first, second)) {
            assertThat(waiting)
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(PortException.class)
                    .withMessageContaining("within 20 ms");
        }
        assertThat(held.get(0)).isCancelled();
        holding = false;
        assertThat(hasty.verify(request("?", List.of("good"), List.of(ONE))))
                .succeedsWithin(Duration.ofSeconds(20))
                .isEqualTo(new Verdicts(List.of(true), List.of(true)));
        assertThat(asked).hasSize(2);
    }

    @Test
    void whoLearnsOfAFailureMayAskAgainAtOnce() {
        holding = true;
        CompletableFuture<Verdicts> retried = verifier.verify(request("?", List.of("good"), List.of(ONE)))
                .exceptionallyCompose(failure -> {
                    holding = false;
                    return verifier.verify(request("?", List.of("good"), List.of(ONE)));
                });

        held.get(0).completeExceptionally(new PortException(EffectStatus.UNAVAILABLE, "down"));

        assertThat(retried).isCompletedWithValue(new Verdicts(List.of(true), List.of(true)));
    }

    @Test
    void aCallerThatGivesUpLeavesTheCallToTheOthers() {
        holding = true;
        CompletableFuture<Verdicts> first = verifier.verify(request("?", List.of(), List.of(ONE)));
        CompletableFuture<Verdicts> second = verifier.verify(request("?", List.of(), List.of(ONE)));

        first.cancel(true);
        held.get(0).complete(new Verdicts(List.of(), List.of(true)));

        assertThat(second).isCompletedWithValue(new Verdicts(List.of(), List.of(true)));
    }

    @Test
    void tooFewVerdictsAreAFailure() {
        holding = true;
        CompletableFuture<Verdicts> verdicts = verifier.verify(request("?", List.of("a", "b"), List.of()));

        held.get(0).complete(new Verdicts(List.of(true), List.of()));

        assertThat(verdicts).isCompletedExceptionally();
    }

    private static Verifier.Request request(String question, List<String> queries, List<Snippet> snippets) {
        return new Verifier.Request(question, List.of(), List.of("42"), queries, snippets);
    }

    private final class Slow implements Verifier {
        @Override
        public CompletableFuture<Verdicts> verify(Request request) {
            asked.add(request);
            if (holding) {
                held.add(new CompletableFuture<>());
                return held.get(held.size() - 1);
            }
            return CompletableFuture.completedFuture(new Verdicts(
                    request.queries().stream()
                            .map(query -> query.startsWith("good"))
                            .toList(),
                    request.snippets().stream().map(ONE::equals).toList()));
        }

        @Override
        public void close() {}
    }
}
