// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

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
import java.util.concurrent.CompletableFuture;

/**
 * The small policies of ActICL. Their trainer has beside the common settings {@code answerer-learning-rate} (0.05), the
 * learning rate of the answerer at the beginning, and {@code answer-weight} (1), the weight of the answers' losses beside the
 * acquisition's.
 */
public final class ActIclFamily implements PolicyFamily {
    static final String NAME = "acticl";

    /** How they learn unless settings say otherwise. */
    private static final TrainerSettings USUAL = new TrainerSettings(
            0,
            6e-3,
            0.1,
            0,
            1,
            new ClippedSurrogate(0.5, 2, 3),
            RatioCorrection.NONE,
            LossAggregation.SEQ_MEAN_TOKEN_SUM_NORM,
            10,
            1,
            0.9,
            0.95);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CompletableFuture<SmallPolicy> load(byte[] weights, BlobStore blobs) {
        return CompletableFuture.completedFuture(new Policy(Weights.of(weights), ActIclMind.of(blobs), 1));
    }

    @Override
    public LocalPolicyTrainer<Lesson> trainer(BlobStore blobs, Stores stores, Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("the small ActICL policy's trainer", settings);
        TrainerSettings common = TrainerSettings.of(reader, USUAL);
        double answererRate = reader.number("answerer-learning-rate", 5e-2, 0, 1);
        double answerWeight = reader.number("answer-weight", 1, 0, 1e6);
        reader.end();
        LearningRates rates = new LearningRates(
                List.of(Network.PARAMETERS, Weights.COUNT), List.of(common.learningRate(), answererRate));
        return new LocalPolicyTrainer<>(new Trainable(ActIclMind.of(blobs), rates, answerWeight), common, stores);
    }

    private record Trainable(ActIclMind mind, LearningRates rates, double answerWeight)
            implements TrainableFamily<Lesson> {
        @Override
        public Policy initial(long seed) {
            return new Policy(Weights.initial(Weights.Scale.DEFAULT, seed), mind, answerWeight);
        }

        @Override
        public Policy read(byte[] weights) {
            return new Policy(Weights.of(weights), mind, answerWeight);
        }

        @Override
        public CompletableFuture<List<Lesson>> lessons(Trajectory trajectory, List<PromptSegment> segments) {
            return mind.read(segments)
                    .thenApply(pieces -> Lesson.of(trajectory, new Transcript<>(segments, pieces), mind));
        }
    }
}
