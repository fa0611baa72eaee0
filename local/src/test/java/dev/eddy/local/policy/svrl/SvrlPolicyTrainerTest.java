// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.svrl.Offer;
import dev.eddy.local.policy.LocalPolicyModel;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.local.policy.TrajectoryWriter;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.PolicyTrainerContract;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.RowKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SvrlPolicyTrainerTest extends PolicyTrainerContract {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final MemoryPolicies policies = new MemoryPolicies();
    private final Prompts prompts = new Prompts(blobs);
    private final String memory = blobs.put(Prompts.corpus()).join();
    private final LocalPolicyModel model = new LocalPolicyModel(blobs, policies, new Stores(Map.of()));
    private final LocalPolicyTrainer<SvrlLesson> trainer = open();
    private final PolicyVersion initial = policies.put(0, trainer.weights());

    @Override
    protected LocalPolicyTrainer<SvrlLesson> open() {
        return open(Map.of("seed", "3", "memory", memory));
    }

    private LocalPolicyTrainer<SvrlLesson> open(Map<String, String> settings) {
        try {
            return new SvrlFamily().trainer(blobs, new Stores(Map.of()), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Three turns as sampled and recorded. */
    @Override
    protected Sample sample(long seed, double advantage) {
        TrajectoryWriter writer = new TrajectoryWriter();
        write(writer, prompts.begin("trained", Prompts.FAR, 1).end(Offer.SEARCH_BY_TEXT, Offer.ANSWER), seed);
        write(writer, prompts.second("trained"), seed + 1);
        write(writer, prompts.last("trained"), seed + 2);
        return writer.sample(advantage);
    }

    private void write(TrajectoryWriter writer, List<PromptSegment> prompt, long seed) {
        Request request = new Request("r", "r", initial, prompt, 2048, Decoding.SAMPLED, seed);
        writer.row(prompt, model.generate(request).join(), RowKind.ACT);
    }

    @Test
    void anUnchangedPolicyGivesExactlyTheRecordedProbabilities() {
        List<Sample> batch = new ArrayList<>();
        for (int seed = 0; seed < 50; seed++) {
            batch.add(sample(seed, 0.5));
        }

        Map<String, Double> figures = trainer.step(batch, 0);

        assertThat(figures.get("choices")).isGreaterThan(400);
        assertThat(figures.get("unmatchedRows")).isZero();
        assertThat(figures.get("kl")).isZero();
        assertThat(figures.get("ratio")).isEqualTo(1);
    }

    @Test
    void aColdStartImitatesEverythingButActions() {
        Sample shown = sample(4, 1);
        float[] before = SvrlWeights.of(trainer.weights()).parameters();

        double first = trainer.imitate(List.of(shown.trajectory()), 1).get("loss");
        double second = trainer.imitate(List.of(shown.trajectory()), 1).get("loss");

        float[] after = SvrlWeights.of(trainer.weights()).parameters();
        assertThat(second).isLessThan(first);
        int moved = 0;
        for (int i = 0; i < before.length; i++) {
            moved += before[i] == after[i] ? 0 : 1;
            assertThat(i >= Heads.DEED.perceptron().parameters() || before[i] == after[i])
                    .isTrue();
        }
        assertThat(moved).isGreaterThan(500);
    }

    @Test
    void weightsKeepTheMemoryThatTheyWereMadeWith() {
        byte[] other = new SvrlWeights("f".repeat(64), true, Heads.initial(1)).bytes();

        assertThat(SvrlWeights.of(trainer.weights()).memory()).isEqualTo(memory);
        assertThat(SvrlWeights.of(other).rich()).isTrue();
        assertThatThrownBy(() -> trainer.reset(other)).hasMessageContaining("'memory'");
        assertThat(SvrlWeights.of(open(new TreeMap<>(Map.of("memory", memory, "reader", "rich")))
                                .weights())
                        .rich())
                .isTrue();
    }

    @Test
    void aSettingThatIsMissingOrWrongIsNamed() {
        assertThatThrownBy(() -> open(Map.of())).hasMessageContaining("'memory'");
        assertThatThrownBy(() -> open(Map.of("memory", "0".repeat(64)))).hasMessageContaining("'memory'");
        assertThatThrownBy(() -> open(Map.of("memory", memory, "reader", "fast")))
                .hasMessageContaining("'reader'");
        assertThatThrownBy(() -> open(Map.of("memory", memory, "rate", "1"))).hasMessageContaining("[rate]");
    }
}
