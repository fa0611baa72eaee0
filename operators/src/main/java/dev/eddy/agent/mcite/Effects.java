// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.Effect;
import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import java.util.ArrayList;
import java.util.List;

/** What a state waits for: the one place where effects are made, so that a restored run asks for the very same. Immutable. */
final class Effects {
    static final int FIRST_FREE_SEGMENT = 2;

    private static final int INSTRUCTIONS_ID = 0;
    private static final int QUESTION_ID = 1;

    private final MCiteSettings settings;
    private final MCiteText text;
    private final Sight sight;

    Effects(MCiteSettings settings, MCiteText text, Sight sight) {
        this.settings = settings;
        this.text = text;
        this.sight = sight;
    }

    Effect of(MCiteState state) {
        Query query = state.query();
        int seq = state.nextEffect() - 1;
        if (state.phase() instanceof Phase.Thinking) {
            return new Effect.Generate(
                    seq, prompt(state), settings.responseTokens(), query.getDecoding(), RowKind.ACT, -1);
        }
        if (state.phase() instanceof Phase.Searching searching) {
            return new Effect.SearchPages(
                    seq, query.getBankId(), searching.search().query(), settings.searchLimit());
        }
        if (state.phase() instanceof Phase.Cropping cropping) {
            View view =
                    sight.crop(state.pages(), state.latest(), cropping.crop().box());
            return new Effect.Crop(
                    seq,
                    state.page().picture(),
                    view.region(),
                    view.size().width(),
                    view.size().height(),
                    settings.rendering().renders(query.getPurpose()));
        }
        return new Effect.SearchPages(seq, query.getBankId(), query.getText(), settings.ragPages());
    }

    /** What the policy is shown next: a function of the state, so a restored run shows the same. */
    List<PromptSegment> prompt(MCiteState state) {
        List<PromptSegment> prompt = new ArrayList<>(state.history().size() + 3);
        prompt.add(text.instructions(INSTRUCTIONS_ID, state.mode()));
        prompt.add(text.question(QUESTION_ID, state.query().getText()));
        prompt.addAll(state.history());
        prompt.add(text.left(state.left(), turnsLeft(state.mode(), state.turns())));
        return prompt;
    }

    /** Turns in which actions are still carried out. */
    int turnsLeft(Mode mode, int turns) {
        return mode.acts() ? Math.max(0, settings.toolTurns() - turns) : 0;
    }
}
