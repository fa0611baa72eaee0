// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.advantage.KlEstimator;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.KlAnchor;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.TrajectoryWriter;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.PolicyTrainerContract;
import dev.eddy.port.PortException;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.RowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActIclPolicyTrainerTest extends PolicyTrainerContract {
    private static final String SEED = "3";

    private final MemoryBlobs blobs = new MemoryBlobs();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final Prompts prompts = new Prompts(blobs);
    private final LocalPolicyModel model = new LocalPolicyModel(blobs, policies, new Stores(Map.of()));
    private final LocalPolicyTrainer<Lesson> trainer = open();
    private final PolicyVersion initial = policies.put(0, trainer.weights());

    @Override
    protected LocalPolicyTrainer<Lesson> open() {
        return open(Map.of("seed", SEED));
    }

    /** Two tool calls and an answer, as sampled and recorded. */
    @Override
    protected Sample sample(long seed, double advantage) {
        TrajectoryWriter writer = new TrajectoryWriter();
        write(writer, prompts.acting(), seed, RowKind.ACT);
        List<PromptSegment> fixed = prompts.begin()
                .text(Prompts.ALL_TOOLS)
                .query(7)
                .demonstration(1, 2, "dax", true)
                .demonstration(2, 8, "wug", false)
                .resources(3, 2000, 1)
                .end();
        write(writer, fixed, seed + 1000, RowKind.ACT);
        List<PromptSegment> answering =
                prompts.begin().shot(2, "dax").shot(8, "wug").ask(7).end();
        write(writer, answering, seed, RowKind.ANSWER);
        return writer.sample(advantage);
    }

    @Test
    void anUnchangedPolicyGivesExactlyTheRecordedProbabilities() {
        List<Sample> batch = new ArrayList<>();
        for (int seed = 0; seed < 50; seed++) {
            batch.add(sample(seed, 0.5));
        }

        Map<String, Double> figures = trainer.step(batch, 0);

        assertThat(figures.get("choices")).isGreaterThan(100);
        assertThat(figures.get("unmatchedRows")).isZero();
        assertThat(figures.get("kl")).isZero();
        assertThat(figures.get("ratio")).isEqualTo(1);
    }

    @Test
    void aStepMakesWhatWasRewardedLikelier() {
        Sample rewarded = sample(1, 1);

        trainer.step(List.of(rewarded), 0);
        Map<String, Double> after = trainer.step(List.of(rewarded), 0);

        assertThat(after.get("ratio")).isGreaterThan(1.001);
        assertThat(after.get("kl")).isGreaterThan(0);
    }

    @Test
    void lossesAreSummedUpAsTheSettingSays() {
        List<Sample> batch = List.of(sample(1, 1), sample(2, 1));
        Map<String, Double> summed = aggregating("seq_mean_token_sum").step(batch, 0);

        assertThat(summed.get("loss")).isNegative();
        assertThat(trainer.step(batch, 0).get("loss"))
                .as("by the family's constant, which is 10")
                .isCloseTo(summed.get("loss") / 10, within(1e-9));
        assertThat(aggregating("token_mean").step(batch, 0).get("loss"))
                .isCloseTo(summed.get("loss") * batch.size() / summed.get("choices"), within(1e-9));
    }

    private LocalPolicyTrainer<Lesson> aggregating(String how) {
        return open(Map.of("seed", SEED, "aggregation", how));
    }

    @Test
    void withACorrectionNothingIsClippedForBeingOld() {
        List<Sample> old = List.of(sample(1, 1), sample(2, -1));
        LocalPolicyTrainer<Lesson> corrected = open(Map.of("seed", SEED, "correction", "tis"));
        for (int step = 0; step < 40; step++) {
            trainer.step(old, 0);
            corrected.step(old, 0);
        }

        assertThat(trainer.step(old, 0).get("clippedShare")).isPositive();
        assertThat(corrected.step(old, 0).get("clippedShare")).isZero();
    }

    @Test
    void nearAFrozenVersionAPolicyMovesLess() {
        List<Sample> batch = List.of(sample(1, 1), sample(2, -1));
        LocalPolicyTrainer<Lesson> free = open();
        LocalPolicyTrainer<Lesson> held = near("acticl@0", 100);
        for (int step = 0; step < 20; step++) {
            free.step(batch, 0);
            held.step(batch, 0);
        }

        assertThat(free.step(batch, 0).get("kl"))
                .isGreaterThan(2 * held.step(batch, 0).get("kl"));
        assertThat(held.step(batch, 0).get("referenceKl")).isPositive();
        assertThat(near("acticl@0", 100).step(batch, 0).get("referenceKl"))
                .as("fresh weights are the frozen ones")
                .isZero();
    }

    @Test
    void aFrozenVersionThatIsNotStoredYetIsWaitedFor() {
        Sample sample = sample(1, 1);

        assertThatThrownBy(() -> near("acticl@7", 1)
                        .prepare(List.of(sample.trajectory()))
                        .join())
                .hasCauseInstanceOf(PortException.class)
                .hasMessageContaining("version 7 of policy 'acticl'");
        assertThatThrownBy(() -> near("acticl", 1)).hasMessageContaining("<policy>@<version>");
    }

    private LocalPolicyTrainer<Lesson> near(String version, double coefficient) {
        return open().near(KlAnchor.of(policies, version, coefficient, KlEstimator.K3));
    }

    @Test
    void ratesFallLinearlyToTheirFinalShare() {
        Sample sample = sample(1, 1);

        assertThat(trainer.step(List.of(sample), 0).get("learningRate")).isCloseTo(6e-3, within(1e-9));
        assertThat(trainer.step(List.of(sample), 0.5).get("learningRate")).isCloseTo(3.3e-3, within(1e-9));
        assertThat(trainer.step(List.of(sample), 1).get("learningRate")).isCloseTo(6e-4, within(1e-9));
    }

    @Test
    void aTrajectoryThatThisPolicyCannotHaveWrittenIsInvalid() {
        Generation said = generate(prompts.acting(), 1);
        byte[] mask = said.mask().clone();
        mask[0] = 1;
        TrajectoryWriter writer = new TrajectoryWriter();
        writer.row(
                prompts.acting(),
                new Generation(said.text(), said.tokens(), mask, said.logProbs(), initial, said.stopReason()),
                RowKind.ACT);
        Sample sample = writer.sample(1);

        assertThatThrownBy(() -> trainer.prepare(List.of(sample.trajectory())).join())
                .hasCauseInstanceOf(PortException.class)
                .hasMessageContaining("row 0");
    }

    @Test
    void answersAndTheirAdvantagesMustBeAsMany() {
        Sample sample = sample(1, 1);
        GroupMember.Builder member = GroupMember.newBuilder(sample.member());

        Sample twice = new Sample(
                sample.trajectory(),
                member.setAnswerAdvantages(List.of(1.0, 1.0)).build());
        Sample unrewarded = new Sample(
                sample.trajectory(), member.setAnswerAdvantages(List.of()).build());

        assertThat(trainer.objection(twice)).get().asString().contains("1 answers", "2 advantages");
        assertThat(trainer.objection(unrewarded)).isEmpty();
        float before = Weights.of(trainer.weights()).parameters()[Answerer.SHARPNESS];
        trainer.step(List.of(unrewarded), 0);
        assertThat(Weights.of(trainer.weights()).parameters()[Answerer.SHARPNESS])
                .isEqualTo(before);
    }

    @Test
    void settingsOutOfRangeAndUnknownOnesAreNamed() {
        assertThatThrownBy(() -> open(Map.of("clip-low", "2"))).hasMessageContaining("'clip-low'");
        assertThatThrownBy(() -> open(Map.of("rate", "2"))).hasMessageContaining("[rate]");
        assertThatThrownBy(() -> open(Map.of("seed", "x"))).hasMessageContaining("'seed'");
    }

    private LocalPolicyTrainer<Lesson> open(Map<String, String> settings) {
        return new ActIclFamily().trainer(blobs, new Stores(Map.of()), settings);
    }

    private void write(TrajectoryWriter writer, List<PromptSegment> prompt, long seed, RowKind kind) {
        writer.row(prompt, generate(prompt, seed), kind);
    }

    private Generation generate(List<PromptSegment> prompt, long seed) {
        return model.generate(new Request("r", "r", initial, prompt, 1024, Decoding.SAMPLED, seed))
                .join();
    }
}
