// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Sight;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An acquisition prompt as understood: everything that the policy decides on. Immutable. */
final class Observation {
    private static final Piece.Instructions ALL_TOOLS =
            new Piece.Instructions(Set.of("search", "read", "curate", "solve"), true, true);

    /** What the agent keeps free for a generation, and the tokens that a call adds to the next prompt. */
    private static final int ROOM_TO_SPEAK = 1024;

    private static final int GROWTH = 80;

    final Piece.Instructions tools;
    final Piece.Question question;
    final Piece.Resources resources;
    /** Null where the policy chooses how many to keep. */
    final Integer count;
    /** In the order of the prompt. */
    final List<Item> demonstrations;

    final List<Item> previews;
    final int searches;
    /** Calls that the remaining resources allow. */
    final int callsLeft;

    private final Map<String, Tally> tallies;

    private Observation(Draft draft, Likeness likeness) {
        tools = draft.tools;
        question = draft.question;
        resources = draft.resources;
        count = draft.request.count();
        Seen[] read = draft.seen.stream().filter(seen -> seen.target != null).toArray(Seen[]::new);
        for (Seen seen : read) {
            seen.allowed = allows(seen.target); // once each, since every item is compared with each
        }
        demonstrations = new ArrayList<>();
        previews = new ArrayList<>();
        for (Seen seen : draft.seen) {
            Item item = compare(seen, read, likeness);
            (item.read() ? demonstrations : previews).add(item);
        }
        tallies = draft.tallies;
        searches = draft.searches;
        callsLeft = Math.min(resources.calls(), callsWorth(resources.acquisitionTokens(), draft.tokens));
    }

    /**
     * Puts the pieces of a prompt together; throws INVALID where the question, the resources or the count request is missing.
     *
     * @param tokens of the whole prompt
     */
    static Observation of(List<Piece> pieces, int tokens, Likeness likeness) {
        Draft draft = new Draft();
        draft.tokens = tokens;
        pieces.forEach(draft::add);
        if (draft.question == null || draft.resources == null || draft.request == null) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "the small policy cannot read a prompt of " + pieces.size()
                            + " segments: it needs a [query] segment,"
                            + " a segment of remaining resources and a count request, as the ActICL agent writes them");
        }
        return new Observation(draft, likeness);
    }

    boolean allows(String target) {
        return question.allowed().isEmpty() || question.allowed().contains(target);
    }

    /** Calls that tokens suffice for, this one included: each shows a little more than the last, and must have room to speak. */
    private static int callsWorth(int tokens, int prompt) {
        return 1 + Math.max(0, (tokens - prompt - ROOM_TO_SPEAK) / (prompt + GROWTH));
    }

    /** How often this search was made. */
    int timesSearched(String subject) {
        Tally tally = tallies.get(subject);
        return tally == null ? 0 : tally.times;
    }

    /** True if the last such search brought nothing new. */
    boolean exhausted(String subject) {
        Tally tally = tallies.get(subject);
        return tally != null && tally.found == 0;
    }

    private Item compare(Seen seen, Seen[] read, Likeness likeness) {
        float toAllowed = Float.NaN;
        float toUseless = Float.NaN;
        for (Seen other : read) {
            if (other == seen) {
                continue;
            }
            float alike = likeness.of(seen.pictures, other.pictures);
            if (other.allowed) {
                toAllowed = Float.isNaN(toAllowed) ? alike : Math.max(toAllowed, alike);
            } else {
                toUseless = Float.isNaN(toUseless) ? alike : Math.max(toUseless, alike);
            }
        }
        float toQuery = likeness.of(seen.pictures, question.pictures());
        return new Item(
                seen.index,
                seen.pictures,
                seen.target,
                seen.allowed,
                seen.tokens,
                seen.kept,
                toQuery,
                toAllowed,
                toUseless);
    }

    private static final class Seen {
        private final int index;
        private final List<Sight> pictures;
        private final String target;
        private final int tokens;
        private boolean kept;
        private boolean allowed;

        private Seen(int index, List<Sight> pictures, String target, int tokens) {
            this.index = index;
            this.pictures = pictures;
            this.target = target;
            this.tokens = tokens;
        }
    }

    private static final class Tally {
        private int times;
        private int found;
    }

    private static final class Draft {
        private final List<Seen> seen = new ArrayList<>();
        private final Map<String, Tally> tallies = new HashMap<>();
        private Piece.Instructions tools = ALL_TOOLS;
        private Piece.Question question;
        private Piece.Resources resources;
        private Piece.Request request;
        private int searches;
        private int tokens;

        private void add(Piece piece) {
            if (piece instanceof Piece.Instructions instructions) {
                tools = instructions;
            } else if (piece instanceof Piece.Question asked) {
                question = asked;
            } else if (piece instanceof Piece.Demonstration demo) {
                seen.add(new Seen(demo.index(), demo.pictures(), demo.target(), demo.tokens()));
            } else if (piece instanceof Piece.Preview preview) {
                seen.add(new Seen(preview.index(), preview.pictures(), null, preview.tokens()));
            } else if (piece instanceof Piece.Mark mark && !seen.isEmpty()) {
                seen.get(seen.size() - 1).kept = mark.kept();
            } else if (piece instanceof Piece.Search search) {
                Tally tally = tallies.computeIfAbsent(search.subject(), subject -> new Tally());
                tally.times++;
                tally.found = search.found();
                searches++;
            } else if (piece instanceof Piece.Resources left) {
                resources = left;
            } else if (piece instanceof Piece.Request asked) {
                request = asked;
            }
        }
    }
}
