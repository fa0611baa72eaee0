// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.advantage.ImportanceRatio;
import dev.eddy.advantage.KlEstimator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The loss of a batch under fixed weights, its gradient, and what is worth knowing about it. Used once a step. */
final class Loss {
    private final TrainerSettings settings;
    private final Policy policy;
    private final double perChoice;
    private final Network networkGradient = new Network();
    private final float[] gradient = new float[Weights.COUNT];

    private double loss;
    private double entropy;
    private double kl;
    private double ratio;
    private int choices;
    private int actChoices;
    private int clipped;
    private int unmatched;

    /** @param rollouts in the batch */
    Loss(TrainerSettings settings, Policy policy, int rollouts) {
        this.settings = settings;
        this.policy = policy;
        this.perChoice = 1 / (settings.choicesPerRollout() * rollouts);
    }

    /** Adds the choices of an acquisition call. */
    void addCall(Situation situation, RecordedRow choices, double advantage, double weight) {
        List<Action> actions = choices.actions();
        Situation now = situation;
        for (int i = 0; i < actions.size(); i++) {
            Choice choice = policy.choice(now);
            int chosen = choice.actions.indexOf(actions.get(i));
            if (chosen < 0) {
                unmatched++;
                return;
            }
            float slope = add(choice.logProbs[chosen], choices.logProbs()[i], advantage, weight);
            if (slope != 0) {
                choice.backward(chosen, slope, policy.network, networkGradient);
            }
            entropy += choice.entropy();
            actChoices++;
            now = now.after(actions.get(i));
        }
    }

    /** Adds the choice of an answer. */
    void addAnswer(AnswerPrompt prompt, RecordedRow choices, double advantage, double weight) {
        int name = prompt.names().indexOf(choices.answer());
        if (name < 0) {
            unmatched++;
            return;
        }
        Answerer answerer = policy.answerer(prompt);
        float slope =
                add(answerer.logProbs()[name], choices.logProbs()[0], advantage, weight * settings.answerWeight());
        answerer.backward(name, slope, gradient);
    }

    /** Adds one choice; answers with the slope of the loss by its log-probability. */
    private float add(float logProb, float recorded, double advantage, double weight) {
        double logRatio = logProb - recorded;
        loss += perChoice * weight * settings.surrogate().loss(logRatio, advantage);
        kl += KlEstimator.K3.value(-logRatio);
        ratio += ImportanceRatio.of(logRatio);
        clipped += settings.surrogate().clips(logRatio, advantage) ? 1 : 0;
        choices++;
        return (float) (perChoice * weight * settings.surrogate().gradient(logRatio, advantage));
    }

    /** The gradient so far, one number a parameter. */
    float[] gradient() {
        networkGradient.write(gradient);
        return gradient.clone();
    }

    Map<String, Double> figures() {
        Map<String, Double> figures = new TreeMap<>();
        figures.put("loss", loss);
        figures.put("entropy", entropy / Math.max(1, actChoices));
        figures.put("kl", kl / Math.max(1, choices));
        figures.put("ratio", ratio / Math.max(1, choices));
        figures.put("clippedShare", (double) clipped / Math.max(1, choices));
        figures.put("choices", (double) choices);
        figures.put("unmatchedRows", (double) unmatched);
        return figures;
    }
}
