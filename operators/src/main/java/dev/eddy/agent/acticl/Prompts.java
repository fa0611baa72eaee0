// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts prompts together out of a run's segments (Appendix A.2, observation serialization). A prompt is a function of the
 * state, so a restored run shows the same. Immutable and thread-safe.
 */
final class Prompts {
    static final int QUESTION_ID = 1;
    /** The first prompt shows six constant segments and the first resources. */
    static final int FIRST_FREE_ID = 7;

    private static final int INSTRUCTIONS_ID = 0;
    private static final int ACQUIRED_ID = 2;
    private static final int PREVIEWS_ID = 3;
    private static final int HISTORY_ID = 4;
    private static final int FIRST_RESOURCES_ID = 5;
    private static final int COUNT_ID = 6;

    private final ActIclText text;
    private final ActIclSettings settings;

    Prompts(ActIclText text, ActIclSettings settings) {
        this.text = text;
        this.settings = settings;
    }

    /** Gives the resources of the next prompt their segment id. */
    static void renewResources(Draft draft) {
        draft.resources = draft.resources < 0 ? FIRST_RESOURCES_ID : draft.takeSegment();
    }

    /** What the policy is shown before its next tool call. */
    List<PromptSegment> acquisition(ActIclState state) {
        List<PromptSegment> prompt = new ArrayList<>();
        prompt.add(text.instructions(INSTRUCTIONS_ID, state.mode()));
        prompt.add(state.question());
        PromptSegment yes = text.mark(state.yesMark(), true);
        PromptSegment no = text.mark(state.noMark(), false);
        prompt.add(text.acquiredHeader(ACQUIRED_ID));
        for (Demo demo : state.demos()) {
            if (demo.shown() != null) {
                prompt.add(demo.shown());
                prompt.add(demo.kept() ? yes : no);
            }
        }
        prompt.add(text.previewsHeader(PREVIEWS_ID));
        for (Candidate candidate : state.pool()) {
            prompt.add(candidate.preview());
            if (!state.mode().offersRead()) {
                prompt.add(Demo.keeps(state.demos(), candidate.index()) ? yes : no);
            }
        }
        prompt.add(text.historyHeader(HISTORY_ID));
        prompt.addAll(state.history());
        prompt.add(resources(state));
        prompt.add(text.count(COUNT_ID, state.query().getCount()));
        return prompt;
    }

    /** What the answering model is shown: instruction, committed demonstrations in order of first reading, question. */
    List<PromptSegment> answering(ActIclState state) {
        int id = state.nextSegment();
        Query query = state.query();
        List<PromptSegment> prompt = new ArrayList<>();
        prompt.add(text.answerInstructions(id++, query.getInstruction()));
        for (Demo demo : Demo.kept(state.demos())) {
            prompt.add(text.shot(id++, demo.record()));
        }
        prompt.add(text.question(id, query.getText(), state.pictures()));
        return prompt;
    }

    /** True if the window holds a context of this many tokens, what else an answering call shows, and the answer. */
    boolean leavesRoomToAnswer(Query query, List<Picture> pictures, int contextTokens) {
        int shown = text.answerInstructions(0, query.getInstruction()).tokens().length
                + text.question(0, query.getText(), pictures).tokens().length;
        return shown + contextTokens + settings.answerTokens() <= settings.window();
    }

    static int tokens(List<PromptSegment> prompt) {
        int sum = 0;
        for (PromptSegment segment : prompt) {
            sum += segment.tokens().length;
        }
        return sum;
    }

    private PromptSegment resources(ActIclState state) {
        Tier tier = settings.tiers().get(state.query().getTier());
        Integer count = state.query().getCount();
        return text.resources(
                state.resources(),
                tier.calls() - state.calls(),
                tier.acquisitionTokens() - state.acquisitionTokens(),
                tier.contextTokens() - Demo.contextTokens(state.demos()),
                count == null ? null : count - Demo.kept(state.demos()).size());
    }
}
