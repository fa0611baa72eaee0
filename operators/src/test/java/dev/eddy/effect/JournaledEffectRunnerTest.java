// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.rollout.Completions;
import dev.eddy.rollout.ScriptedEffects;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.RowKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class JournaledEffectRunnerTest {
    private final Map<EffectJournal.Key, EffectJournal.Entry> entries = new HashMap<>();
    private final List<Call> paid = new ArrayList<>();
    private EffectResult answer;
    private boolean journalDown;

    @Test
    void aFirstAttemptIsPaidForAndJournaledWithoutALookUp() {
        EffectResult result = runner(false).run(generation(0, 1)).join();

        assertThat(paid).hasSize(1);
        assertThat(entries).containsKey(new EffectJournal.Key("q/0", 0));
        assertThat(Completions.toWire(result)).isEqualTo(Completions.toWire(ScriptedEffects.answer(generation(0, 1))));
    }

    @Test
    void aReissuedEffectIsAnsweredFromItsFirstCompletion() {
        JournaledEffectRunner runner = runner(false);
        EffectResult first = runner.run(generation(0, 1)).join();

        EffectResult again = runner.run(generation(1, 1)).join();

        assertThat(paid).hasSize(1);
        assertThat(Completions.toWire(again)).isEqualTo(Completions.toWire(first));
        assertThat(runner.hits()).isEqualTo(1);
    }

    @Test
    void aResumedLifeLooksUpWhatItBelievesToIssueForTheFirstTime() {
        runner(false).run(generation(0, 1)).join();

        runner(true).run(generation(0, 1)).join();

        assertThat(paid).hasSize(1);
    }

    @Test
    void anotherRequestUnderTheSameNumberIsAMissAndCounted() {
        JournaledEffectRunner runner = runner(false);
        runner.run(generation(0, 1)).join();

        runner.run(generation(1, 2)).join();

        assertThat(paid).hasSize(2);
        assertThat(runner.mismatches()).isEqualTo(1);
        assertThat(runner.hits()).isZero();
        runner.run(generation(2, 2)).join();
        assertThat(paid).as("the newer request is the one that stands").hasSize(2);
    }

    @Test
    void failuresOfTheInfrastructureAreTriedAgainAndThoseOfTheRequestAreNot() {
        JournaledEffectRunner runner = runner(false);
        answer = new Failed(0, EffectStatus.UNAVAILABLE, "down");
        runner.run(generation(0, 1)).join();
        assertThat(entries).isEmpty();

        answer = new Failed(0, EffectStatus.REJECTED, "never");
        runner.run(generation(1, 1)).join();
        EffectResult again = runner.run(generation(2, 1)).join();

        assertThat(paid).hasSize(2);
        assertThat(again).isEqualTo(answer);
    }

    @Test
    void aJournalThatFailsNeverFailsAnEffect() {
        journalDown = true;
        JournaledEffectRunner runner = runner(true);

        EffectResult result = runner.run(generation(0, 1)).join();

        assertThat(result).isInstanceOf(EffectResult.Completed.class);
        assertThat(runner.failures()).as("one look-up, one record").isEqualTo(2);
    }

    private JournaledEffectRunner runner(boolean resumed) {
        return new JournaledEffectRunner(new Paid(), new Journal(), resumed);
    }

    private static Call generation(int attempt, int request) {
        Effect effect = new Effect.Generate(
                0,
                List.of(new PromptSegment(0, "query", new int[] {5, 6, request}, List.of())),
                8,
                Decoding.GREEDY,
                RowKind.ACT,
                -1);
        return new Call(
                "q/0", effect, new byte[] {(byte) request}, new PolicyVersion("p", 1, "b".repeat(64)), 42, attempt);
    }

    private final class Paid implements EffectRunner {
        @Override
        public CompletableFuture<EffectResult> run(Call call) {
            paid.add(call);
            return CompletableFuture.completedFuture(answer == null ? ScriptedEffects.answer(call) : answer);
        }

        @Override
        public void close() {}
    }

    private final class Journal implements EffectJournal {
        @Override
        public CompletableFuture<Optional<Entry>> find(Key key) {
            return journalDown
                    ? CompletableFuture.failedFuture(new IllegalStateException("down"))
                    : CompletableFuture.completedFuture(Optional.ofNullable(entries.get(key)));
        }

        @Override
        public CompletableFuture<Entry> record(Key key, Entry entry) {
            if (journalDown) {
                return CompletableFuture.failedFuture(new IllegalStateException("down"));
            }
            Entry copy = new Entry(entry.requestHash(), entry.completion().clone());
            return CompletableFuture.completedFuture(entries.merge(
                    key, copy, (first, second) -> first.requestHash().equals(second.requestHash()) ? first : second));
        }

        @Override
        public void close() {}
    }
}
