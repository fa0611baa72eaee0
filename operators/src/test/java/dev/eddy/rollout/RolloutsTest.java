// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Agent;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.LoopSnapshot;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryPart;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RolloutsTest {
    private static final Rollouts<ScriptedAgent.State> ROLLOUTS =
            new Rollouts<>(new ScriptedAgent(), new ModelCard("scripted-model", "", 1f, 1f));
    private static final VersionSource VERSION = VersionSource.only(new PolicyVersion("scripted", 3, "b".repeat(64)));
    private static final RolloutRequest REQUEST = Requests.request(Requests.query("q1"), 1);
    private static final Schedule SCHEDULE = new Schedule(90, 100, Long.MAX_VALUE);

    @Test
    void aRunLeavesTheWholeRecord() throws Exception {
        Trajectory trajectory = undisturbed();

        assertThat(trajectory.getTrajectoryId()).isEqualTo("q1/1");
        assertThat(trajectory.getTermination()).isEqualTo(Termination.ANSWERED);
        assertThat(trajectory.getTrainable())
                .as("trainable: %s", trajectory.getError())
                .isTrue();
        assertThat(trajectory.getAnswers()).hasSize(2);
        assertThat(trajectory.getRows())
                .extracting(Row::getKind)
                .containsExactly(RowKind.ACT, RowKind.ACT, RowKind.ANSWER, RowKind.ANSWER);
        assertThat(trajectory.getRows()).extracting(Row::getIsLast).containsExactly(false, false, false, true);
        assertThat(trajectory.getRows()).extracting(Row::getAnswerIndex).containsExactly(null, null, 0, 1);
        assertThat(trajectory.getEffects())
                .extracting(EffectRecord::getKind)
                .containsExactly(
                        "open-bank",
                        "inspect-pictures",
                        "generate",
                        "retrieve",
                        "fetch-records",
                        "generate",
                        "retrieve",
                        "fetch-records",
                        "generate",
                        "generate");
        assertThat(trajectory.getPolicyVersionMin()).isEqualTo(3);
        assertThat(trajectory.getPolicyVersionMax()).isEqualTo(3);
        assertThat(trajectory.getPolicyHash()).isEqualTo("b".repeat(64));
        assertThat(trajectory.getPromptTokens())
                .isEqualTo(trajectory.getRows().stream()
                        .mapToLong(Row::getPromptTokens)
                        .sum());
        assertThat(trajectory.getStats())
                .as("two of the four rows are answers")
                .containsEntry(Outcome.CALLS, 2.0)
                .containsEntry("heard", 10.0);
        Codec<Trajectory> codec = Codec.of(Trajectory.class);
        assertThat(codec.decode(codec.encode(trajectory))).isEqualTo(trajectory);
    }

    @Test
    void eachSegmentIsStoredOnceAndRowsExpandToTheExactIds() throws Exception {
        Trajectory trajectory = undisturbed();

        assertThat(trajectory.getSegments()).extracting(Segment::getId).doesNotHaveDuplicates();
        CharTokenizer tokenizer = new CharTokenizer();
        Row second = trajectory.getRows().get(1);
        StringBuilder shown = new StringBuilder();
        for (int id : Packed.ints(second.getPrompt())) {
            Segment segment = trajectory.getSegments().stream()
                    .filter(one -> one.getId() == id)
                    .findFirst()
                    .orElseThrow();
            shown.append(tokenizer.decode(Packed.ints(segment.getTokens())));
        }
        assertThat(shown.toString())
                .startsWith("Say something.\nwhat is this?\nBank[size=100")
                .contains("text of r2");
    }

    @Test
    void parallelCompletionsInAnyOrderReachTheSameRecord() throws Exception {
        Trajectory undisturbed = undisturbed();
        for (int seed = 0; seed < 50; seed++) {
            Trajectory shuffled = drive(new Random(seed), false);

            assertThat(shuffled.getAnswers()).isEqualTo(undisturbed.getAnswers());
            assertThat(shuffled.getStats()).isEqualTo(undisturbed.getStats());
            assertThat(shuffled.getRows()).isEqualTo(undisturbed.getRows());
            assertThat(shuffled.getSegments()).isEqualTo(undisturbed.getSegments());
            assertThat(shuffled.getEffects())
                    .extracting(EffectRecord::getRequestHash)
                    .containsExactlyInAnyOrderElementsOf(undisturbed.getEffects().stream()
                            .map(EffectRecord::getRequestHash)
                            .toList());
        }
    }

    @Test
    void aRunWrittenAndReadBackAtEveryStepGoesOnUnchanged() throws Exception {
        Trajectory restored = drive(null, true);

        assertThat(restored.getRows()).isEqualTo(undisturbed().getRows());
        assertThat(restored.getAnswers()).isEqualTo(undisturbed().getAnswers());
        assertThat(restored.getEffects())
                .extracting(EffectRecord::getAttempts)
                .contains(2)
                .doesNotContain(1);
        assertThat(restored.getModelLatencies()).isEmpty();
        assertThat(restored.getToolLatencies()).isEmpty();
        assertThat(undisturbed().getModelLatencies())
                .hasSameSizeAs(undisturbed().getRows());
        assertThat(undisturbed().getToolLatencies()).hasSize(6);
    }

    @ParameterizedTest
    @EnumSource(
            value = EffectStatus.class,
            names = {"TIMEOUT", "UNAVAILABLE", "REJECTED", "INVALID"})
    void aFailedEffectIsRecordedWithItsTypeAndTheRunEnds(EffectStatus status) {
        Advance<ScriptedAgent.State> begun = ROLLOUTS.begin(REQUEST, SCHEDULE, VERSION, null);
        Advance<ScriptedAgent.State> ended = ROLLOUTS.complete(
                begun.loop(), begun.calls().get(0), new Failed(0, status, "no such luck"), 150, VERSION);
        Trajectory trajectory =
                ROLLOUTS.trajectory(REQUEST, ended.loop(), ended.outcome(), List.of(begun.part(), ended.part()), 160);

        assertThat(trajectory.getTrainable()).isFalse();
        assertThat(trajectory.getError()).isEqualTo("no such luck");
        EffectRecord effect = trajectory.getEffects().get(0);
        assertThat(effect.getStatus()).isEqualTo(status);
        assertThat(effect.getLatencyMs()).isEqualTo(50);
        assertThat(trajectory.getQueueMs()).isEqualTo(10);
        assertThat(trajectory.getToolMs()).isEqualTo(50);
        assertThat(trajectory.getToolLatencies()).containsExactly(50L);
    }

    @Test
    void aCompletionThatNobodyWaitsForIsRefused() {
        Advance<ScriptedAgent.State> begun = ROLLOUTS.begin(REQUEST, SCHEDULE, VERSION, null);

        assertThat(begun.loop().pending(7)).isNull();
        assertThatThrownBy(() -> ROLLOUTS.complete(
                        begun.loop(), begun.calls().get(0), new Failed(7, EffectStatus.TIMEOUT, ""), 0, VERSION))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not wait for effect 7");
    }

    @Test
    void anotherPictureOrTextGivesAnotherRequestHash() {
        Advance<ScriptedAgent.State> one = ROLLOUTS.begin(REQUEST, SCHEDULE, VERSION, null);
        Advance<ScriptedAgent.State> other = ROLLOUTS.begin(
                Requests.request(
                        Requests.query("q1", 1)
                                .setPictures(List.of(new Picture("c".repeat(64), 28, 28, null)))
                                .build(),
                        1),
                SCHEDULE,
                VERSION,
                null);

        assertThat(one.calls().get(0).requestHash())
                .isEqualTo(other.calls().get(0).requestHash());
        assertThat(one.calls().get(1).requestHash())
                .isNotEqualTo(other.calls().get(1).requestHash());
    }

    static Trajectory undisturbed() throws InterruptedException {
        InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(100));
        return new InMemoryDriver(new ScriptedEffects(), clock).run(ROLLOUTS, REQUEST, VERSION);
    }

    /** Runs to the end, with parallel completions in a random order, or through bytes and a re-issue before each. */
    private static Trajectory drive(Random shuffle, boolean restoring) {
        LoopStateForm<ScriptedAgent.State> form = new LoopStateForm<>(ROLLOUTS.agent());
        Codec<LoopSnapshot> codec = Codec.of(LoopSnapshot.class);
        List<TrajectoryPart> parts = new ArrayList<>();
        Advance<ScriptedAgent.State> advance = ROLLOUTS.begin(REQUEST, SCHEDULE, VERSION, null);
        parts.add(advance.part());
        List<Call> air = new ArrayList<>(advance.calls());
        while (!advance.finished()) {
            LoopState<ScriptedAgent.State> loop = advance.loop();
            if (restoring) {
                loop = form.fromWire(codec.decode(codec.encode(form.toWire(loop))));
                Advance<ScriptedAgent.State> again = ROLLOUTS.reissue(RolloutId.of(REQUEST), loop);
                loop = again.loop();
                air = new ArrayList<>(again.calls());
            }
            if (shuffle != null) {
                Collections.shuffle(air, shuffle);
            }
            Call call = air.remove(0);
            EffectResult result = ScriptedEffects.answer(call);
            advance = ROLLOUTS.complete(loop, call, result, 100, VERSION);
            parts.add(advance.part());
            air.addAll(advance.calls());
        }
        return ROLLOUTS.trajectory(REQUEST, advance.loop(), advance.outcome(), parts, 100);
    }

    @Test
    void anAgentThatWaitsForNothingIsADefect() {
        Agent<ScriptedAgent.State> agent = ROLLOUTS.agent();
        RolloutRequest request = Requests.request(
                Requests.query("q2", 1).setCount(0).setAnswers(0).build(), 0);
        Advance<ScriptedAgent.State> begun = ROLLOUTS.begin(request, SCHEDULE, VERSION, null);
        Call first = begun.calls().get(0);
        Advance<ScriptedAgent.State> next =
                ROLLOUTS.complete(begun.loop(), first, ScriptedEffects.answer(first), 100, VERSION);
        Call second = begun.calls().get(1);

        assertThat(agent.pending(next.loop().state())).hasSize(1);
        assertThatThrownBy(() -> ROLLOUTS.complete(next.loop(), second, ScriptedEffects.answer(second), 100, VERSION))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("neither ended rollout q2/0 nor waits for an effect");
    }
}
