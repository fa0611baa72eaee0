// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.acticl.Phase.Call;
import dev.eddy.agent.acticl.Phase.Thinking;
import dev.eddy.agent.acticl.ToolCall.Curate;
import dev.eddy.agent.acticl.ToolCall.Read;
import dev.eddy.agent.acticl.ToolCall.Search;
import dev.eddy.agent.acticl.ToolCall.Solve;
import dev.eddy.agent.acticl.Verdict.Accepted;
import dev.eddy.agent.acticl.Verdict.Awaiting;
import dev.eddy.agent.acticl.Verdict.Rejected;
import dev.eddy.schemas.Step;
import java.util.List;

/**
 * The environment's side of the acquisition loop (Section 3.2, Appendix A.3): asks for calls while the budgets permit them,
 * counts what they cost, and writes down what came of each. A refused call changes nothing but history, calls and tokens.
 * Immutable and thread-safe; works on one {@link Draft} at a time.
 */
final class Acquisition {
    private final ActIclSettings settings;
    private final ActIclText text;
    private final Prompts prompts;
    private final Ending ending;
    private final SearchTool searchTool;
    private final ContextTools contextTools;
    private final ToolCallParser parser = new ToolCallParser();

    Acquisition(
            ActIclSettings settings,
            ActIclText text,
            Prompts prompts,
            Ending ending,
            SearchTool searchTool,
            ContextTools contextTools) {
        this.settings = settings;
        this.text = text;
        this.prompts = prompts;
        this.ending = ending;
        this.searchTool = searchTool;
        this.contextTools = contextTools;
    }

    /** Asks for the next call if one is permitted, in the worst case of its generation. */
    void proceed(Draft draft) {
        Tier tier = ending.tier(draft);
        Prompts.renewResources(draft);
        List<PromptSegment> prompt = prompts.acquisition(draft.state());
        int shown = Prompts.tokens(prompt);
        int most = shown + settings.actTokens();
        if (draft.calls < tier.calls()
                && most <= settings.window()
                && draft.acquisitionTokens + most <= tier.acquisitionTokens()) {
            draft.await(new Thinking(shown), 1);
            draft.prompt = prompt;
        } else {
            ending.exhausted(draft);
        }
    }

    /** The policy has written a call. */
    void thought(Draft draft, Thinking phase, Generation generation) {
        draft.calls++;
        draft.acquisitionTokens += phase.promptTokens() + generation.tokens().length;
        Call call = new Call(draft.completedEffect(), generation.text(), parser.parse(generation.text()));
        ToolCall tool = call.output().call();
        if (tool instanceof Solve) {
            solve(draft, call);
        } else {
            settle(draft, call, begin(draft, call, tool));
        }
    }

    private void solve(Draft draft, Call call) {
        CallError error = ending.inadmissible(draft);
        if (error == null) {
            write(draft, call, Feedback.SOLVED, null);
            ending.commit(draft, false);
        } else {
            settle(draft, call, new Rejected(error));
        }
    }

    private Verdict begin(Draft draft, Call call, ToolCall tool) {
        if (tool == null) {
            return new Rejected(call.output().error());
        }
        if (tool instanceof Search search) {
            return searchTool.search(draft, call, search);
        }
        if (tool instanceof Read read && draft.mode.offersRead()) {
            return contextTools.read(draft, call, read);
        }
        if (tool instanceof Curate curate && draft.mode.offersCurate()) {
            return contextTools.curate(draft, call, curate);
        }
        return new Rejected(CallError.MALFORMED); // a tool that the mode does not offer
    }

    /** Goes on as a verdict says: waits, or writes the call into the history and asks for the next one. */
    void settle(Draft draft, Call call, Verdict verdict) {
        if (verdict instanceof Awaiting awaiting) {
            draft.await(awaiting.phase(), 1);
            return;
        }
        String feedback;
        if (verdict instanceof Rejected rejected) {
            draft.count("rejectedCalls");
            draft.count("rejected." + rejected.error());
            feedback = Feedback.rejected(rejected.error());
            write(draft, call, feedback, rejected.error().name());
        } else {
            feedback = ((Accepted) verdict).feedback();
            write(draft, call, feedback, null);
        }
        draft.history =
                Draft.append(draft.history, text.call(draft.takeSegment(), draft.calls, call.output(), feedback));
        proceed(draft);
    }

    private static void write(Draft draft, Call call, String feedback, String error) {
        ModelOutput output = call.output();
        draft.steps.add(new Step(
                draft.calls - 1, call.effect(), call.text(), output.action(), output.arguments(), error, feedback));
    }
}
