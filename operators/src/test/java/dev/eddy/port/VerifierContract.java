// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.EffectValue.Verdicts;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Verifier} does. */
public abstract class VerifierContract {
    private Verifier verifier;

    protected abstract Verifier open() throws Exception;

    /** A request with two queries and two snippets or more of which it can tell something. */
    protected abstract Verifier.Request request();

    @BeforeEach
    void openVerifier() throws Exception {
        verifier = open();
    }

    @AfterEach
    void closeVerifier() {
        verifier.close();
    }

    @Test
    void everyQueryAndEverySnippetGetsItsVerdict() {
        Verdicts verdicts = await(verifier.verify(request()));

        assertThat(verdicts.queries()).hasSameSizeAs(request().queries());
        assertThat(verdicts.snippets()).hasSameSizeAs(request().snippets());
    }

    @Test
    void aVerdictDoesNotDependOnWhatElseIsAsked() {
        Verifier.Request all = request();
        Verdicts together = await(verifier.verify(all));
        for (int i = 0; i < all.snippets().size(); i++) {
            Verdicts alone = await(verifier.verify(new Verifier.Request(
                    all.question(),
                    all.pictures(),
                    all.targets(),
                    List.of(),
                    List.of(all.snippets().get(i)))));
            assertThat(alone.queries()).isEmpty();
            assertThat(alone.snippets()).containsExactly(together.snippets().get(i));
        }
    }

    @Test
    void nothingAskedIsNothingAnswered() {
        Verifier.Request all = request();

        Verdicts none = await(verifier.verify(
                new Verifier.Request(all.question(), all.pictures(), all.targets(), List.of(), List.of())));

        assertThat(none).isEqualTo(new Verdicts(List.of(), List.of()));
    }
}
