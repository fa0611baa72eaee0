// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static dev.eddy.agent.acticl.FakeOutside.curate;
import static dev.eddy.agent.acticl.FakeOutside.read;
import static dev.eddy.agent.acticl.FakeOutside.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.Generation;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Termination;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActIclBudgetTest {
    private final FakeOutside outside = new FakeOutside(30);

    @Test
    void withoutCallsLeftAnAdmissibleContextIsCommitted() {
        outside.script(search(), read(1), curate(List.of(1), List.of()), search(), search());
        TestRun run = run("tier.standard", "4/393216/32768", TestRun.query("trained", null));
        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
        assertThat(run.outcome.forced()).isTrue();
        assertThat(run.outcome.trainable()).isTrue();
        assertThat(run.outcome.context()).containsExactly("r01");
        assertThat(run.calls()).isEqualTo(4);
        assertThat(run.outcome.stats()).containsEntry("forcedCommit", 1.0).containsEntry("budgetFailure", 0.0);
    }

    @Test
    void withoutCallsLeftAWrongCountIsABudgetFailure() {
        outside.script(search(), read(1), read(2), read(3), curate(List.of(1), List.of()));
        TestRun run = run("tier.standard", "5/393216/32768", TestRun.query("trained", 2));
        assertThat(run.outcome.termination()).isEqualTo(Termination.BUDGET);
        assertThat(run.outcome.forced()).isFalse();
        assertThat(run.outcome.trainable()).as("the policy is to learn from it").isTrue();
        assertThat(run.outcome.answers()).isEmpty();
        assertThat(run.outcome.context()).isEmpty();
        assertThat(run.outcome.error()).contains("5 calls");
        assertThat(run.calls()).isEqualTo(5);
        assertThat(run.outcome.stats())
                .containsEntry("shots", 1.0)
                .containsEntry("forcedCommit", 0.0)
                .containsEntry("budgetFailure", 1.0);
    }

    @Test
    void aCallIsPermittedOnlyIfItsWorstCaseFits() {
        outside.actor = generate -> search();
        for (int budget : new int[] {5_000, 9_000, 20_000}) {
            TestRun run = run("tier.standard", "1000/" + budget + "/2048", TestRun.query("trained", null));
            List<Generate> calls = run.generations().stream()
                    .filter(generate -> generate.kind() == RowKind.ACT)
                    .toList();
            int spent = 0;
            for (Generate generate : calls) {
                assertThat(spent + generate.promptTokens() + generate.maxTokens())
                        .isLessThanOrEqualTo(budget);
                spent += generate.promptTokens()
                        + FakeOutside.generation(search()).tokens().length;
            }
            Generate last = calls.get(calls.size() - 1);
            assertThat(spent + last.promptTokens() + last.maxTokens())
                    .as("one more would have gone beyond")
                    .isGreaterThan(budget);
            assertThat(run.outcome.stats()).containsEntry("acquisitionTokens", (double) spent);
            assertThat(run.outcome.forced()).isTrue();
        }
    }

    @Test
    void theWindowHoldsPromptAndGeneration() {
        outside.actor = generate -> search();
        TestRun run = run("window", "12000", TestRun.query("trained", null));
        for (Generate generate : run.generations()) {
            assertThat(generate.promptTokens() + generate.maxTokens()).isLessThanOrEqualTo(12_000);
        }
    }

    @Test
    void aContextMustLeaveRoomToAnswer() {
        int one = new ActIclText(WordTokenizer.instance(), ActIclSettings.of(Map.of()))
                .shot(0, outside.records.get("r01"))
                .tokens()
                .length;
        int answering =
                run(TestRun.query("zero_shot", null)).generations().get(0).promptTokens();
        outside.script(search(), read(1), read(2), curate(List.of(1, 2), List.of()), curate(List.of(1), List.of()));
        int window = answering + 2 * one - 1 + 8_192;
        TestRun run = run("window", "" + window, TestRun.query("trained", null));
        assertThat(run.errors()).containsExactly("ok", "ok", "ok", "OVER_CONTEXT", "ok", "ok");
        Generate answer = run.generations().get(run.generations().size() - 1);
        assertThat(answer.promptTokens() + answer.maxTokens()).isLessThanOrEqualTo(window);
    }

    @Test
    void aQueryThatLeavesNoRoomToAnswerEndsWithoutACall() {
        TestRun acting = run("window", "1000", TestRun.query("trained", null));
        assertThat(acting.outcome.termination()).isEqualTo(Termination.BUDGET);
        assertThat(acting.generations()).isEmpty();
        TestRun plain = run("window", "1000", TestRun.query("zero_shot", null));
        assertThat(plain.outcome.termination()).isEqualTo(Termination.CONTEXT_OVERFLOW);
        assertThat(plain.outcome.trainable()).isFalse();
        assertThat(plain.outcome.error()).contains("1000");
    }

    @Test
    void aGenerationCutOffBeforeItsCallClosedIsMalformed() {
        outside.disturbance = effect -> {
            if (effect instanceof Generate generate && effect.seq() == 2) {
                Generation cut = FakeOutside.generation("<think>I wonder whether");
                return new Completed(
                        2,
                        new Generation(cut.text(), cut.tokens(), cut.mask(), cut.logProbs(), cut.version(), "length"));
            }
            return null;
        };
        TestRun run = run(TestRun.query("trained", null));
        assertThat(run.errors()).containsExactly("MALFORMED", "ok");
        assertThat(run.prompt(1))
                .contains("call 1\nI wonder whether\nfeedback: {\"status\":\"rejected\",\"error\":\"MALFORMED\"}\n");
    }

    @ParameterizedTest
    @CsvSource({"1,4", "4,7", "8,11", "10,14"})
    void knowsTheFewestCalls(int count, int calls) {
        assertThat(Mode.TRAINED.fewestCalls(count, 8)).isEqualTo(calls);
        FakeOutside small = new FakeOutside(30);
        assertThat(feasible(count, calls, small).outcome.termination()).isNotEqualTo(Termination.REJECTED);
        TestRun refused = feasible(count, calls - 1, small);
        assertThat(refused.outcome.termination()).isEqualTo(Termination.REJECTED);
        assertThat(refused.outcome.trainable()).isFalse();
        assertThat(refused.outcome.error()).contains(count + " demonstrations").contains(calls + " calls");
        assertThat(refused.generations()).isEmpty();
    }

    @Test
    void refusesACountThatTheBankCannotGive() {
        outside.shortestTokens = 32_769;
        TestRun tooLong = run(TestRun.query("trained", 4));
        assertThat(tooLong.outcome.termination()).isEqualTo(Termination.REJECTED);
        assertThat(tooLong.outcome.error()).contains("32769").contains("32768");
        outside.shortestTokens = 32_768;
        assertThat(run(TestRun.query("trained", 4)).outcome.termination()).isNotEqualTo(Termination.REJECTED);
        TestRun tooFew = TestRun.of(TestRun.query("trained", 4), new FakeOutside(3));
        assertThat(tooFew.outcome.termination()).isEqualTo(Termination.REJECTED);
        assertThat(tooFew.outcome.error()).contains("bank-1 holds 3");
    }

    private static TestRun feasible(int count, int calls, FakeOutside outside) {
        Query query = TestRun.query("trained", count).build();
        return TestRun.of(
                TestRun.agent(Map.of("tier.standard", calls + "/393216/32768")), query, outside, new Random(0));
    }

    private TestRun run(Query.Builder query) {
        return TestRun.of(query, outside);
    }

    private TestRun run(String setting, String value, Query.Builder query) {
        return TestRun.of(TestRun.agent(Map.of(setting, value)), query.build(), outside, new Random(0));
    }
}
