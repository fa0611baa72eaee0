// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.metric.FigureInfo;
import java.util.List;

/** What the figures of ActICL are. */
final class ActIclFigures {
    static final List<FigureInfo> ALL = List.of(
            new FigureInfo("shots", "demonstrations", "Demonstrations in the context."),
            new FigureInfo("contextTokens", "tokens", "Tokens of the context."),
            new FigureInfo("acquisitionTokens", "tokens", "Tokens that the way to the context took."),
            new FigureInfo("bContext", "tokens", "Tokens that a context may have."),
            new FigureInfo("bAcquisition", "tokens", "Tokens that the way to it may take."),
            new FigureInfo("searches", "calls", "Searches of a run."),
            new FigureInfo("reads", "calls", "Reads of a run."),
            new FigureInfo("rejectedCalls", "calls", "Calls that the environment refused, a run."),
            new FigureInfo("rejectedCallShare", "ratio", "Share of the calls that the environment refused."),
            new FigureInfo("rejectedCallShareByCode", "ratio", "The same by reason."),
            new FigureInfo("searchModeShare", "ratio", "Share of the searches by mode."),
            new FigureInfo("searchChannelShare", "ratio", "Share of the searches that used a channel."),
            new FigureInfo("forcedCommit", "ratio", "Share of the runs that the environment committed."),
            new FigureInfo("forcedCommitShare", "ratio", "The same over the runs of the window."),
            new FigureInfo("budgetFailure", "ratio", "Share of the runs that ended with their budget."),
            new FigureInfo("budgetFailureShare", "ratio", "The same over the runs of the window."),
            new FigureInfo("accuracyByShots", "ratio", "Accuracy by demonstrations in the context."),
            new FigureInfo("reward.context", "1", "What the context cost of the reward."),
            new FigureInfo("reward.acquisition", "1", "What the way to it cost of the reward."),
            new FigureInfo("reward.failure", "1", "Reward of runs that came to no context."));

    static final List<FigureInfo> STEP = List.of(
            new FigureInfo("answererSharpness", "1", "How much the answerer prefers what is most alike."),
            new FigureInfo("answererTrust", "1", "How much the answerer relies on demonstrations."));

    private ActIclFigures() {}
}
