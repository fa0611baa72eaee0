// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link Judge} does. */
public abstract class JudgeContract {
    private static final String QUESTION = "What was the net revenue of Akita in 2021?";

    private Judge judge;

    protected abstract Judge open() throws Exception;

    @BeforeEach
    void openJudge() throws Exception {
        judge = open();
    }

    @AfterEach
    void closeJudge() {
        judge.close();
    }

    @Test
    void acceptsWhatMeansTheSameAsOneReference() {
        assertThat(accepts("4,512", "4512")).isTrue();
        assertThat(accepts("It was 4,512.", "4,500", "4,512")).isTrue();
    }

    @Test
    void refusesWhatMeansSomethingElse() {
        assertThat(accepts("4,513", "4,512")).isFalse();
        assertThat(accepts("", "4,512")).isFalse();
    }

    private boolean accepts(String answer, String... targets) {
        return await(judge.judge(QUESTION, answer, List.of(targets))).accepted();
    }
}
