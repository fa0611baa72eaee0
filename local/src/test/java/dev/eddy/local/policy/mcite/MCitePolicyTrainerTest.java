// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
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
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Trajectory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MCitePolicyTrainerTest extends PolicyTrainerContract {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final PagePrompts prompts = new PagePrompts(blobs);
    private final LocalPolicyModel model = new LocalPolicyModel(blobs, policies, new Stores(Map.of()));
    private final LocalPolicyTrainer<Lesson> trainer = open();
    private final PolicyVersion initial = policies.put(0, trainer.weights());

    @Override
    protected LocalPolicyTrainer<Lesson> open() {
        return new MCiteFamily().trainer(blobs, new Stores(Map.of()), Map.of("seed", "3"));
    }

    /** A search, a look or another search, and an answer, as sampled and recorded. */
    @Override
    protected Sample sample(long seed, double advantage) {
        TrajectoryWriter writer = new TrajectoryWriter();
        writer.row(prompts.begin().left(4), generate(prompts.begin().left(4), initial, seed), RowKind.ACT);
        List<PromptSegment> page = prompts.begin().found().left(3);
        writer.row(page, generate(page, initial, seed + 1000), RowKind.ACT);
        List<PromptSegment> last = prompts.begin().found().cropped().left(0);
        writer.row(last, generate(last, initial, seed + 2000), RowKind.ACT);
        return writer.sample(advantage);
    }

    @Test
    void aStepMakesWhatWasRewardedLikelier() {
        Sample rewarded = sample(1, 1);

        trainer.step(List.of(rewarded), 0);
        Map<String, Double> after = trainer.step(List.of(rewarded), 0);

        assertThat(after.get("unmatchedRows")).isZero();
        assertThat(after.get("choices")).isEqualTo(7);
        assertThat(after.get("ratio")).isGreaterThan(1.001);
    }

    @Test
    void whatTheScriptDidCanBeImitated() {
        PolicyVersion script =
                policies.put(1, new MCiteFamily().scriptedTeacher().orElseThrow());
        TrajectoryWriter writer = new TrajectoryWriter();
        List<PromptSegment> prompt = prompts.begin().found().cropped().left(0);
        Generation said = generate(prompt, script, 7);
        writer.row(prompt, said, RowKind.ACT);
        Trajectory done = writer.sample(0).trajectory();

        double before = trainer.imitate(List.of(done), 1).get("loss");
        for (int step = 0; step < 60; step++) {
            trainer.imitate(List.of(done), 1);
        }

        assertThat(trainer.imitate(List.of(done), 1).get("loss")).isLessThan(before / 2);
        PolicyVersion taught = policies.put(2, trainer.weights());
        Generation greedy = model.generate(new Request("r", "r", taught, prompt, 2048, Decoding.GREEDY, 0))
                .join();
        assertThat(greedy.text()).isEqualTo(said.text());
    }

    @Test
    void aCallThatThisPolicyCannotHaveMadeIsInvalid() {
        List<PromptSegment> prompt = prompts.begin().left(4);
        Generation said = generate(prompt, initial, 1);
        byte[] mask = said.mask().clone();
        mask[mask.length - 1] = 1;
        TrajectoryWriter writer = new TrajectoryWriter();
        writer.row(
                prompt,
                new Generation(said.text(), said.tokens(), mask, said.logProbs(), initial, said.stopReason()),
                RowKind.ACT);

        assertThatThrownBy(() ->
                        trainer.prepare(List.of(writer.sample(1).trajectory())).join())
                .hasCauseInstanceOf(PortException.class)
                .hasMessageContaining("row 0");
    }

    private Generation generate(List<PromptSegment> prompt, PolicyVersion version, long seed) {
        return model.generate(new Request("r", "r", version, prompt, 2048, Decoding.SAMPLED, seed))
                .join();
    }
}
