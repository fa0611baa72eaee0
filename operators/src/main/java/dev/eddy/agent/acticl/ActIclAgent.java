// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.StateForm;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.Turn;
import dev.eddy.schemas.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * ActICL (see the package): finds demonstrations by search, read and curate, commits them by solve, and answers from them.
 *
 * <p>Failures of the outside end a run untrainable: TOOL_INFRA for bank and pictures, MODEL_INFRA for models, REJECTED where
 * the query itself is at fault (no such bank, a broken picture, a count that cannot be reached). A search that the bank
 * refuses for what the agent wrote is a refused call like any other.
 */
public final class ActIclAgent implements Agent<ActIclState> {
    /** The agent's name. */
    public static final String NAME = "acticl";

    private final ActIclSettings settings;
    private final Tokenizer tokenizer;
    private final ActIclText text;
    private final Effects effects;
    private final Reactions reactions;
    private final StateForm<ActIclState> stateForm = new ActIclStateForm();

    public ActIclAgent(Tokenizer tokenizer, ActIclSettings settings) {
        this.settings = settings;
        this.tokenizer = tokenizer;
        this.text = new ActIclText(tokenizer, settings);
        Prompts prompts = new Prompts(text, settings);
        Ending ending = new Ending(settings, prompts);
        SearchTool searchTool = new SearchTool(settings, tokenizer, text);
        ContextTools contextTools = new ContextTools(text, ending);
        Acquisition acquisition = new Acquisition(settings, text, prompts, ending, searchTool, contextTools);
        Preparation preparation = new Preparation(settings, text, ending, acquisition, contextTools);
        this.effects = new Effects(settings, prompts, searchTool);
        this.reactions = new Reactions(effects, preparation, acquisition, searchTool, contextTools, ending);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Class<? extends Effect>> needs() {
        return Set.of(Effect.OpenBank.class);
    }

    @Override
    public List<String> problems(Query query) {
        List<String> problems = new ArrayList<>();
        Mode mode = Mode.named(query.getMode()).orElse(null);
        if (mode == null) {
            problems.add("mode '" + query.getMode() + "' is none of ActICL's: " + Mode.wireNames());
        } else {
            if (mode.needsBank() && query.getBankId() == null) {
                problems.add("mode " + query.getMode() + " needs a bankId");
            }
            if (mode.needsCount() && query.getCount() == null) {
                problems.add("mode " + query.getMode() + " needs a count");
            }
            if (mode == Mode.EXTERNAL_ANSWERER && settings.answererPolicy() == null) {
                problems.add("mode external_answerer needs the agent's setting answerer-policy");
            }
        }
        Tier tier = settings.tiers().get(query.getTier());
        if (tier == null) {
            problems.add("tier '" + query.getTier() + "' is none of "
                    + settings.tiers().keySet());
        }
        Integer count = query.getCount();
        if (count != null && (count < 0 || tier != null && count > tier.contextTokens())) {
            problems.add("count must be null (adaptive) or 0 to the context tokens of the tier, got " + count);
        }
        if (query.getPictures().isEmpty()) {
            problems.add("a query needs at least one picture");
        }
        if (query.getGroupSize() < 1) {
            problems.add("groupSize must be at least 1, got " + query.getGroupSize());
        }
        if (query.getAnswers() < 1 || query.getAnswers() > settings.maxAnswers()) {
            problems.add("answers must be 1 to " + settings.maxAnswers() + " (the agent's setting max-answers), got "
                    + query.getAnswers());
        }
        return List.copyOf(problems);
    }

    @Override
    public Turn<ActIclState> begin(Query query, int rollout) {
        ActIclState state = Preparation.first(query, rollout);
        return new Turn.Waiting<>(state, pending(state), List.of());
    }

    @Override
    public Turn<ActIclState> resume(ActIclState state, EffectResult result) {
        Draft draft = new Draft(state);
        reactions.react(state, draft, result);
        if (draft.outcome != null) {
            return new Turn.Finished<>(draft.outcome, draft.steps);
        }
        ActIclState next = draft.state();
        return new Turn.Waiting<>(next, draft.asks ? effects.of(next, draft.prompt) : List.of(), draft.steps);
    }

    @Override
    public List<Effect> pending(ActIclState state) {
        return effects.of(state);
    }

    @Override
    public StateForm<ActIclState> stateForm() {
        return stateForm;
    }

    @Override
    public String templateHash() {
        return text.hash();
    }

    @Override
    public SortedMap<String, String> settings(Query query) {
        SortedMap<String, String> inForce = new TreeMap<>(settings.asMap());
        inForce.keySet().removeIf(name -> name.startsWith("tier.") && !name.equals("tier." + query.getTier()));
        return inForce;
    }

    @Override
    public Tokenizer tokenizer() {
        return tokenizer;
    }
}
