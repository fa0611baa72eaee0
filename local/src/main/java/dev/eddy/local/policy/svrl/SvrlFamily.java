// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The small policies of SVRL. Their trainer has beside the common settings {@code memory}, the content hash in the blob store of
 * what the policy knows before it learns to act; {@code reader} (plain), or {@code rich} for answers that see dates and sites
 * without verdicts; {@code entropy-bonus} (1), what undecided actions are worth at the beginning, and {@code
 * entropy-bonus-end} (0.7), the share of the training after which they are worth nothing.
 */
public final class SvrlFamily implements PolicyFamily {
    static final String NAME = "svrl";

    /** How they learn unless settings say otherwise. */
    private static final TrainerSettings USUAL = new TrainerSettings(
            0,
            0.012,
            0.1,
            10,
            1,
            ClippedSurrogate.DEFAULT,
            RatioCorrection.NONE,
            LossAggregation.SEQ_MEAN_TOKEN_SUM_NORM,
            4,
            1,
            0.9,
            0.95);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CompletableFuture<SmallPolicy> load(byte[] bytes, BlobStore blobs) {
        SvrlWeights weights = SvrlWeights.of(bytes);
        return SvrlMind.of(blobs, weights.memory()).thenApply(mind -> new SvrlPolicy(weights, mind, EntropyBonus.NONE));
    }

    /**
     * The paper's (Appendix D): its learning rate, of which its decay of 0.95 leaves a twentieth, no bonus, and a price on moving
     * away from where online training began, which is this where the policy has the agent's name.
     */
    @Override
    public Map<String, Map<String, String>> presets() {
        return Map.of(
                "local",
                Map.of(),
                "paper",
                Map.of(
                        "learning-rate", "2e-6",
                        "final-learning-rate-share", "0.05",
                        "warm-up", "45",
                        "clip-low", "0.2",
                        "clip-high", "0.2",
                        "entropy-bonus", "0",
                        "kl", "0.001",
                        "kl-reference", "svrl@0"));
    }

    @Override
    public LocalPolicyTrainer<SvrlLesson> trainer(BlobStore blobs, Stores stores, Map<String, String> settings)
            throws IOException {
        SettingsReader reader = new SettingsReader("the small SVRL policy's trainer", settings);
        TrainerSettings common = TrainerSettings.of(reader, USUAL);
        EntropyBonus bonus = new EntropyBonus(
                reader.number("entropy-bonus", 1, 0, 100), reader.number("entropy-bonus-end", 0.7, 1e-6, 1));
        boolean rich = reader.oneOf("reader", SvrlWeights.PLAIN, List.of(SvrlWeights.PLAIN, SvrlWeights.RICH))
                .equals(SvrlWeights.RICH);
        String memory = reader.needed("memory", "the content hash of what the policy knows, in the blob store");
        reader.end();
        LearningRates rates = LearningRates.of(Heads.PARAMETERS, common.learningRate());
        return new LocalPolicyTrainer<>(new Trainable(mind(blobs, memory), memory, rich, rates, bonus), common, stores);
    }

    private static SvrlMind mind(BlobStore blobs, String memory) throws IOException {
        try {
            return SvrlMind.of(blobs, memory).join();
        } catch (CompletionException e) {
            throw new IOException("what the policy knows, setting 'memory', cannot be had: " + e.getMessage(), e);
        }
    }

    private record Trainable(SvrlMind mind, String memory, boolean rich, LearningRates rates, EntropyBonus bonus)
            implements TrainableFamily<SvrlLesson> {
        @Override
        public SvrlPolicy initial(long seed) {
            return new SvrlPolicy(new SvrlWeights(memory, rich, Heads.initial(seed)), mind, bonus);
        }

        @Override
        public SvrlPolicy read(byte[] bytes) {
            SvrlWeights weights = SvrlWeights.of(bytes);
            if (!weights.memory().equals(memory)) {
                throw new IllegalArgumentException("weights with the memory " + weights.memory()
                        + "; this trainer's policies have " + memory + ": set 'memory' to that of the weights");
            }
            return new SvrlPolicy(weights, mind, bonus);
        }

        @Override
        public CompletableFuture<List<SvrlLesson>> lessons(Trajectory trajectory, List<PromptSegment> segments) {
            return mind.read(segments)
                    .thenApply(pieces -> SvrlLesson.of(trajectory, new Transcript<>(segments, pieces), mind));
        }
    }
}
