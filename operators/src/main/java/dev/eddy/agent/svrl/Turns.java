// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.Generation;
import dev.eddy.agent.svrl.Action.Answer;
import dev.eddy.agent.svrl.Action.SearchByPicture;
import dev.eddy.agent.svrl.Action.SearchByText;
import dev.eddy.agent.svrl.Next.Cause;
import dev.eddy.agent.svrl.Next.End;
import dev.eddy.agent.svrl.Next.FilterQueries;
import dev.eddy.agent.svrl.Next.Search;
import dev.eddy.agent.svrl.Next.Think;
import dev.eddy.schemas.Step;
import java.util.List;
import java.util.Set;

/** What follows from what a model said. Immutable and thread-safe. */
final class Turns {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Branches up to this one re-roll at the lowest temperature. */
    private static final int WARMER_FROM = 4;

    private final SvrlSettings settings;
    private final Prompts prompts;
    private final OutputParser parser;

    Turns(SvrlSettings settings, Prompts prompts, OutputParser parser) {
        this.settings = settings;
        this.prompts = prompts;
        this.parser = parser;
    }

    void said(Draft draft, int place, Think think, EffectResult result) {
        Branch branch = draft.branches.get(place);
        if (result instanceof Failed failed) {
            String error = "a generation failed: " + failed.status() + ": " + failed.error();
            draft.branches.set(place, branch.then(new End(null, null, Cause.MODEL_FAILED, error)));
            return;
        }
        String text = result.value(Generation.class).text();
        ModelOutput output = parser.parse(text, draft.mode.verdicts());
        Branch next = next(draft, place, text, output.action());
        draft.branches.set(place, next);
        draft.steps.add(step(place, branch, result.seq(), text, output, next));
        if (next.next() instanceof Search search && splits(draft, search)) {
            split(draft, branch, think, text, ((SearchByText) output.action()).queries());
        }
    }

    private Branch next(Draft draft, int place, String text, Action action) {
        Branch branch = draft.branches.get(place);
        Set<Offer> offers = prompts.offers(draft.mode, branch);
        if (action instanceof Answer answer) {
            return branch.then(new End(text, answer.text(), Cause.ANSWERED, null));
        } else if (action instanceof SearchByPicture) {
            return offers.contains(Offer.SEARCH_BY_PICTURE)
                    ? branch.then(new Search(text, null))
                    : overLimit(branch, text, Offer.SEARCH_BY_PICTURE);
        } else if (action instanceof SearchByText search) {
            if (!offers.contains(Offer.SEARCH_BY_TEXT)) {
                return overLimit(branch, text, Offer.SEARCH_BY_TEXT);
            }
            if (search.queries().isEmpty()) {
                return Searches.withoutQuery(branch, text);
            }
            if (draft.mode.filtered()) {
                return branch.then(new FilterQueries(text));
            }
            int turn = branch.exchanges().size() + 1;
            return branch.then(new Search(text, draft.draws(place).executed(turn, search.queries())));
        }
        String error = "turn " + (branch.exchanges().size() + 1) + " holds no action";
        return branch.then(new End(text, null, Cause.NO_ACTION, error));
    }

    private static Branch overLimit(Branch branch, String text, Offer wanted) {
        String error = "turn " + (branch.exchanges().size() + 1) + " wants to " + wanted.text() + ", which it may not";
        return branch.then(new End(text, null, Cause.OVER_LIMIT, error));
    }

    private static boolean splits(Draft draft, Search search) {
        return draft.mode.branches() > 1 && draft.branches.size() == 1 && search.executed() != null;
    }

    /**
     * One branch for each of the proposed queries, then such as propose anew, at a temperature that rises with their number
     * (Section 4.4 of the paper; the schedule is ours).
     */
    private static void split(Draft draft, Branch trunk, Think think, String text, List<String> queries) {
        draft.branches.clear();
        for (int i = 0; i < draft.mode.branches(); i++) {
            Next next = i < queries.size()
                    ? new Search(text, queries.get(i))
                    : new Think(Math.max(1, i - WARMER_FROM) / 10.0, think.resources());
            draft.branches.add(trunk.then(next));
        }
    }

    private Step step(int place, Branch before, int effect, String text, ModelOutput output, Branch next) {
        ObjectNode arguments = JSON.createObjectNode();
        if (output.verified()) {
            ArrayNode mask = arguments.putArray("mask");
            output.mask().forEach(mask::add);
        }
        if (output.action() instanceof SearchByText search) {
            ArrayNode queries = arguments.putArray("queries");
            search.queries().forEach(queries::add);
        } else if (output.action() instanceof Answer answer) {
            arguments.put("answer", answer.text());
        }
        int index = place * settings.turns() + before.exchanges().size();
        String error = next.ended() ? next.end().error() : null;
        return new Step(index, effect, text, output.action().name(), arguments.toString(), error, "{}");
    }
}
