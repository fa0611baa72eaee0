// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.Agent;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.StateForm;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.Turn;
import dev.eddy.agent.mcite.Phase.Cropping;
import dev.eddy.agent.mcite.Phase.Gathering;
import dev.eddy.agent.mcite.Phase.Searching;
import dev.eddy.agent.mcite.Phase.Thinking;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PageHit;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * MCite-RL (see the package): searches pages, crops, and answers with a citation.
 *
 * <p>Failures of the outside end a run untrainable: TOOL_INFRA for index and pictures, MODEL_INFRA for models, REJECTED where
 * there is no such corpus. A search that the index refuses for its words is a refused action like any other.
 */
public final class MCiteAgent implements Agent<MCiteState> {
    /** The agent's name. */
    public static final String NAME = "mcite";

    private final MCiteSettings settings;
    private final Tokenizer tokenizer;
    private final MCiteText text;
    private final Effects effects;
    private final Environment environment;
    private final StateForm<MCiteState> stateForm = new MCiteStateForm();

    public MCiteAgent(Tokenizer tokenizer, MCiteSettings settings) {
        this.settings = settings;
        this.tokenizer = tokenizer;
        this.text = new MCiteText(tokenizer);
        Sight sight = new Sight(settings);
        this.effects = new Effects(settings, text, sight);
        this.environment = new Environment(settings, text, sight, effects);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Class<? extends Effect>> needs() {
        return Set.of(Effect.SearchPages.class);
    }

    @Override
    public List<String> problems(Query query) {
        List<String> problems = new ArrayList<>();
        if (Mode.named(query.getMode()).isEmpty()) {
            problems.add("mode '" + query.getMode() + "' is none of MCite's: " + Mode.wireNames());
        }
        if (query.getBankId() == null) {
            problems.add("a query needs a bankId: the corpus whose pages are searched");
        }
        if (query.getText().isBlank()) {
            problems.add("a query needs a text: the question");
        }
        if (!query.getPictures().isEmpty()) {
            problems.add(
                    "a query must have no pictures, got " + query.getPictures().size() + "; pages are found by search");
        }
        if (query.getGroupSize() < 1) {
            problems.add("groupSize must be at least 1, got " + query.getGroupSize());
        }
        if (query.getAnswers() != 1) {
            problems.add("answers must be 1: each answer has its own searches; got " + query.getAnswers());
        }
        int room = settings.contextTokens() - settings.responseTokens();
        int question = tokenizer.encode(query.getText()).length;
        if (question > room / 2) {
            problems.add("a question may have " + room / 2 + " tokens, half of a prompt, got " + question);
        }
        return List.copyOf(problems);
    }

    @Override
    public Turn<MCiteState> begin(Query query, int rollout) {
        Draft draft = new Draft(new MCiteState(
                query,
                List.of(),
                null,
                List.of(),
                List.of(),
                0,
                Effects.FIRST_FREE_SEGMENT,
                0,
                -1,
                new TreeMap<>(),
                0,
                0,
                new Gathering()));
        if (draft.mode.acts()) {
            environment.proceed(draft);
        } else {
            draft.await(new Gathering());
        }
        return turn(draft);
    }

    @Override
    public Turn<MCiteState> resume(MCiteState state, EffectResult result) {
        Draft draft = new Draft(state);
        if (result instanceof Failed failed) {
            failed(draft, failed);
        } else {
            completed(draft, result);
        }
        return turn(draft);
    }

    private Turn<MCiteState> turn(Draft draft) {
        if (draft.outcome != null) {
            return new Turn.Finished<>(draft.outcome, draft.steps);
        }
        MCiteState next = draft.state();
        return new Turn.Waiting<>(next, pending(next), draft.steps);
    }

    private void completed(Draft draft, EffectResult result) {
        if (draft.phase instanceof Thinking) {
            environment.thought(draft, result.value(Generation.class));
        } else if (draft.phase instanceof Cropping cropping) {
            environment.cropped(
                    draft, cropping, result.value(EffectValue.Cropped.class).sha256());
        } else {
            List<PageHit> hits = result.value(EffectValue.Pages.class).pages();
            String defect = defect(hits);
            if (defect != null) {
                Ending.failed(draft, Termination.TOOL_INFRA, "corpus " + draft.query.getBankId() + " " + defect);
            } else if (draft.phase instanceof Searching searching) {
                environment.searched(draft, searching.call(), hits);
            } else {
                environment.gathered(draft, hits);
            }
        }
    }

    /** What makes pages impossible to show; null if nothing does. */
    private static String defect(List<PageHit> hits) {
        for (PageHit hit : hits) {
            Picture picture = hit.getPicture();
            if (picture.getWidth() < 1 || picture.getHeight() < 1) {
                return "gave page " + hit.getPageId() + " as a picture of " + picture.getWidth() + " by "
                        + picture.getHeight() + " pixels";
            }
        }
        return null;
    }

    private void failed(Draft draft, Failed failed) {
        String why = failed.status() + ": " + failed.error();
        if (draft.phase instanceof Thinking) {
            Ending.failed(draft, Termination.MODEL_INFRA, "a call of the model failed: " + why);
        } else if (draft.phase instanceof Cropping) {
            Ending.failed(
                    draft,
                    Termination.TOOL_INFRA,
                    "page " + draft.state().page().id() + " was not cropped: " + why);
        } else if (failed.infrastructure()) {
            Ending.failed(draft, Termination.TOOL_INFRA, "corpus " + draft.query.getBankId() + " gave nothing: " + why);
        } else if (draft.phase instanceof Searching searching && failed.status() == EffectStatus.INVALID) {
            environment.refuse(draft, searching.call(), ActionError.TOOL_REJECTED);
        } else {
            Ending.failed(
                    draft, Termination.REJECTED, "corpus " + draft.query.getBankId() + " cannot be searched: " + why);
        }
    }

    @Override
    public List<Effect> pending(MCiteState state) {
        return List.of(effects.of(state));
    }

    @Override
    public StateForm<MCiteState> stateForm() {
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
