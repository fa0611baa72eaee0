// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.metric.AgentMetrics;
import dev.eddy.metric.DerivedMetric;
import dev.eddy.metric.DerivedMetric.AccuracyBy;
import dev.eddy.metric.DerivedMetric.Breakdown;
import dev.eddy.metric.DerivedMetric.Ratio;
import dev.eddy.metric.FigureInfo;
import java.util.List;

/** What MCite's stats tell of many runs: how actions went wrong, how accuracy goes with pages and crops. */
public final class MCiteMetrics implements AgentMetrics {
    @Override
    public String agent() {
        return MCiteAgent.NAME;
    }

    @Override
    public List<DerivedMetric> derived() {
        return List.of(
                new Ratio("invalidActionShare", "invalidActions", "actions"),
                new Breakdown("invalidActionShareByCode", "code", "invalid.", "actions"),
                new AccuracyBy("accuracyByCrops", "atCrops", "crops"),
                new AccuracyBy("accuracyByPages", "atPages", "pages"));
    }

    @Override
    public List<FigureInfo> figures() {
        return MCiteFigures.ALL;
    }
}
