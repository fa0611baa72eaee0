// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.schemas.GroupMember;

/** The gradient of a batch under fixed weights. Used once a step. */
final class MCiteBatch implements TrainablePolicy.Batch<Lesson> {
    private final Policy policy;
    private final ChoiceLoss loss;
    private final EntropyBonus bonus;
    private final float[] gradient = new float[Heads.PARAMETERS];

    MCiteBatch(Policy policy, ChoiceLoss loss, EntropyBonus bonus) {
        this.policy = policy;
        this.loss = loss;
        this.bonus = bonus;
    }

    @Override
    public void add(Lesson lesson, GroupMember member) {
        double advantage = member.getAdvantage();
        Situation situation = lesson.situation();
        Turn turn = lesson.turn();
        if (!situation.allowed()[turn.kind().ordinal()]) {
            loss.addUnmatched();
            return;
        }
        Choice kinds = policy.choose(Asked.kind(situation));
        Choice names = policy.choose(Asked.named(situation, turn.kind()));
        int name = names.names.indexOf(turn.named());
        if (name < 0) {
            loss.addUnmatched();
            return;
        }
        Choice citations = null;
        int citation = -1;
        if (turn.kind() == Turn.Kind.ANSWER) {
            citations = policy.choose(
                    Asked.cited(situation, situation.answers().candidates().get(name)));
            citation = citations.names.indexOf(turn.cited());
            if (citation < 0) {
                loss.addUnmatched();
                return;
            }
        }
        add(kinds, turn.kind().ordinal(), lesson, 0, advantage, bonus.kind());
        add(names, name, lesson, 1, advantage, bonus.other());
        if (citations != null) {
            add(citations, citation, lesson, 2, advantage, bonus.other());
        }
    }

    private void add(Choice choice, int chosen, Lesson lesson, int place, double advantage, double ofEntropy) {
        float slope = loss.add(choice.logProbs[chosen], lesson.logProbs()[place], advantage, lesson.weight());
        float entropySlope = loss.addEntropy(choice.entropy(), ofEntropy * lesson.weight());
        choice.backward(chosen, slope, entropySlope, gradient);
    }

    @Override
    public float[] gradient() {
        return gradient.clone();
    }
}
