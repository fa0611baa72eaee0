// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.acticl.Action.Kind;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The gradient of the loss against central differences of the loss itself. */
class GradientTest {
    private static final float STEP = 5e-4f;
    private static final ClippedSurrogate SURROGATE = new ClippedSurrogate(0.5, 2, 3);

    private final MemoryBlobs blobs = new MemoryBlobs();
    private final Prompts prompts = new Prompts(blobs);
    private final ActIclMind mind = ActIclMind.of(blobs);
    private final List<Action> actions =
            List.of(new Action(Kind.DELETE, 2), new Action(Kind.ADD, 1), new Action(Kind.END));
    private float[] recorded;
    private float[] recordedAnswer;

    @Test
    void everyPartOfTheNetworkAndTheAnswererHasTheRightSlope() {
        float[] parameters =
                Weights.initial(Weights.Scale.DEFAULT, 5).parameters().clone();
        Random random = new Random(1);
        for (int i = 0; i < parameters.length; i++) { // outputs and biases away from 0
            parameters[i] += 0.2f * (float) random.nextGaussian();
        }
        record(parameters);
        float[] gradient = batch(parameters, new ChoiceLoss(SURROGATE, 1)).gradient();

        double error = 0;
        double length = 0;
        for (int i = 0; i < parameters.length; i++) {
            double slope = (value(parameters, i, STEP) - value(parameters, i, -STEP)) / (2 * STEP);
            error += (slope - gradient[i]) * (slope - gradient[i]);
            length += slope * slope;
        }
        assertThat(Math.sqrt(error / length)).isLessThan(0.01);
        assertThat(gradient[Answerer.SHARPNESS]).isNotZero();
        double sharpness = (value(parameters, Answerer.SHARPNESS, STEP) - value(parameters, Answerer.SHARPNESS, -STEP))
                / (2 * STEP);
        assertThat((double) gradient[Answerer.SHARPNESS]).isCloseTo(sharpness, within(1e-3));
    }

    private double value(float[] parameters, int at, float change) {
        float[] moved = parameters.clone();
        moved[at] += change;
        ChoiceLoss loss = new ChoiceLoss(SURROGATE, 1);
        batch(moved, loss);
        return loss.figures().get("loss");
    }

    /** One call of three choices and one answer. */
    private ActIclBatch batch(float[] parameters, ChoiceLoss loss) {
        ActIclBatch batch = new ActIclBatch(policy(parameters), loss, 1);
        batch.addCall(situation(), new RecordedRow(actions, null, recorded), 0.8, 1);
        batch.addAnswer(answerPrompt(), new RecordedRow(List.of(), "wug", recordedAnswer), -0.5, 1);
        return batch;
    }

    /** Keeps the log-probabilities of unmoved weights, so that no clip holds. */
    private void record(float[] parameters) {
        recorded = new float[actions.size()];
        Situation now = situation();
        for (int i = 0; i < recorded.length; i++) {
            Choice choice = policy(parameters).choice(now);
            recorded[i] = choice.logProbs[choice.actions.indexOf(actions.get(i))];
            now = now.after(actions.get(i));
        }
        recordedAnswer =
                new float[] {policy(parameters).answerer(answerPrompt()).logProbs()[1]};
    }

    private Situation situation() {
        List<PromptSegment> prompt = prompts.begin()
                .text(Prompts.ALL_TOOLS)
                .query(1)
                .demonstration(1, 2, "dax", false)
                .demonstration(2, 3, "fep", true)
                .demonstration(3, 4, "wug", false)
                .preview(4, 5)
                .resources(20, 2000, 2)
                .end();
        return (Situation) mind.understand(mind.read(prompt).join(), 400);
    }

    private AnswerPrompt answerPrompt() {
        List<PromptSegment> prompt = prompts.begin()
                .shot(2, "dax")
                .shot(4, "wug")
                .shot(3, "fep")
                .ask(1)
                .end();
        return (AnswerPrompt) mind.understand(mind.read(prompt).join(), 100);
    }

    private Policy policy(float[] parameters) {
        return new Policy(new Weights(Weights.Scale.DEFAULT, parameters), mind, 1);
    }
}
