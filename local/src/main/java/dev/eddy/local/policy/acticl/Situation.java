// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.acticl.Action.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * An observation and what the call under way has listed so far: the policy chooses one action, and in a curate call goes on
 * choosing until it closes the list. Immutable.
 */
final class Situation implements Prompt {
    /** Searches are closed while more previews than this are unread. */
    private static final int MANY_UNREAD = 32;
    /** Most items of one curate call, so that the call's length is bounded. */
    static final int MAX_LISTED = 16;

    final Observation observation;
    /** Choices made in this call. */
    final List<Action> listed;

    final int kept;
    private final int room;

    private Situation(Observation observation, List<Action> listed) {
        this.observation = observation;
        this.listed = listed;
        int count = 0;
        int free = observation.resources.contextTokens();
        for (Item item : observation.demonstrations) {
            count += item.kept() ? 1 : 0;
        }
        for (Item item : observation.previews) {
            count += item.kept() ? 1 : 0;
        }
        for (Action action : listed) {
            boolean add = action.kind() == Kind.ADD;
            count += add ? 1 : -1;
            free -= (add ? 1 : -1) * item(action.index()).tokens();
        }
        kept = count;
        room = free;
    }

    static Situation begin(Observation observation) {
        return new Situation(observation, List.of());
    }

    /** After one more choice of a call; the same unless it is an item of a curate call. */
    Situation after(Action action) {
        if (!action.continues()) {
            return this;
        }
        List<Action> longer = new ArrayList<>(listed);
        longer.add(action);
        return new Situation(observation, List.copyOf(longer));
    }

    boolean listing() {
        return !listed.isEmpty();
    }

    boolean keeps(Item item) {
        for (int i = 0; i < listed.size(); i++) { // by index: asked for each pair of items
            if (listed.get(i).index() == item.index()) {
                return listed.get(i).kind() == Kind.ADD;
            }
        }
        return item.kept();
    }

    /** The item that calls name by this number; null if there is none. */
    Item item(int index) {
        for (Item item : observation.demonstrations) {
            if (item.index() == index) {
                return item;
            }
        }
        for (Item item : observation.previews) {
            if (item.index() == index) {
                return item;
            }
        }
        return null;
    }

    /** What may be added to the context. */
    private List<Item> candidates() {
        return observation.tools.tools().contains("read") ? observation.demonstrations : observation.previews;
    }

    /** Every action that the observation does not show to be refused, those of a kind together; at least one. */
    List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        if (listing()) {
            addAdditions(actions);
            actions.add(new Action(Kind.END));
            return actions;
        }
        addSearches(actions);
        addReads(actions);
        if (observation.tools.tools().contains("curate")) {
            addAdditions(actions);
            for (Item item : candidates()) {
                if (item.kept()) {
                    actions.add(new Action(Kind.DELETE, item.index()));
                }
            }
        }
        if (observation.count == null || observation.count == kept || actions.isEmpty()) {
            actions.add(new Action(Kind.SOLVE));
        }
        return actions;
    }

    private void addSearches(List<Action> actions) {
        Piece.Instructions tools = observation.tools;
        if (!tools.tools().contains("search") || observation.previews.size() > MANY_UNREAD) {
            return;
        }
        if (tools.visual() && !observation.question.pictures().isEmpty()) {
            actions.add(new Action(Kind.SEARCH_QUERY));
        }
        if (tools.textual() && !observation.question.text().isEmpty()) {
            actions.add(new Action(Kind.SEARCH_TEXT));
        }
        if (tools.visual()) {
            for (Item item : observation.demonstrations) {
                if (!item.pictures().isEmpty()) {
                    actions.add(new Action(Kind.SEARCH_DEMONSTRATION, item.index()));
                }
            }
        }
    }

    private void addReads(List<Action> actions) {
        boolean enters = !observation.tools.tools().contains("curate");
        if (!observation.tools.tools().contains("read") || enters && full()) {
            return;
        }
        for (Item item : observation.previews) {
            if (!enters || item.tokens() <= room) {
                actions.add(new Action(Kind.READ, item.index()));
            }
        }
    }

    private void addAdditions(List<Action> actions) {
        if (full() || listed.size() == MAX_LISTED) {
            return;
        }
        for (Item item : candidates()) {
            if (!item.kept() && !keeps(item) && item.tokens() <= room) {
                actions.add(new Action(Kind.ADD, item.index()));
            }
        }
    }

    private boolean full() {
        return observation.count != null && kept >= observation.count;
    }
}
