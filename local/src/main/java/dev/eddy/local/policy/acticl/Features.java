// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.acticl.Action.Kind;
import java.util.List;

/**
 * What the network is told: numbers about the situation, the same for all actions, and numbers about each action. Everything
 * comes from the observation; likenesses are z-scores. Differences are cut to [-1.5, 1.5].
 */
final class Features {
    static final int SHARED = 18;
    static final int OWN = 22;

    private static final float CUT = 1.5f;

    private final Situation situation;
    private final Observation observation;
    private final Weights.Scale scale;
    private final float[] shared = new float[SHARED];
    private final float[][] own;

    private final Standing previews;
    private final Standing demonstrations;
    private Item bestAllowed;
    private float bestUnread = Float.NaN;

    private Features(Situation situation, List<Action> actions, Weights.Scale scale) {
        this.situation = situation;
        this.observation = situation.observation;
        this.scale = scale;
        this.own = new float[actions.size()][OWN];
        this.previews = new Standing(observation.previews);
        this.demonstrations = new Standing(observation.demonstrations);
        describeSituation();
        for (int i = 0; i < actions.size(); i++) {
            describe(actions.get(i), own[i]);
        }
    }

    /** A row an action, with {@link #SHARED} numbers about the situation and {@link #OWN} about the action. */
    static Rows of(Situation situation, List<Action> actions, Weights.Scale scale) {
        Features features = new Features(situation, actions, scale);
        return new Rows(features.shared, features.own);
    }

    private void describeSituation() {
        for (Item preview : observation.previews) {
            bestUnread = Float.isNaN(bestUnread) ? preview.toQuery() : Math.max(bestUnread, preview.toQuery());
        }
        int allowedKept = 0;
        int allowedLeft = 0;
        for (Item demonstration : observation.demonstrations) {
            if (demonstration.allowed()) {
                if (bestAllowed == null || demonstration.toQuery() > bestAllowed.toQuery()) {
                    bestAllowed = demonstration;
                }
                if (situation.keeps(demonstration)) {
                    allowedKept++;
                } else {
                    allowedLeft++;
                }
            }
        }
        Integer count = observation.count;
        shared[0] = 1;
        shared[1] = observation.callsLeft / 20f;
        shared[2] = Math.max(0, 1 - (observation.callsLeft - 1) / 4f);
        shared[3] = count == null ? 0 : 1;
        shared[4] = count == null ? 0 : (count - situation.kept) / 4f;
        shared[5] = situation.kept / 4f;
        shared[6] = observation.previews.size() / 8f;
        shared[7] = observation.demonstrations.size() / 8f;
        shared[8] = Math.min(3, allowedLeft) / 2f;
        shared[9] = Math.min(3, allowedKept) / 2f;
        if (bestAllowed != null) {
            shared[10] = scale.score(bestAllowed.toQuery()) / 4;
            shared[11] = 1;
        }
        if (!Float.isNaN(bestUnread)) {
            shared[12] = scale.score(bestUnread) / 4;
            shared[13] = bestAllowed == null ? 0 : lead(bestUnread, bestAllowed.toQuery());
        }
        shared[14] = distinctAllowed() / 3f;
        shared[15] = observation.question.allowed().size() / 6f;
        shared[16] = leadOfBestAllowed();
        shared[17] = observation.searches / 4f;
    }

    private long distinctAllowed() {
        return observation.demonstrations.stream()
                .filter(Item::allowed)
                .map(Item::target)
                .distinct()
                .count();
    }

    /** How much more alike the best allowed demonstration is than the best with another allowed target; 0 without both. */
    private float leadOfBestAllowed() {
        float second = Float.NaN;
        for (Item item : observation.demonstrations) {
            if (item.allowed() && !item.target().equals(bestAllowed.target())) {
                second = Float.isNaN(second) ? item.toQuery() : Math.max(second, item.toQuery());
            }
        }
        return Float.isNaN(second) ? 0 : lead(bestAllowed.toQuery(), second);
    }

    private void describe(Action action, float[] row) {
        Kind kind = action.kind();
        row[kind.ordinal()] = 1;
        if (action.index() > 0) {
            int place = previews.find(action.index());
            if (place >= 0) {
                previews.describe(place, row);
            } else {
                demonstrations.describe(demonstrations.find(action.index()), row);
            }
        }
        String subject = action.subject();
        if (subject != null) {
            row[19] = observation.timesSearched(subject) / 3f;
            row[20] = observation.exhausted(subject) ? 1 : 0;
        }
        row[21] = situation.listing() ? 1 : 0;
    }

    private void describe(Item item, float[] row) {
        row[8] = scale.score(item.toQuery()) / 4;
        if (!item.read()) {
            row[10] = Math.max(-CUT, scale.difference(item.toQuery(), bestUnread));
        } else if (bestAllowed != null) {
            row[10] = Math.max(-CUT, scale.difference(item.toQuery(), bestAllowed.toQuery()));
        }
        if (!Float.isNaN(item.toAllowed())) {
            row[13] = scale.score(item.toAllowed()) / 4;
            row[14] = cut(scale.difference(item.toAllowed(), item.toQuery()) / 2);
        }
        row[15] = item.allowed() ? 1 : 0;
        row[16] = item == bestAllowed ? 1 : 0;
        row[17] = item.read() && inContext(item) ? 1 : 0;
        row[18] = item.useless() && observation.count == null ? 1 : 0; // no count asks for it
    }

    /**
     * Likeness to the question less half of the likeness to the most similar useless demonstration: another drawing of a class
     * that was read in vain is as alike as the first was.
     */
    private float contrast(Item item) {
        float likeness = scale.score(item.toQuery());
        return Float.isNaN(item.toUseless()) ? likeness : likeness - Math.max(0, scale.score(item.toUseless())) / 2;
    }

    /** Items that compete with each other, with what they are ranked by side by side: each is compared with each. */
    private final class Standing {
        private final List<Item> items;
        private final float[] likeness;
        private final float[] contrast;
        private final boolean[] kept;

        private Standing(List<Item> items) {
            this.items = items;
            likeness = new float[items.size()];
            contrast = new float[items.size()];
            kept = new boolean[items.size()];
            for (int i = 0; i < items.size(); i++) {
                likeness[i] = items.get(i).toQuery();
                contrast[i] = contrast(items.get(i));
                kept[i] = situation.keeps(items.get(i));
            }
        }

        /** Where the item stands that calls name by this number; -1 where it is not among these. */
        private int find(int index) {
            for (int i = 0; i < items.size(); i++) {
                if (items.get(i).index() == index) {
                    return i;
                }
            }
            return -1;
        }

        private void describe(int place, float[] row) {
            Features.this.describe(items.get(place), row);
            row[9] = 1f / (1 + rank(likeness, place));
            row[11] = contrast[place] / 4;
            row[12] = 1f / (1 + rank(contrast, place));
        }

        /** How many have more, among those in the context or those outside it. */
        private int rank(float[] values, int of) {
            int rank = 0;
            for (int i = 0; i < values.length; i++) {
                if (values[i] > values[of] && kept[i] == kept[of]) {
                    rank++;
                }
            }
            return rank;
        }
    }

    private boolean inContext(Item item) {
        for (Item other : observation.demonstrations) {
            if (other != item && other.target().equals(item.target()) && situation.keeps(other)) {
                return true;
            }
        }
        return false;
    }

    private float lead(float cosine, float other) {
        return cut(scale.difference(cosine, other));
    }

    private static float cut(float value) {
        return Math.max(-CUT, Math.min(CUT, value));
    }
}
