// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.FetchRecords;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Effect.InspectPictures;
import dev.eddy.agent.Effect.OpenBank;
import dev.eddy.agent.Effect.Retrieve;
import dev.eddy.agent.Effect.SampleRecords;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.acticl.Phase.Answering;
import dev.eddy.agent.acticl.Phase.Call;
import dev.eddy.agent.acticl.Phase.Opening;
import dev.eddy.agent.acticl.ToolCall.Curate;
import dev.eddy.agent.acticl.ToolCall.Read;
import dev.eddy.agent.acticl.ToolCall.Search;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import java.util.ArrayList;
import java.util.List;

/** What a state waits for: the one place where effects are made, so that a restored run asks for the very same. Immutable. */
final class Effects {
    private final ActIclSettings settings;
    private final Prompts prompts;
    private final SearchTool searchTool;

    Effects(ActIclSettings settings, Prompts prompts, SearchTool searchTool) {
        this.settings = settings;
        this.prompts = prompts;
        this.searchTool = searchTool;
    }

    List<Effect> of(ActIclState state) {
        return of(state, null);
    }

    /** @param prompt of the next tool call, where it was put together before; else null */
    List<Effect> of(ActIclState state, List<PromptSegment> prompt) {
        if (state.phase() instanceof Opening opening) {
            return opening(state, opening);
        }
        if (state.phase() instanceof Answering answering) {
            return answers(state, answering);
        }
        int seq = state.nextEffect() - 1;
        return List.of(
                state.phase() instanceof Phase.Thinking
                        ? call(state, seq, prompt == null ? prompts.acquisition(state) : prompt)
                        : single(state, seq));
    }

    private static List<Effect> opening(ActIclState state, Opening phase) {
        Query query = state.query();
        List<Effect> effects = new ArrayList<>();
        if (phase.bankPending()) {
            int shortest = query.getCount() == null ? 0 : query.getCount();
            effects.add(new OpenBank(Opening.BANK, query.getBankId(), shortest));
        }
        if (phase.picturesPending(state.pictures())) {
            effects.add(new InspectPictures(Opening.PICTURES, query.getPictures()));
        }
        return effects;
    }

    private List<Effect> answers(ActIclState state, Answering phase) {
        Query query = state.query();
        List<PromptSegment> prompt = prompts.answering(state);
        String policy = state.mode() == Mode.EXTERNAL_ANSWERER ? settings.answererPolicy() : null;
        List<Effect> effects = new ArrayList<>();
        for (int i = 0; i < phase.answers().size(); i++) {
            if (phase.answers().get(i).pending()) {
                effects.add(new Generate(
                        phase.firstEffect() + i,
                        prompt,
                        settings.answerTokens(),
                        query.getDecoding(),
                        RowKind.ANSWER,
                        i,
                        policy,
                        null));
            }
        }
        return effects;
    }

    private Effect call(ActIclState state, int seq, List<PromptSegment> prompt) {
        return new Generate(seq, prompt, settings.actTokens(), state.query().getDecoding(), RowKind.ACT, -1);
    }

    private Effect single(ActIclState state, int seq) {
        Query query = state.query();
        String bank = query.getBankId();
        Phase phase = state.phase();
        if (phase instanceof Phase.Retrieving retrieving) {
            RetrievalGoal goal = searchTool.goal(state, (Search) tool(retrieving.call()));
            return new Retrieve(seq, bank, goal.channels(), settings.listLength());
        }
        if (phase instanceof Phase.Previewing previewing) {
            return new FetchRecords(seq, bank, SearchTool.fresh(state, previewing), false);
        }
        if (phase instanceof Phase.Reading reading) {
            int index = ((Read) tool(reading.call())).index();
            String record = ContextTools.candidate(state.pool(), index).recordId();
            return new FetchRecords(seq, bank, List.of(record), true);
        }
        if (phase instanceof Phase.Keeping keeping) {
            List<String> records = ContextTools.unread(state, (Curate) tool(keeping.call())).stream()
                    .map(Candidate::recordId)
                    .toList();
            return new FetchRecords(seq, bank, records, true);
        }
        if (phase instanceof Phase.Sampling) {
            return new SampleRecords(seq, bank, query.getCount(), Preparation.seed(state));
        }
        if (phase instanceof Phase.Ranking) {
            int limit = Preparation.listLength(query, settings);
            return new Retrieve(seq, bank, RetrievalGoal.similarity(state).channels(), limit);
        }
        if (phase instanceof Phase.Collecting collecting) {
            return new FetchRecords(seq, bank, collecting.records(), true);
        }
        return new InspectPictures(seq, query.getPictures());
    }

    private static ToolCall tool(Call call) {
        return call.output().call();
    }
}
