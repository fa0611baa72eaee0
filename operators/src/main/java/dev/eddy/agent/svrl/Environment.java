// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.svrl.Next.Cause;
import dev.eddy.agent.svrl.Next.End;
import dev.eddy.agent.svrl.Next.FilterQueries;
import dev.eddy.agent.svrl.Next.FilterSnippets;
import dev.eddy.agent.svrl.Next.Search;
import dev.eddy.agent.svrl.Next.Think;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Termination;
import java.util.List;

/**
 * Takes each completion to what waits for it. Branches go on together: only when all of them have what they wait for is anything
 * asked again, so that nothing depends on whose completion came first. Immutable and thread-safe.
 */
final class Environment {
    private final SvrlSettings settings;
    private final Prompts prompts;
    private final Turns turns;
    private final Searches searches;
    private final Ending ending;

    Environment(SvrlSettings settings, Prompts prompts, Effects effects, OutputParser parser) {
        this.settings = settings;
        this.prompts = prompts;
        this.turns = new Turns(settings, prompts, parser);
        this.searches = new Searches(settings, effects);
        this.ending = new Ending(parser);
    }

    /** @param draft of the state, to be changed */
    void react(SvrlState state, Draft draft, EffectResult result) {
        if (state.branches().isEmpty()) {
            inspected(draft, result);
        } else if (state.comparing()) {
            compared(draft, state, result);
        } else {
            completed(draft, place(state, result.seq()), result);
            if (draft.branches.stream().noneMatch(Branch::waits)) {
                proceed(draft);
            }
        }
    }

    private void inspected(Draft draft, EffectResult result) {
        if (result instanceof Failed failed) {
            Termination cause = failed.infrastructure() ? Termination.TOOL_INFRA : Termination.REJECTED;
            ending.failed(
                    draft, cause, "the question's pictures cannot be used: " + failed.status() + ": " + failed.error());
            return;
        }
        List<Picture> pictures = result.value(EffectValue.Pictures.class).pictures();
        if (pictures.size() != draft.query.getPictures().size()) {
            throw new IllegalArgumentException(
                    "inspecting " + draft.query.getPictures().size() + " pictures gave " + pictures.size());
        }
        draft.pictures = pictures;
        draft.branches.add(Branch.first());
        int tokens = tokens(draft, Branch.first());
        if (tokens > settings.promptTokens()) {
            draft.branches.clear();
            ending.failed(
                    draft,
                    Termination.REJECTED,
                    "the question makes a prompt of " + tokens + " tokens, allowed are " + settings.promptTokens()
                            + " (the agent's setting prompt-tokens)");
            return;
        }
        proceed(draft);
    }

    private void completed(Draft draft, int place, EffectResult result) {
        Next next = draft.branches.get(place).next();
        if (next instanceof Think think) {
            turns.said(draft, place, think, result);
        } else if (next instanceof FilterQueries asked) {
            draft.branches.set(place, searches.queriesJudged(draft, place, asked, result));
        } else if (next instanceof Search asked) {
            draft.branches.set(place, searches.found(draft, place, asked, result));
        } else if (next instanceof FilterSnippets asked) {
            draft.branches.set(place, searches.resultsJudged(draft, place, asked, result));
        }
    }

    private void compared(Draft draft, SvrlState state, EffectResult result) {
        int place = 0;
        if (result instanceof Completed completed) {
            place = Consensus.mostCentral(
                    completed.value(EffectValue.Vectors.class).vectors());
        } else {
            draft.count("encoderFailures"); // the earliest answer stands
        }
        ending.answered(draft, state.answers().get(place));
    }

    /** Ends the branches whose next prompt would leave no room for a word, and asks for what the others want. */
    private void proceed(Draft draft) {
        for (int i = 0; i < draft.branches.size(); i++) {
            Branch branch = draft.branches.get(i);
            if (branch.next() instanceof Think && tokens(draft, branch) >= settings.contextTokens()) {
                String error = "the prompt of turn " + (branch.exchanges().size() + 1) + " fills the context of "
                        + settings.contextTokens() + " tokens";
                draft.branches.set(i, branch.then(new End(null, null, Cause.NO_ROOM, error)));
            }
        }
        if (draft.branches.stream().allMatch(Branch::ended)) {
            ending.close(draft);
        } else {
            draft.issue();
        }
    }

    private int tokens(Draft draft, Branch branch) {
        return Prompts.tokens(prompts.prompt(draft.query, draft.pictures, draft.mode, branch));
    }

    private static int place(SvrlState state, int seq) {
        for (int i = 0; i < state.branches().size(); i++) {
            if (state.branches().get(i).effect() == seq) {
                return i;
            }
        }
        throw new IllegalArgumentException("no branch waits for effect " + seq);
    }
}
