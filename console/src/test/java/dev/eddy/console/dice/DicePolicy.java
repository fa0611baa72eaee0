// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.dice;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.advantage.LossAggregation;
import dev.eddy.advantage.RatioCorrection;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SettingsReader;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.LearningRates;
import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.local.policy.PolicyFamily;
import dev.eddy.local.policy.RecordedChoices;
import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.Sampler;
import dev.eddy.local.policy.Scorer;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.local.policy.TrainableFamily;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.local.policy.TrainerSettings;
import dev.eddy.local.policy.Utterance;
import dev.eddy.local.policy.WeightsForm;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.Stores;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.Trajectory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A small policy for the toy: for each face, how much it likes to keep it. */
record DicePolicy(float[] parameters) implements SmallPolicy, TrainablePolicy<DicePolicy.Lesson> {
    static final WeightsForm FORM =
            new WeightsForm(DiceAgent.NAME, 1, List.of(new WeightsForm.Shape("keep.0.weight", 6, 1)), Set.of());
    private static final WordTokenizer TOKENIZER = WordTokenizer.instance();
    private static final List<String> WORDS = List.of(DiceAgent.KEEP, "roll");

    /** A choice in front of a face. */
    record Lesson(Row row, int face, RecordedChoices said) {}

    /** From 0. */
    private static int faceOn(PromptSegment shown) {
        String text = TOKENIZER.decode(shown.tokens());
        return Integer.parseInt(text.substring(DiceAgent.PROMPT.length()).strip()) - 1;
    }

    double keeps(int face) {
        return 1 / (1 + Math.exp(-parameters[face]));
    }

    private float[] logProbs(int face) {
        return new float[] {(float) Math.log(keeps(face)), (float) Math.log(1 - keeps(face))};
    }

    @Override
    public CompletableFuture<float[][]> score(String head, Rows rows) {
        throw new UnsupportedOperationException("the toy has no network '" + head + "'");
    }

    @Override
    public CompletableFuture<Generation> generate(PolicyModel.Request request, Scorer scorer) {
        float[] logProbs = logProbs(faceOn(request.prompt().get(0)));
        int drawn = new Sampler(request.decoding(), request.seed()).draw(logProbs);
        Utterance said = new Utterance(new Utterance.Phrases(TOKENIZER));
        said.choose(WORDS.get(drawn), logProbs[drawn]);
        return CompletableFuture.completedFuture(said.generation(request.version()));
    }

    @Override
    public byte[] bytes() {
        return FORM.write(Map.of(), parameters);
    }

    @Override
    public DicePolicy moved(float[] to) {
        return new DicePolicy(to);
    }

    @Override
    public Batch<Lesson> batch(ChoiceLoss loss, double progress) {
        float[] gradient = new float[parameters.length];
        return new Batch<>() {
            @Override
            public void add(Lesson lesson, GroupMember member) {
                int chosen = WORDS.indexOf(lesson.said.text());
                float logProb = logProbs(lesson.face)[chosen];
                float slope =
                        loss.add(logProb, lesson.said.logProbs()[0], member.getAdvantage(), lesson.row.getLossWeight());
                gradient[lesson.face] += slope * (float) ((chosen == 0 ? 1 : 0) - keeps(lesson.face));
            }

            @Override
            public float[] gradient() {
                return gradient;
            }
        };
    }

    /** Registers it. */
    public static final class Family implements PolicyFamily, TrainableFamily<Lesson> {
        private static final TrainerSettings USUAL = new TrainerSettings(
                0,
                0.3,
                1,
                0,
                1,
                ClippedSurrogate.DEFAULT,
                RatioCorrection.NONE,
                LossAggregation.SEQ_MEAN_TOKEN_SUM_NORM,
                1,
                1,
                0.9,
                0.95);

        @Override
        public String name() {
            return DiceAgent.NAME;
        }

        @Override
        public CompletableFuture<SmallPolicy> load(byte[] weights, BlobStore blobs) {
            return CompletableFuture.completedFuture(read(weights));
        }

        @Override
        public LocalPolicyTrainer<?> trainer(BlobStore blobs, Stores stores, Map<String, String> settings) {
            SettingsReader reader = new SettingsReader("the toy's trainer", settings);
            TrainerSettings common = TrainerSettings.of(reader, USUAL);
            reader.end();
            return new LocalPolicyTrainer<>(this, common, stores);
        }

        @Override
        public DicePolicy initial(long seed) {
            return new DicePolicy(new float[6]);
        }

        @Override
        public DicePolicy read(byte[] weights) {
            return new DicePolicy(FORM.read(weights).parameters());
        }

        @Override
        public LearningRates rates() {
            return LearningRates.of(6, USUAL.learningRate());
        }

        /** A call a segment. */
        @Override
        public CompletableFuture<List<Lesson>> lessons(Trajectory trajectory, List<PromptSegment> segments) {
            return CompletableFuture.completedFuture(trajectory.getRows().stream()
                    .map(row ->
                            new Lesson(row, faceOn(segments.get(row.getIndex())), RecordedChoices.of(row, TOKENIZER)))
                    .toList());
        }
    }
}
