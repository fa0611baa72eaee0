// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.operator.reward.VirtualTime;
import dev.eddy.port.BlobStore;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.port.PolicyModel;
import dev.eddy.rollout.Completions;
import dev.eddy.rollout.ScriptedEffects;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.RowKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class JournaledEffectRunnerTest {
    private final MapJournal journal = new MapJournal();
    private final VirtualTime time = new VirtualTime();
    private final List<Call> paid = new ArrayList<>();
    private EffectResult answer;

    @Test
    void aFirstAttemptIsPaidForAndJournaled() {
        EffectResult result = runner().run(generation(0, 1)).join();

        assertThat(paid).hasSize(1);
        assertThat(journal.entries()).containsKey(new EffectJournal.Key("q/0", 0));
        assertThat(Completions.toWire(result)).isEqualTo(Completions.toWire(ScriptedEffects.answer(generation(0, 1))));
    }

    @Test
    void aReissuedEffectIsAnsweredFromItsFirstCompletion() {
        JournaledEffectRunner runner = runner();
        EffectResult first = runner.run(generation(0, 1)).join();

        EffectResult again = runner.run(generation(1, 1)).join();

        assertThat(paid).hasSize(1);
        assertThat(Completions.toWire(again)).isEqualTo(Completions.toWire(first));
        assertThat(first.fromJournal()).isFalse();
        assertThat(again.fromJournal()).isTrue();
        assertThat(runner.hits()).isEqualTo(1);
    }

    @Test
    void whatALifeBeforePaidForIsFoundByOneThatBelievesToIssueItFirst() {
        runner().run(generation(0, 1)).join();

        runner().run(generation(0, 1)).join();

        assertThat(paid).hasSize(1);
    }

    @Test
    void anotherRequestUnderTheSameNumberIsAMissAndCounted() {
        JournaledEffectRunner runner = runner();
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
        JournaledEffectRunner runner = runner();
        answer = new Failed(0, EffectStatus.UNAVAILABLE, "down");
        runner.run(generation(0, 1)).join();
        assertThat(journal.entries()).isEmpty();

        answer = new Failed(0, EffectStatus.REJECTED, "never");
        runner.run(generation(1, 1)).join();
        EffectResult again = runner.run(generation(2, 1)).join();

        assertThat(paid).hasSize(2);
        assertThat(again).isEqualTo(new Failed(0, EffectStatus.REJECTED, "never", true));
    }

    @Test
    void aJournalThatFailsNeverFailsAnEffect() {
        journal.goDown();
        JournaledEffectRunner runner = runner();

        EffectResult result = runner.run(generation(0, 1)).join();

        assertThat(result).isInstanceOf(EffectResult.Completed.class);
        assertThat(runner.failures()).as("one look-up, one record").isEqualTo(2);
    }

    @Test
    void withoutARequiredJournalNothingIsPaidFor() {
        journal.require();
        journal.goDown();
        JournaledEffectRunner runner = runner();

        EffectResult result = runner.run(generation(0, 1)).join();

        assertThat(result).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.status()).isEqualTo(EffectStatus.UNAVAILABLE);
            assertThat(failed.error()).contains("required", "down");
        });
        assertThat(paid).isEmpty();
        assertThat(runner.failures()).isEqualTo(1);
    }

    @Test
    void whatARequiredJournalDoesNotTakeFailsTypedAndIsNotPaidForAgain() {
        journal.require();
        journal.fill(true);
        JournaledEffectRunner runner = runner();

        CompletableFuture<EffectResult> result = runner.run(generation(0, 1));
        assertThat(result).as("it is offered again").isNotDone();
        time.advance(Duration.ofSeconds(10));

        assertThat(result.join()).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.status()).isEqualTo(EffectStatus.UNAVAILABLE);
            assertThat(failed.error()).contains("required", "full");
        });
        assertThat(runner.failures()).isEqualTo(4);
        journal.fill(false);
        EffectResult again = runner.run(generation(0, 1)).join();
        assertThat(again).isInstanceOf(EffectResult.Completed.class);
        assertThat(paid).hasSize(1);
        assertThat(journal.entries()).hasSize(1);
    }

    @Test
    void whatARequiredJournalHasNotTakenAtTheEndOfALifeIsPaidForAgainInTheNext() {
        journal.require();
        journal.fill(true);
        JournaledEffectRunner runner = runner();
        CompletableFuture<EffectResult> result = runner.run(generation(0, 1));

        runner.close();
        journal.fill(false);
        EffectResult again = runner().run(generation(1, 1)).join();

        assertThat(result).as("nobody went on from it").isNotDone();
        assertThat(again).isInstanceOf(EffectResult.Completed.class);
        assertThat(again.fromJournal()).isFalse();
        assertThat(paid).hasSize(2);
        assertThat(journal.entries()).hasSize(1);
    }

    @Test
    void whatARequiredJournalTakesInTheEndIsHandedOn() {
        journal.require();
        journal.fill(true);
        CompletableFuture<EffectResult> result = runner().run(generation(0, 1));

        journal.fill(false);
        time.advance(Duration.ofMillis(150));

        assertThat(result.join()).isInstanceOf(EffectResult.Completed.class);
        assertThat(journal.entries()).hasSize(1);
    }

    @Test
    void cancellingAResultCancelsThePortsCall() {
        CompletableFuture<Generation> asked = new CompletableFuture<>();
        EffectPorts ports =
                EffectPorts.none().with(PolicyModel.class, new HeldModel(asked)).with(BlobStore.class, new NoBlobs());
        try (JournaledEffectRunner runner =
                new JournaledEffectRunner(new PortEffectRunner(ports, EffectLimits.DEFAULT), journal, time)) {
            CompletableFuture<EffectResult> result = runner.run(generation(0, 1));
            assertThat(asked).isNotDone();

            result.cancel(true);

            assertThat(asked).isCancelled();
            assertThat(journal.entries()).isEmpty();
        }
    }

    @Test
    void whatIsGivenUpWhileTheJournalIsReadIsNeverIssued() {
        journal.hold();
        CompletableFuture<EffectResult> result = runner().run(generation(0, 1));

        result.cancel(true);
        journal.letGo();

        assertThat(paid).isEmpty();
    }

    private record HeldModel(CompletableFuture<Generation> asked) implements PolicyModel {
        @Override
        public CompletableFuture<Generation> generate(Request request) {
            return asked;
        }

        @Override
        public ModelCard card() {
            return new ModelCard("model", "", 1, 1);
        }

        @Override
        public Tokenizer tokenizer() {
            return WordTokenizer.instance();
        }

        @Override
        public void close() {}
    }

    private static final class NoBlobs implements BlobStore {
        @Override
        public CompletableFuture<String> put(byte[] bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<byte[]> get(String sha256) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private JournaledEffectRunner runner() {
        return new JournaledEffectRunner(new Paid(), journal, time);
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
}
