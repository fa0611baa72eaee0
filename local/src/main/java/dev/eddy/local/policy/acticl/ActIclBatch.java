// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import java.util.List;

/** The gradient of a batch under fixed weights. Used once a step. */
final class ActIclBatch implements TrainablePolicy.Batch<Lesson> {
    private final Policy policy;
    private final ChoiceLoss loss;
    private final double answerWeight;
    private final Network networkGradient = new Network();
    private final float[] gradient = new float[Weights.COUNT];

    ActIclBatch(Policy policy, ChoiceLoss loss, double answerWeight) {
        this.policy = policy;
        this.loss = loss;
        this.answerWeight = answerWeight;
    }

    @Override
    public void add(Lesson lesson, GroupMember member) {
        Row row = lesson.row();
        double advantage = advantage(member, row);
        if (advantage == 0) {
            return;
        }
        if (lesson.prompt() instanceof Situation situation) {
            addCall(situation, lesson.choices(), advantage, row.getLossWeight());
        } else {
            addAnswer((AnswerPrompt) lesson.prompt(), lesson.choices(), advantage, row.getLossWeight());
        }
    }

    private static double advantage(GroupMember member, Row row) {
        if (row.getKind() != RowKind.ANSWER) {
            return member.getAdvantage();
        }
        List<Double> answers = member.getAnswerAdvantages();
        return answers.isEmpty() ? 0 : answers.get(row.getAnswerIndex()); // empty where answers are not rewarded
    }

    /** Adds the choices of an acquisition call. */
    void addCall(Situation situation, RecordedRow choices, double advantage, double weight) {
        List<Action> actions = choices.actions();
        Situation now = situation;
        for (int i = 0; i < actions.size(); i++) {
            Choice choice = policy.choice(now);
            int chosen = choice.actions.indexOf(actions.get(i));
            if (chosen < 0) {
                loss.addUnmatched();
                return;
            }
            float slope = loss.add(choice.logProbs[chosen], choices.logProbs()[i], advantage, weight);
            if (slope != 0) {
                choice.backward(chosen, slope, policy.network, networkGradient);
            }
            loss.addEntropy(choice.entropy());
            now = now.after(actions.get(i));
        }
    }

    /** Adds the choice of an answer. */
    void addAnswer(AnswerPrompt prompt, RecordedRow choices, double advantage, double weight) {
        int name = prompt.names().indexOf(choices.answer());
        if (name < 0) {
            loss.addUnmatched();
            return;
        }
        Answerer answerer = policy.answerer(prompt);
        float slope = loss.add(answerer.logProbs()[name], choices.logProbs()[0], advantage, weight * answerWeight);
        answerer.backward(name, slope, gradient);
    }

    @Override
    public float[] gradient() {
        networkGradient.write(gradient);
        return gradient.clone();
    }
}
