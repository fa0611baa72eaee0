// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.RowKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActIclPolicyTest {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final Prompts prompts = new Prompts(blobs);
    private final WordTokenizer tokenizer = WordTokenizer.instance();
    private final ActIclPolicyModel model = new ActIclPolicyModel(blobs, policies, tokenizer, new Stores(Map.of()));
    private final ActIclPolicyTrainer trainer = trainer(Map.of("seed", "3"));
    private final PolicyVersion initial = policies.put(0, trainer.weights());

    @Test
    void everyCallIsOneThatTheAgentReadsAndMarksOneTokenAChoice() {
        for (int seed = 0; seed < 300; seed++) {
            Generation said = generate(initial, acting(), Decoding.SAMPLED, seed);

            assertThat(said.text()).isEqualTo(tokenizer.decode(said.tokens()));
            List<Action> actions = ToolCalls.actions(said.text());
            int marked = 0;
            for (int i = 0; i < said.mask().length; i++) {
                marked += said.mask()[i];
                assertThat(said.logProbs()[i]).isLessThanOrEqualTo(0);
                assertThat(said.mask()[i] == 1 || said.logProbs()[i] == 0).isTrue();
            }
            assertThat(actions).as(said.text()).hasSize(marked).isNotEmpty();
        }
    }

    @Test
    void equalSeedsGiveEqualCallsAndOtherSeedsOthers() {
        List<String> texts = new ArrayList<>();
        for (int seed = 0; seed < 20; seed++) {
            String text = generate(initial, acting(), Decoding.SAMPLED, seed).text();
            assertThat(generate(initial, acting(), Decoding.SAMPLED, seed).text())
                    .isEqualTo(text);
            texts.add(text);
        }
        assertThat(texts.stream().distinct().count()).isGreaterThan(3);
        assertThat(generate(initial, acting(), Decoding.GREEDY, 1).text())
                .isEqualTo(generate(initial, acting(), Decoding.GREEDY, 2).text());
    }

    @Test
    void anAnswerFollowsTheDemonstrationsThatLookAlike() {
        List<PromptSegment> prompt = prompts.begin()
                .text("Answer the question.")
                .shot(2, "dax")
                .shot(1, "wug")
                .ask(1)
                .end();

        assertThat(generate(initial, prompt, Decoding.GREEDY, 1).text()).isEqualTo("<answer>wug</answer>");
    }

    @Test
    void anEmptyContextLeavesAFairGuess() {
        List<PromptSegment> prompt = prompts.begin().ask(1).end();
        List<String> answers = new ArrayList<>();
        for (int seed = 0; seed < 300; seed++) {
            answers.add(generate(initial, prompt, Decoding.GREEDY, seed).text());
        }

        for (String name : List.of("dax", "wug", "blick")) {
            assertThat(Collections.frequency(answers, "<answer>" + name + "</answer>"))
                    .isBetween(70, 130);
        }
    }

    @Test
    void anUnchangedPolicyGivesExactlyTheRecordedProbabilities() {
        List<Sample> batch = new ArrayList<>();
        for (int seed = 0; seed < 50; seed++) {
            batch.add(rollout(seed, 0.5));
        }

        Map<String, Double> figures = trainer.step(batch, 0);

        assertThat(figures.get("choices")).isGreaterThan(100);
        assertThat(figures.get("unmatchedRows")).isZero();
        assertThat(figures.get("kl")).isZero();
        assertThat(figures.get("ratio")).isEqualTo(1);
    }

    @Test
    void aStepMakesWhatWasRewardedLikelier() {
        Sample rewarded = rollout(1, 1);

        trainer.step(List.of(rewarded), 0);
        Map<String, Double> after = trainer.step(List.of(rewarded), 0);

        assertThat(after.get("ratio")).isGreaterThan(1.001);
        assertThat(after.get("kl")).isGreaterThan(0);
    }

    @Test
    void aRestoredTrainerGoesOnAsTheOneThatWasSaved() {
        trainer.step(List.of(rollout(1, 1), rollout(2, -1)), 0);
        ActIclPolicyTrainer restored = trainer(Map.of("seed", "9"));
        restored.restore(trainer.snapshot());
        List<Sample> next = List.of(rollout(3, 1), rollout(4, -1));

        trainer.step(next, 0.5);
        restored.step(next, 0.5);

        assertThat(restored.weights()).isEqualTo(trainer.weights());
        assertThat(restored.snapshot()).isEqualTo(trainer.snapshot());
    }

    @Test
    void aResetTrainerHasTheOldWeightsAndAFreshOptimiser() {
        byte[] old = trainer.weights();
        byte[] fresh = trainer.snapshot();
        trainer.step(List.of(rollout(1, 1)), 0);

        trainer.reset(old);

        assertThat(trainer.snapshot()).isEqualTo(fresh);
    }

    @Test
    void ratesFallLinearlyToTheirFinalShare() {
        assertThat(trainer.step(List.of(rollout(1, 1)), 0).get("learningRate")).isCloseTo(6e-3, within(1e-9));
        assertThat(trainer.step(List.of(rollout(1, 1)), 0.5).get("learningRate"))
                .isCloseTo(3.3e-3, within(1e-9));
        assertThat(trainer.step(List.of(rollout(1, 1)), 1).get("learningRate")).isCloseTo(6e-4, within(1e-9));
    }

    @Test
    void weightsThatAreMissingOrOfAnotherShapeAreRefused() {
        PolicyVersion missing = new PolicyVersion("acticl", 7, "0".repeat(64));
        PolicyVersion broken = policies.put(8, new byte[50]);
        byte[] truncated = Arrays.copyOf(trainer.weights(), 100);

        assertThatThrownBy(() -> generate(missing, acting(), Decoding.GREEDY, 1))
                .hasCauseInstanceOf(PortException.class);
        assertThatThrownBy(() -> generate(broken, acting(), Decoding.GREEDY, 1)).hasMessageContaining("no weights");
        assertThatThrownBy(() -> Weights.of(truncated)).hasMessageContaining("2402 parameters in 100 bytes");
    }

    @Test
    void aTrajectoryThatThisPolicyCannotHaveWrittenIsInvalid() {
        Generation said = generate(initial, acting(), Decoding.SAMPLED, 1);
        byte[] nothing = new byte[said.mask().length];
        TrajectoryWriter writer = new TrajectoryWriter();
        writer.row(
                acting(),
                new Generation(
                        said.text(), said.tokens(), nothing, new float[nothing.length], initial, said.stopReason()),
                RowKind.ACT);
        Sample sample = writer.sample(1);

        assertThatThrownBy(() -> trainer.prepare(List.of(sample.trajectory())).join())
                .hasCauseInstanceOf(PortException.class)
                .hasMessageContaining("row 0");
    }

    @Test
    void settingsOutOfRangeAndUnknownOnesAreNamed() {
        assertThatThrownBy(() -> TrainerSettings.of(Map.of("clip-low", "2"))).hasMessageContaining("'clip-low'");
        assertThatThrownBy(() -> TrainerSettings.of(Map.of("rate", "2"))).hasMessageContaining("'rate'");
        assertThatThrownBy(() -> TrainerSettings.of(Map.of("seed", "x"))).hasMessageContaining("'seed'");
    }

    private ActIclPolicyTrainer trainer(Map<String, String> settings) {
        return new ActIclPolicyTrainer(blobs, tokenizer, TrainerSettings.of(settings), new Stores(Map.of()));
    }

    private Generation generate(PolicyVersion version, List<PromptSegment> prompt, Decoding decoding, long seed) {
        return model.generate(new Request("r", version, prompt, 1024, decoding, seed))
                .join();
    }

    private List<PromptSegment> acting() {
        return prompts.begin()
                .text(Prompts.ALL_TOOLS)
                .query(1)
                .demonstration(1, 2, "dax", false)
                .demonstration(2, 3, "fep", true)
                .demonstration(5, 6, "wug", false)
                .preview(3, 4)
                .preview(4, 5)
                .resources(20, 2000, null)
                .end();
    }

    /** Two model calls and an answer, as a sampled rollout records them. */
    private Sample rollout(long seed, double advantage) {
        TrajectoryWriter writer = new TrajectoryWriter();
        writer.row(acting(), generate(initial, acting(), Decoding.SAMPLED, seed), RowKind.ACT);
        List<PromptSegment> fixed = prompts.begin()
                .text(Prompts.ALL_TOOLS)
                .query(7)
                .demonstration(1, 2, "dax", true)
                .demonstration(2, 8, "wug", false)
                .resources(3, 2000, 1)
                .end();
        writer.row(fixed, generate(initial, fixed, Decoding.SAMPLED, seed + 1000), RowKind.ACT);
        List<PromptSegment> answering =
                prompts.begin().shot(2, "dax").shot(8, "wug").ask(7).end();
        writer.row(answering, generate(initial, answering, Decoding.SAMPLED, seed), RowKind.ANSWER);
        return writer.sample(advantage);
    }
}
