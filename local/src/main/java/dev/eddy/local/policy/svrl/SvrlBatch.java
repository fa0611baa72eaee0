// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.schemas.GroupMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The gradient of a batch under fixed weights. Used once a step. Where turns are imitated, actions are not: the policy would learn
 * to act by whether it remembers anything, and never by how sure it can be.
 */
final class SvrlBatch implements TrainablePolicy.Batch<SvrlLesson> {
    private final SvrlPolicy policy;
    private final ChoiceLoss loss;
    private final double bonus;
    private final float[] gradient = new float[Heads.PARAMETERS];

    /** @param bonus what a nat of entropy of an action is worth */
    SvrlBatch(SvrlPolicy policy, ChoiceLoss loss, double bonus) {
        this.policy = policy;
        this.loss = loss;
        this.bonus = bonus;
    }

    @Override
    public void add(SvrlLesson lesson, GroupMember member) {
        Said said = lesson.said();
        Replay replay = new Replay(lesson, member.getAdvantage());
        Deliberation deliberation = policy.deliberate(lesson.dialogue());
        float[][] verdicts = deliberation.verdicts();
        if (verdicts.length
                != (lesson.dialogue().unjudged().isEmpty() ? 0 : said.mask().size())) {
            loss.addUnmatched();
            return;
        }
        for (int i = 0; i < verdicts.length; i++) {
            replay.add(
                    Choice.verdict(policy.parameters(), verdicts[i]),
                    said.mask().get(i) ? Choice.KEEP : Choice.DROP,
                    0);
        }
        Deliberation.Rest rest = deliberation.after(said.mask());
        List<Deed> offers = rest.offers();
        if (offers.size() > 1) {
            replay.addDeed(among(Heads.DEED, rest.deed()), offers.indexOf(said.deed()));
        }
        if (said.deed() == Deed.ANSWER) {
            Map<String, float[]> answers = rest.answers();
            float[][] rows = answers.values().toArray(float[][]::new);
            replay.add(among(Heads.ANSWER, rows), List.copyOf(answers.keySet()).indexOf(said.answer()), 0);
        } else if (said.deed() == Deed.SEARCH_BY_TEXT) {
            addQueries(rest, said.queries(), replay);
        }
    }

    private void addQueries(Deliberation.Rest rest, List<String> queries, Replay replay) {
        List<String> picked = new ArrayList<>();
        for (String query : queries) {
            List<String> open = rest.queries(picked);
            replay.add(among(Heads.QUERY, rest.query(open, picked)), open.indexOf(query), 0);
            picked.add(query);
        }
        if (picked.size() < QueryRows.MOST_PICKS) {
            List<String> open = rest.queries(picked);
            replay.add(among(Heads.QUERY, rest.query(open, picked)), open.indexOf(QueryRows.END), 0);
        }
    }

    private Choice among(Heads head, float[][] rows) {
        return Choice.among(head, policy.parameters(), rows);
    }

    @Override
    public float[] gradient() {
        return gradient.clone();
    }

    /** Goes through the choices of a turn in the order in which they were made. */
    private final class Replay {
        private final SvrlLesson lesson;
        private final double advantage;
        private int next;

        private Replay(SvrlLesson lesson, double advantage) {
            this.lesson = lesson;
            this.advantage = advantage;
        }

        private void add(Choice choice, int chosen, double byEntropy) {
            float recorded = lesson.logProbs()[next++];
            if (chosen < 0) {
                loss.addUnmatched();
                return;
            }
            float slope = loss.add(
                    choice.logProbs[chosen], recorded, advantage, lesson.row().getLossWeight());
            choice.backward(chosen, slope, byEntropy, gradient);
        }

        private void addDeed(Choice choice, int chosen) {
            if (loss.imitates()) {
                next++;
                return;
            }
            add(choice, chosen, loss.addEntropy(choice.entropy(), bonus));
        }
    }
}
