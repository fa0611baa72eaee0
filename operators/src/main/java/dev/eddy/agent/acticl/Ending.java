// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Outcome;
import dev.eddy.agent.acticl.Phase.Answer;
import dev.eddy.agent.acticl.Phase.Answering;
import dev.eddy.agent.acticl.Phase.Failure;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a run ends: a committed context and its answers, or a reason why there is none. Immutable and thread-safe. */
final class Ending {
    private final ActIclSettings settings;
    private final Prompts prompts;

    Ending(ActIclSettings settings, Prompts prompts) {
        this.settings = settings;
        this.prompts = prompts;
    }

    /** Why the context may not be committed (Section 3.2); null where it may. */
    CallError inadmissible(Draft draft) {
        Integer count = draft.query.getCount();
        if (count != null && Demo.kept(draft.demos).size() != count) {
            return CallError.COUNT_MISMATCH;
        }
        return fits(draft, Demo.contextTokens(draft.demos)) ? null : CallError.INADMISSIBLE;
    }

    /** True if a context of this many tokens is within its budget and leaves room to answer. */
    boolean fits(Draft draft, int contextTokens) {
        return contextTokens <= tier(draft).contextTokens()
                && prompts.leavesRoomToAnswer(draft.query, draft.pictures, contextTokens);
    }

    Tier tier(Draft draft) {
        return settings.tiers().get(draft.query.getTier());
    }

    /** The context is final: asks for the answers. */
    void commit(Draft draft, boolean forced) {
        draft.forced = forced;
        int answers = draft.query.getAnswers();
        draft.await(new Answering(draft.nextEffect(), Collections.nCopies(answers, Answer.PENDING)), answers);
    }

    /** No further call is permitted: commits what there is if that is admissible. */
    void exhausted(Draft draft) {
        if (inadmissible(draft) == null) {
            commit(draft, true);
        } else {
            end(
                    draft,
                    Termination.BUDGET,
                    true,
                    List.of(),
                    "no further call is permitted after " + draft.calls + " calls and " + draft.acquisitionTokens
                            + " tokens, and the context is not admissible");
        }
    }

    /** One answer came; the last one ends the run. */
    void answered(Draft draft, Answering phase) {
        draft.phase = phase;
        if (!phase.complete()) {
            return;
        }
        List<String> answers = new ArrayList<>();
        Failure failure = null;
        for (int i = 0; i < phase.answers().size(); i++) {
            Answer answer = phase.answers().get(i);
            if (answer.failure() == null) {
                answers.add(ModelOutput.answer(answer.text()));
                draft.steps.add(
                        new Step(draft.calls + i, phase.firstEffect() + i, answer.text(), "answer", "{}", null, "{}"));
            } else if (failure == null) {
                failure = answer.failure();
            }
        }
        if (failure == null) {
            end(draft, Termination.ANSWERED, true, answers, null);
        } else {
            failed(draft, Termination.MODEL_INFRA, "an answering call failed: " + failure);
        }
    }

    /** Ends a run that nothing can be learned from. */
    void failed(Draft draft, Termination termination, String error) {
        end(draft, termination, false, List.of(), error);
    }

    private void end(Draft draft, Termination termination, boolean trainable, List<String> answers, String error) {
        List<String> context = Demo.kept(draft.demos).stream()
                .map(demo -> demo.record().getRecordId())
                .toList();
        draft.outcome = new Outcome(
                termination,
                draft.forced,
                trainable,
                answers,
                termination == Termination.ANSWERED ? context : List.of(),
                error,
                figures(draft, termination));
    }

    private Map<String, Double> figures(Draft draft, Termination termination) {
        Tier tier = tier(draft);
        Map<String, Double> figures = new HashMap<>(Map.of("rejectedCalls", 0.0, "searches", 0.0, "reads", 0.0));
        draft.tally().forEach((name, count) -> figures.put(name, count.doubleValue()));
        figures.put("shots", (double) Demo.kept(draft.demos).size());
        figures.put("contextTokens", (double) Demo.contextTokens(draft.demos));
        figures.put("acquisitionTokens", (double) draft.acquisitionTokens);
        figures.put("bContext", (double) tier.contextTokens());
        figures.put("bAcquisition", (double) tier.acquisitionTokens());
        figures.put("forcedCommit", draft.forced ? 1.0 : 0.0);
        figures.put("budgetFailure", termination == Termination.BUDGET ? 1.0 : 0.0);
        return figures;
    }
}
