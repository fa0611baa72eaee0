// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.advantage.ClippedSurrogate;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.svrl.Offer;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.TrajectoryWriter;
import dev.eddy.local.policy.Transcript;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.RowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The gradient of the loss against central differences of the loss itself. */
class SvrlGradientTest {
    private static final float STEP = 2e-3f;

    private final MemoryBlobs blobs = new MemoryBlobs();
    private final Prompts prompts = new Prompts(blobs);
    private final String memory = blobs.put(Prompts.corpus()).join();
    private final SvrlMind mind = SvrlMind.of(blobs, memory).join();
    private final EntropyBonus bonus = new EntropyBonus(0.3, 0.7);

    @Test
    void everyHeadHasTheRightSlope() {
        float[] parameters = Heads.initial(5);
        Random random = new Random(1);
        for (int i = 0; i < parameters.length; i++) { // outputs and biases away from 0
            parameters[i] += 0.15f * (float) random.nextGaussian();
        }
        Sample sample = sample(parameters);
        float[] gradient = batch(parameters, sample, new ChoiceLoss(ClippedSurrogate.DEFAULT, 1))
                .gradient();
        for (Heads head : Heads.values()) {
            double error = 0;
            double length = 0;
            for (int i = head.perceptron().offset(); i < head.perceptron().end(); i++) {
                double slope = (value(parameters, sample, i, STEP) - value(parameters, sample, i, -STEP)) / (2 * STEP);
                error += (slope - gradient[i]) * (slope - gradient[i]);
                length += slope * slope;
            }
            assertThat(Math.sqrt(length)).as("%s", head).isGreaterThan(0.05);
            assertThat(Math.sqrt(error / length)).as("%s", head).isLessThan(0.02);
        }
    }

    private double value(float[] parameters, Sample sample, int at, float change) {
        float[] moved = parameters.clone();
        moved[at] += change;
        ChoiceLoss loss = new ChoiceLoss(ClippedSurrogate.DEFAULT, 1);
        batch(moved, sample, loss);
        return loss.figures().get("loss");
    }

    private SvrlBatch batch(float[] parameters, Sample sample, ChoiceLoss loss) {
        SvrlBatch batch = policy(parameters).batch(loss, 0.35);
        List<PromptSegment> segments = new ArrayList<>();
        sample.trajectory()
                .getSegments()
                .forEach(segment -> segments.add(new PromptSegment(
                        segment.getId(), segment.getKind(), Packed.ints(segment.getTokens()), segment.getPictures())));
        SvrlLesson.of(
                        sample.trajectory(),
                        new Transcript<>(segments, mind.read(segments).join()),
                        mind)
                .forEach(lesson -> batch.add(lesson, sample.member()));
        return batch;
    }

    /** A search of several queries and an answer, as these weights say them, so that no clip holds. */
    private Sample sample(float[] parameters) {
        TrajectoryWriter writer = new TrajectoryWriter();
        List<PromptSegment> second = prompts.second("trained");
        int seed = 0;
        Generation said = said(parameters, second, seed);
        while (Said.of(said.text()).queries().size() < 3) {
            said = said(parameters, second, ++seed);
        }
        writer.row(second, said, RowKind.ACT);
        List<PromptSegment> free = prompts.begin("trained", Prompts.QUESTION, 1)
                .texts(
                        "<reason>Look.</reason> <verify> </verify> <text_search>Velden Ashgate chair</text_search>",
                        "Velden Ashgate chair",
                        "The chair of Velden Ashgate is Brena.",
                        "Its head is Corric. Accept all cookies to continue.")
                .end(Offer.SEARCH_BY_PICTURE, Offer.SEARCH_BY_TEXT, Offer.ANSWER);
        said = said(parameters, free, seed);
        while (Said.of(said.text()).deed() != Deed.ANSWER) {
            said = said(parameters, free, ++seed);
        }
        writer.row(free, said, RowKind.ACT);
        return writer.sample(0.8);
    }

    private Generation said(float[] parameters, List<PromptSegment> prompt, long seed) {
        PolicyVersion version = new PolicyVersion("svrl", 0, "0".repeat(64));
        SvrlPolicy policy = policy(parameters);
        return policy.generate(new Request("r", "r", version, prompt, 2048, Decoding.SAMPLED, seed), policy)
                .join();
    }

    private SvrlPolicy policy(float[] parameters) {
        return new SvrlPolicy(new SvrlWeights(memory, false, parameters), mind, bonus);
    }
}
