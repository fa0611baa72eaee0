// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Outcome;
import dev.eddy.metric.AgentMetrics;
import dev.eddy.metric.DerivedMetric;
import dev.eddy.metric.DerivedMetric.AccuracyBy;
import dev.eddy.metric.DerivedMetric.Breakdown;
import dev.eddy.metric.DerivedMetric.Ratio;
import dev.eddy.metric.FigureInfo;
import java.util.List;

/** What ActICL's stats tell of many runs: how calls were spent, how acquisitions ended, how accuracy goes with shots. */
public final class ActIclMetrics implements AgentMetrics {
    @Override
    public String agent() {
        return "acticl";
    }

    @Override
    public List<DerivedMetric> derived() {
        return List.of(
                new Ratio("rejectedCallShare", "rejectedCalls", Outcome.CALLS),
                new Breakdown("rejectedCallShareByCode", "code", "rejected.", Outcome.CALLS),
                new Breakdown("searchModeShare", "searchMode", "searches.", "searches"),
                new Breakdown("searchChannelShare", "channel", "channels.", "searches"),
                new Ratio("forcedCommitShare", "forcedCommit", "trajectories"),
                new Ratio("budgetFailureShare", "termination.BUDGET", "trajectories"),
                new AccuracyBy("accuracyByShots", "atShots", "shots"));
    }

    @Override
    public List<FigureInfo> figures() {
        return ActIclFigures.ALL;
    }

    @Override
    public List<FigureInfo> stepFigures() {
        return ActIclFigures.STEP;
    }
}
