// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static dev.eddy.agent.acticl.FakeOutside.curate;
import static dev.eddy.agent.acticl.FakeOutside.read;
import static dev.eddy.agent.acticl.FakeOutside.search;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.FetchRecords;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Effect.InspectPictures;
import dev.eddy.agent.Effect.OpenBank;
import dev.eddy.agent.Effect.Retrieve;
import dev.eddy.agent.Effect.SampleRecords;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Outcome;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Termination;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ActIclFailureTest {
    private static final int ORDERS = 30;

    private final FakeOutside outside = new FakeOutside(5);

    @ParameterizedTest
    @EnumSource(value = EffectStatus.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void aBankThatDoesNotOpenEndsTheRun(EffectStatus status) {
        fail(OpenBank.class::isInstance, status);
        Outcome outcome = run("trained").outcome;
        assertThat(outcome.termination())
                .isEqualTo(infrastructure(status) ? Termination.TOOL_INFRA : Termination.REJECTED);
        assertUntrainable(outcome, "bank-1");
    }

    @ParameterizedTest
    @EnumSource(value = EffectStatus.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void aBrokenPictureEndsTheRun(EffectStatus status) {
        fail(InspectPictures.class::isInstance, status);
        for (String mode : List.of("trained", "zero_shot", "mmices")) {
            Outcome outcome = TestRun.of(TestRun.query(mode, 1), outside).outcome;
            assertThat(outcome.termination())
                    .isEqualTo(infrastructure(status) ? Termination.TOOL_INFRA : Termination.REJECTED);
            assertUntrainable(outcome, "pictures");
        }
    }

    @ParameterizedTest
    @EnumSource(value = EffectStatus.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void aModelThatDoesNotSpeakEndsTheRun(EffectStatus status) {
        fail(effect -> effect.seq() == 2, status);
        Outcome outcome = run("trained").outcome;
        assertThat(outcome.termination()).isEqualTo(Termination.MODEL_INFRA);
        assertUntrainable(outcome, "acquisition call");
    }

    @Test
    void aSearchThatTheBankRefusesIsARefusedCall() {
        fail(Retrieve.class::isInstance, EffectStatus.INVALID);
        TestRun run = run("trained", search());
        assertThat(run.errors()).containsExactly("TOOL_REJECTED", "ok");
        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
        assertThat(run.outcome.stats()).containsEntry("searches", 0.0).containsEntry("rejected.TOOL_REJECTED", 1.0);
    }

    @Test
    void aSearchThatTimesOutEndsTheRun() {
        fail(Retrieve.class::isInstance, EffectStatus.TIMEOUT);
        TestRun run = run("trained", search());
        assertThat(run.outcome.termination()).isEqualTo(Termination.TOOL_INFRA);
        assertUntrainable(run.outcome, "TIMEOUT");
        assertThat(run.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(value = EffectStatus.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void recordsThatDoNotComeEndTheRun(EffectStatus status) {
        fail(effect -> effect instanceof FetchRecords fetch && !fetch.withTarget(), status);
        assertThat(run("trained", search()).outcome.termination()).isEqualTo(Termination.TOOL_INFRA);
        fail(effect -> effect instanceof FetchRecords fetch && fetch.withTarget(), status);
        assertThat(run("trained", search(), read(1)).outcome.termination()).isEqualTo(Termination.TOOL_INFRA);
        assertThat(run("no_read", search(), curate(List.of(1), List.of()))
                        .outcome
                        .termination())
                .isEqualTo(Termination.TOOL_INFRA);
        assertThat(TestRun.of(TestRun.query("mmices", 2), outside).outcome.termination())
                .isEqualTo(Termination.TOOL_INFRA);
    }

    @ParameterizedTest
    @EnumSource(value = EffectStatus.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void baselinesEndWhereTheBankFails(EffectStatus status) {
        Termination expected = infrastructure(status) ? Termination.TOOL_INFRA : Termination.REJECTED;
        fail(effect -> effect instanceof SampleRecords || effect instanceof Retrieve, status);
        assertThat(TestRun.of(TestRun.query("random", 2), outside).outcome.termination())
                .isEqualTo(expected);
        assertThat(TestRun.of(TestRun.query("mmices", 2), outside).outcome.termination())
                .isEqualTo(expected);
    }

    @Test
    void recordsOtherThanThoseAskedForEndTheRun() {
        outside.disturbance = effect -> effect instanceof FetchRecords
                ? new Completed(effect.seq(), new EffectValue.Records(List.of(outside.records.get("r05"))))
                : null;
        Outcome outcome = run("trained", search()).outcome;
        assertThat(outcome.termination()).isEqualTo(Termination.TOOL_INFRA);
        assertUntrainable(outcome, "[r01, r02, r03, r04, r05] and gave [r05]");
    }

    @Test
    void aRecordThatCannotBeShownEndsTheRun() {
        BankRecord whole = outside.records.get("r01");
        give(BankRecord.newBuilder(whole).setTarget(null).build());
        assertSpoilt(run("trained", search(), read(1)), "r01 without its target");
        assertSpoilt(TestRun.of(TestRun.query("random", 1), outside), "r01 without its target");
        give(BankRecord.newBuilder(whole)
                .setPictures(List.of(new Picture("b".repeat(64), 0, 9, null)))
                .build());
        assertSpoilt(run("no_curate", search(), read(1)), "0 by 9 pixels");
        assertSpoilt(TestRun.of(TestRun.query("mmices", 1), outside), "0 by 9 pixels");
    }

    private void give(BankRecord record) {
        outside.disturbance =
                effect -> effect instanceof FetchRecords fetch && fetch.withTarget() || effect instanceof SampleRecords
                        ? new Completed(effect.seq(), new EffectValue.Records(List.of(record)))
                        : null;
    }

    private static void assertSpoilt(TestRun run, String error) {
        assertThat(run.outcome.termination()).isEqualTo(Termination.TOOL_INFRA);
        assertUntrainable(run.outcome, error);
    }

    @ParameterizedTest
    @EnumSource(value = EffectStatus.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void anAnswerThatFailsEndsTheRunOnceAllHaveCome(EffectStatus status) {
        outside.disturbance = effect -> effect instanceof Generate generate && generate.answerIndex() > 0
                ? new Failed(effect.seq(), status, "answer " + generate.answerIndex())
                : null;
        for (int order = 0; order < ORDERS; order++) {
            TestRun run = TestRun.of(
                    TestRun.agent(Map.of()),
                    TestRun.query("trained", null).setAnswers(3).build(),
                    outside,
                    new Random(order));
            assertThat(run.outcome.termination()).isEqualTo(Termination.MODEL_INFRA);
            assertUntrainable(run.outcome, status + ": answer 1");
        }
    }

    @Test
    void theOutcomeDoesNotDependOnTheOrderOfParallelCompletions() {
        outside.answerer = generate -> "<answer>a" + generate.answerIndex() + "</answer>";
        outside.script(search());
        TestRun first = answered(0);
        assertThat(first.outcome.answers()).containsExactly("a0", "a1", "a2", "a3");
        for (int order = 1; order < ORDERS; order++) {
            outside.script(search());
            TestRun other = answered(order);
            assertThat(other.outcome).isEqualTo(first.outcome);
            assertThat(other.steps).isEqualTo(first.steps);
        }
        outside.disturbance = effect -> effect.seq() < 2 && !(effect instanceof Generate)
                ? new Failed(effect.seq(), effect.seq() == 0 ? EffectStatus.TIMEOUT : EffectStatus.INVALID, "x")
                : null;
        for (int order = 0; order < ORDERS; order++) {
            assertThat(answered(order).outcome.termination()).isEqualTo(Termination.TOOL_INFRA);
        }
    }

    @Test
    void aCompletionOfTheWrongKindIsADefect() {
        outside.disturbance = effect ->
                effect instanceof OpenBank ? new Completed(effect.seq(), new EffectValue.Records(List.of())) : null;
        assertThatThrownBy(() -> run("trained"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("effect 0")
                .hasMessageContaining("Bank");
        outside.disturbance = effect -> effect instanceof InspectPictures
                ? new Completed(effect.seq(), new EffectValue.Pictures(List.of()))
                : null;
        assertThatThrownBy(() -> run("trained")).isInstanceOf(IllegalArgumentException.class);
    }

    private TestRun answered(int order) {
        return TestRun.of(
                TestRun.agent(Map.of()),
                TestRun.query("trained", null).setAnswers(4).build(),
                outside,
                new Random(order));
    }

    private TestRun run(String mode, String... calls) {
        outside.script(calls);
        return TestRun.of(TestRun.query(mode, null), outside);
    }

    private void fail(Predicate<Effect> which, EffectStatus status) {
        outside.disturbance = effect -> which.test(effect) ? new Failed(effect.seq(), status, "it broke") : null;
    }

    private static boolean infrastructure(EffectStatus status) {
        return status == EffectStatus.TIMEOUT || status == EffectStatus.UNAVAILABLE;
    }

    private static void assertUntrainable(Outcome outcome, String error) {
        assertThat(outcome.trainable()).isFalse();
        assertThat(outcome.answers()).isEmpty();
        assertThat(outcome.error()).contains(error);
        assertThat(outcome.stats()).containsKeys("shots", "bContext", "bAcquisition");
    }
}
