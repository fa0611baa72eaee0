// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

import dev.eddy.metric.FigureInfo;
import java.util.List;

/** The figures that runs, groups, receipts and versions of any agent have. What is an agent's own its {@code AgentMetrics} tell. */
public final class Figures {
    /** Of an optimiser step, by the names that trainers give them. */
    public static final List<FigureInfo> STEP = List.of(
            new FigureInfo("loss", "1", "Loss that was descended."),
            new FigureInfo("entropy", "nats", "Entropy of the policy, a choice."),
            new FigureInfo("kl", "nats", "Divergence from the version that acted, a choice."),
            new FigureInfo(
                    "referenceKl", "nats", "Divergence from the reference version, a choice; where it has a price."),
            new FigureInfo("ratio", "ratio", "Importance ratio, mean of the choices."),
            new FigureInfo("clippedShare", "ratio", "Share of the choices whose ratio was clipped."),
            new FigureInfo("choices", "choices", "Choices that were learned from."),
            new FigureInfo("unmatchedRows", "rows", "Rows whose choices the policy could not have made."),
            new FigureInfo("gradientNorm", "1", "Length of the gradient before it was clipped."),
            new FigureInfo("learningRate", "1", "Learning rate."),
            new FigureInfo("meanReward", "1", "Mean reward of the batch's groups."),
            new FigureInfo("policyLag", "steps", "Steps that the batch's groups were behind, their mean."),
            new FigureInfo("batchGroups", "groups", "Groups of the batch."));

    static final List<FigureInfo> VERSION = List.of(
            new FigureInfo("step", "steps", "Optimiser steps of the newest version."),
            new FigureInfo("groupsConsumed", "groups", "Groups dealt with up to the newest version."),
            new FigureInfo("groupsTrained", "groups", "Groups trained on up to the newest version."));

    static final List<FigureInfo> GROUP = List.of(
            new FigureInfo("groupCompleteness", "ratio", "Share of a group's members that came."),
            new FigureInfo("groupCompleteShare", "ratio", "Share of the groups that closed complete."),
            new FigureInfo("groupZeroVarianceShare", "ratio", "Share of the groups whose rewards were all alike."),
            new FigureInfo("groupTooFewShare", "ratio", "Share of the groups with too few members for a baseline."),
            new FigureInfo("groupRewardMean", "1", "Mean of the groups' mean rewards."),
            new FigureInfo("groupRewardStd", "1", "Mean of the groups' standard deviations."),
            new FigureInfo("groups", "groups", "Groups of the window."),
            new FigureInfo("policyLag", "steps", "Steps that groups were behind when they were dealt with."),
            new FigureInfo("policyUpdates", "versions", "Versions announced in the window."));

    static final List<FigureInfo> RUN = List.of(
            new FigureInfo("policyVersion", "version", "Version that the other figures of this series are of."),
            new FigureInfo("accuracy", "ratio", "Score of the answers by the label's metric; what failed counts as 0."),
            new FigureInfo("reward", "1", "Reward."),
            new FigureInfo("rewarded", "ratio", "Share of the runs that got a reward."),
            new FigureInfo("trainable", "ratio", "Share of the runs that may be trained on."),
            new FigureInfo("truncated", "ratio", "Share of the runs that a limit cut short."),
            new FigureInfo("forced", "ratio", "Share of the runs that the environment ended in the agent's stead."),
            new FigureInfo("calls", "calls", "Model calls of a run that said what to do."),
            new FigureInfo("modelCalls", "calls", "Model calls of a run."),
            new FigureInfo("toolCalls", "calls", "Calls of all else of a run."),
            new FigureInfo("promptTokens", "tokens", "Tokens that models were shown, a run."),
            new FigureInfo("generatedTokens", "tokens", "Tokens that models generated, a run."),
            new FigureInfo("generationMs", "ms", "Time in model calls, a run."),
            new FigureInfo("toolMs", "ms", "Time in other calls, a run."),
            new FigureInfo("queueMs", "ms", "From arrival to start, a run."),
            new FigureInfo("trajectories", "runs", "Runs of the window."),
            new FigureInfo("queriesTotal", "queries", "Queries of the window, by their first runs."),
            new FigureInfo("promptTokensTotal", "tokens", "Tokens shown in the window."),
            new FigureInfo("generatedTokensTotal", "tokens", "Tokens generated in the window."),
            new FigureInfo("modelCallsTotal", "calls", "Model calls of the window."),
            new FigureInfo("modelSecondsTotal", "seconds", "What the window's model calls took, waiting included."));

    /** Milliseconds; each has quantiles, a mean and how many were under way at once. */
    static final List<FigureInfo> DURATIONS = List.of(
            new FigureInfo("latencyMs", "ms", "From a run's start to its end"),
            new FigureInfo("rewardDelayMs", "ms", "From a run's end to its reward"),
            new FigureInfo("modelLatencyMs", "ms", "A model call"),
            new FigureInfo("toolLatencyMs", "ms", "Another call"));

    private Figures() {}
}
