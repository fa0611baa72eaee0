// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.TrajectoryRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class MCiteGradientTest {
    private static final float STEP = 2e-3f;
    private static final int DIRECTIONS = 40;
    private static final ClippedSurrogate SURROGATE = new ClippedSurrogate(0.5, 2, 3);
    private static final EntropyBonus BONUS = new EntropyBonus(0.5, 0.3);

    private final MemoryBlobs blobs = new MemoryBlobs();
    private final PagePrompts prompts = new PagePrompts(blobs);
    private final MCiteMind mind = MCiteMind.of(blobs);
    private final Random random = new Random(1);
    private final float[] parameters = parameters();
    private final List<Lesson> lessons = lessons();

    @Test
    void theGradientIsThatOfTheLoss() {
        check(() -> new ChoiceLoss(SURROGATE, 1));
    }

    @Test
    void theGradientOfImitationIsThatOfItsLoss() {
        check(() -> ChoiceLoss.ofImitation(1));
    }

    /** In each part of the weights, along random directions. */
    private void check(Supplier<ChoiceLoss> losses) {
        ChoiceLoss loss = losses.get();
        float[] gradient = gradient(parameters, loss);
        assertThat(loss.figures().get("unmatchedRows")).isZero();
        int[] ends = Arrays.stream(Heads.values()).mapToInt(Heads::end).toArray();
        int from = 0;
        for (int end : ends) {
            double error = 0;
            double length = 0;
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                float[] way = new float[Heads.PARAMETERS];
                double expected = 0;
                for (int i = from; i < end; i++) {
                    way[i] = (float) random.nextGaussian() / (float) Math.sqrt(end - from);
                    expected += way[i] * gradient[i];
                }
                double slope = (value(way, STEP, losses.get()) - value(way, -STEP, losses.get())) / (2 * STEP);
                error += (slope - expected) * (slope - expected);
                length += slope * slope;
            }
            assertThat(length).as("slope of weights %d to %d", from, end).isPositive();
            assertThat(Math.sqrt(error / length))
                    .as("weights %d to %d", from, end)
                    .isLessThan(0.02);
            from = end;
        }
    }

    private double value(float[] way, float step, ChoiceLoss loss) {
        float[] moved = parameters.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += step * way[i];
        }
        gradient(moved, loss);
        return loss.figures().get("loss");
    }

    private float[] gradient(float[] at, ChoiceLoss loss) {
        MCiteBatch batch = new Policy(at, mind, BONUS).batch(loss, 0);
        for (int i = 0; i < lessons.size(); i++) {
            batch.add(lessons.get(i), member(i % 2 == 0 ? 0.8 : -0.6));
        }
        return batch.gradient();
    }

    private float[] parameters() {
        float[] moved = Heads.initial(5);
        for (int i = 0; i < moved.length; i++) { // outputs and biases away from 0
            moved[i] += 0.1f * (float) random.nextGaussian();
        }
        return moved;
    }

    /** Calls of each kind as these weights make them, so that no clip holds. */
    private List<Lesson> lessons() {
        List<Situation> situations = List.of(
                understand(prompts.begin().left(4)),
                understand(prompts.begin().found().left(3)),
                understand(prompts.begin().found().cropped().left(2)),
                understand(prompts.begin().found().cropped().left(0)));
        Policy policy = new Policy(parameters, mind, BONUS);
        List<Lesson> made = new ArrayList<>();
        for (Situation situation : situations) {
            for (Turn.Kind kind : Turn.Kind.values()) {
                if (situation.allowed()[kind.ordinal()]) {
                    made.add(lesson(policy, situation, kind));
                }
            }
        }
        assertThat(made).hasSize(1 + 3 + 3 + 1);
        return made;
    }

    private Lesson lesson(Policy policy, Situation situation, Turn.Kind kind) {
        float ofKind = policy.choose(Asked.kind(situation)).logProbs[kind.ordinal()];
        Choice names = policy.choose(Asked.named(situation, kind));
        int name = random.nextInt(names.logProbs.length);
        if (kind != Turn.Kind.ANSWER) {
            float[] logProbs = {ofKind, names.logProbs[name]};
            return new Lesson(situation, new Turn(kind, names.names.get(name), null), logProbs, 1);
        }
        Choice citations = policy.choose(
                Asked.cited(situation, situation.answers().candidates().get(name)));
        int citation = random.nextInt(citations.logProbs.length);
        float[] logProbs = {ofKind, names.logProbs[name], citations.logProbs[citation]};
        Turn turn = new Turn(kind, names.names.get(name), citations.names.get(citation));
        return new Lesson(situation, turn, logProbs, 1);
    }

    private Situation understand(List<PromptSegment> prompt) {
        return mind.understand(mind.read(prompt).join());
    }

    private static GroupMember member(double advantage) {
        return GroupMember.newBuilder()
                .setRef(new TrajectoryRef("q/0", "trajectories", 0, 0L))
                .setRolloutIndex(0)
                .setTrainable(true)
                .setReward(advantage)
                .setAdvantage(advantage)
                .build();
    }
}
