// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.StateForm;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.Turn;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * SVRL (see the package): answers at once, or searches, judges what it is shown, and answers then.
 *
 * <p>A model that fails ends a run untrainable as MODEL_INFRA, a picture that cannot be used as REJECTED. Searches, verifiers and
 * encoders that fail do not: the run goes on without them, and its figures say so.
 */
public final class SvrlAgent implements Agent<SvrlState> {
    /** The agent's name. */
    public static final String NAME = "svrl";

    private final SvrlSettings settings;
    private final Tokenizer tokenizer;
    private final SvrlText text;
    private final Effects effects;
    private final Environment environment;
    private final StateForm<SvrlState> stateForm = new SvrlStateForm();

    public SvrlAgent(Tokenizer tokenizer, SvrlSettings settings) {
        this.settings = settings;
        this.tokenizer = tokenizer;
        this.text = new SvrlText(tokenizer, settings);
        Prompts prompts = new Prompts(settings, text);
        OutputParser parser = new OutputParser(settings.queries());
        this.effects = new Effects(settings, prompts, parser);
        this.environment = new Environment(settings, prompts, effects, parser);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Class<? extends Effect>> needs() {
        return Set.of(Effect.SearchText.class);
    }

    @Override
    public List<String> problems(Query query) {
        List<String> problems = new ArrayList<>();
        Mode mode = Mode.named(query.getMode()).orElse(null);
        if (mode == null) {
            problems.add("mode '" + query.getMode() + "' is none of SVRL's: " + Mode.wireNames());
        } else if (!mode.trainable() && query.getPurpose() == Purpose.TRAIN) {
            problems.add("mode " + query.getMode() + " is for inference alone, so its purpose cannot be TRAIN");
        }
        if (query.getPictures().isEmpty()) {
            problems.add("a query needs at least one picture");
        }
        if (query.getText().isBlank()) {
            problems.add("a query needs a text");
        }
        if (query.getGroupSize() < 1) {
            problems.add("groupSize must be at least 1, got " + query.getGroupSize());
        }
        if (query.getAnswers() != 1) {
            problems.add("answers must be 1: a run of SVRL gives one answer, got " + query.getAnswers());
        }
        return List.copyOf(problems);
    }

    @Override
    public Turn<SvrlState> begin(Query query, int rollout) {
        SvrlState state =
                new SvrlState(query, rollout, List.of(), List.of(), 1, Prompts.FIRST_FREE_ID, new TreeMap<>(), false);
        return new Turn.Waiting<>(state, pending(state), List.of());
    }

    @Override
    public Turn<SvrlState> resume(SvrlState state, EffectResult result) {
        Draft draft = new Draft(state);
        environment.react(state, draft, result);
        if (draft.outcome != null) {
            return new Turn.Finished<>(draft.outcome, draft.steps);
        }
        SvrlState next = draft.state();
        return new Turn.Waiting<>(next, draft.asks ? pending(next) : List.of(), draft.steps);
    }

    @Override
    public List<Effect> pending(SvrlState state) {
        return effects.of(state);
    }

    @Override
    public StateForm<SvrlState> stateForm() {
        return stateForm;
    }

    @Override
    public String templateHash() {
        return text.hash();
    }

    @Override
    public SortedMap<String, String> settings(Query query) {
        return settings.asMap();
    }

    @Override
    public Tokenizer tokenizer() {
        return tokenizer;
    }
}
