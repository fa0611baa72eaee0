// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.Embed;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Effect.InspectPictures;
import dev.eddy.agent.Effect.SearchImages;
import dev.eddy.agent.Effect.SearchText;
import dev.eddy.agent.Effect.Verify;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.svrl.Next.FilterQueries;
import dev.eddy.agent.svrl.Next.FilterSnippets;
import dev.eddy.agent.svrl.Next.Search;
import dev.eddy.agent.svrl.Next.Think;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.List;

/** What a state waits for: the one place where effects are made, so that a restored run asks for the very same. Immutable. */
final class Effects {
    private final SvrlSettings settings;
    private final Prompts prompts;
    private final OutputParser parser;

    Effects(SvrlSettings settings, Prompts prompts, OutputParser parser) {
        this.settings = settings;
        this.prompts = prompts;
        this.parser = parser;
    }

    List<Effect> of(SvrlState state) {
        if (state.branches().isEmpty()) {
            return List.of(new InspectPictures(0, state.query().getPictures()));
        }
        if (state.comparing()) {
            return List.of(new Embed(state.nextEffect() - 1, state.answers()));
        }
        List<Effect> effects = new ArrayList<>();
        for (Branch branch : state.branches()) {
            if (branch.waits()) {
                effects.add(effect(state, branch));
            }
        }
        return effects;
    }

    private Effect effect(SvrlState state, Branch branch) {
        if (branch.next() instanceof Think think) {
            return generate(state, branch, think.temperature());
        } else if (branch.next() instanceof Search search) {
            return search(state, branch.effect(), search.executed());
        } else if (branch.next() instanceof FilterQueries filter) {
            return verify(state, branch.effect(), queries(filter.text()), List.of());
        } else if (branch.next() instanceof FilterSnippets filter) {
            return verify(state, branch.effect(), List.of(), filter.snippets());
        }
        throw new IllegalStateException("a branch waits for effect " + branch.effect() + " at its end");
    }

    private Generate generate(SvrlState state, Branch branch, Double temperature) {
        Query query = state.query();
        List<PromptSegment> prompt = prompts.prompt(query, state.pictures(), state.mode(), branch);
        int room = settings.contextTokens() - Prompts.tokens(prompt);
        return new Generate(
                branch.effect(),
                prompt,
                Math.min(settings.responseTokens(), room),
                temperature == null ? query.getDecoding() : Decoding.SAMPLED,
                RowKind.ACT,
                -1,
                null,
                temperature);
    }

    private Effect search(SvrlState state, int seq, String executed) {
        return executed == null
                ? new SearchImages(seq, state.pictures().get(0), settings.lookAlikes())
                : new SearchText(seq, executed, state.query().getText(), settings.results());
    }

    /** Nobody in a run knows the targets, the verifier neither. */
    private static Verify verify(SvrlState state, int seq, List<String> queries, List<Snippet> snippets) {
        return new Verify(seq, state.query().getText(), state.pictures(), List.of(), queries, snippets);
    }

    /** What a search by text proposes. */
    List<String> queries(String said) {
        return ((Action.SearchByText) parser.parse(said, false).action()).queries();
    }
}
