// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.advantage.LossAggregation;
import dev.eddy.advantage.RatioCorrection;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SettingsReader;
import dev.eddy.local.policy.LearningRates;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.local.policy.TrainableFamily;
import dev.eddy.local.policy.TrainerSettings;
import dev.eddy.local.policy.Transcript;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Trajectory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The small policies of MCite. Their trainer has beside the common settings {@code kind-entropy} (0.05) and {@code entropy}
 * (0.01): what a nat of entropy is worth in the choice of what to do, and in all others.
 */
public final class MCiteFamily implements PolicyFamily {
    static final String NAME = "mcite";

    /** How they learn unless settings say otherwise. */
    private static final TrainerSettings USUAL = new TrainerSettings(
            0,
            4e-3,
            0.1,
            0,
            1,
            new ClippedSurrogate(0.5, 2, 3),
            RatioCorrection.NONE,
            LossAggregation.SEQ_MEAN_TOKEN_SUM_NORM,
            1,
            1,
            0.9,
            0.95);

    private static final EntropyBonus NONE = new EntropyBonus(0, 0);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CompletableFuture<SmallPolicy> load(byte[] weights, BlobStore blobs) {
        return CompletableFuture.completedFuture(
                new Policy(Policy.FORM.read(weights).parameters(), MCiteMind.of(blobs), NONE));
    }

    @Override
    public Optional<byte[]> scriptedTeacher() {
        return Optional.of(Script.weights());
    }

    /** The paper's: its learning rate, a symmetric clip, and a price on moving away from where online training began. */
    @Override
    public Map<String, Map<String, String>> presets() {
        return Map.of(
                "local",
                Map.of(),
                "paper",
                Map.of(
                        "learning-rate", "1e-6",
                        "final-learning-rate-share", "1",
                        "clip-low", "0.2",
                        "clip-high", "0.2",
                        "kind-entropy", "0",
                        "entropy", "0",
                        "kl", "0.01",
                        "kl-reference", "mcite@0"));
    }

    @Override
    public LocalPolicyTrainer<Lesson> trainer(BlobStore blobs, Stores stores, Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("the small MCite policy's trainer", settings);
        TrainerSettings common = TrainerSettings.of(reader, USUAL);
        EntropyBonus bonus =
                new EntropyBonus(reader.number("kind-entropy", 0.05, 0, 10), reader.number("entropy", 0.01, 0, 10));
        reader.end();
        LearningRates rates = LearningRates.of(Heads.PARAMETERS, common.learningRate());
        return new LocalPolicyTrainer<>(new Trainable(MCiteMind.of(blobs), rates, bonus), common, stores);
    }

    private record Trainable(MCiteMind mind, LearningRates rates, EntropyBonus bonus)
            implements TrainableFamily<Lesson> {
        @Override
        public Policy initial(long seed) {
            return new Policy(Heads.initial(seed), mind, bonus);
        }

        @Override
        public Policy read(byte[] weights) {
            return new Policy(Policy.FORM.read(weights).parameters(), mind, bonus);
        }

        @Override
        public CompletableFuture<List<Lesson>> lessons(Trajectory trajectory, List<PromptSegment> segments) {
            return mind.read(segments)
                    .thenApply(pieces -> Lesson.of(trajectory, new Transcript<>(segments, pieces), mind));
        }
    }
}
