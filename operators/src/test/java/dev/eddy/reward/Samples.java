// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Map;

/** Trajectories and labels to score, with what a test does not care about filled in. */
public final class Samples {
    private Samples() {}

    /** A trainable run of ActICL on the standard tier that answered. */
    public static TrajectorySummary answered(String queryId, int rollout, int groupSize, String... answers) {
        return trajectory(queryId, rollout, groupSize, Purpose.TRAIN, Termination.ANSWERED)
                .setAnswers(List.of(answers))
                .setStats(Map.of(
                        "contextTokens", 8_192.0,
                        "bContext", 32_768.0,
                        "acquisitionTokens", 98_304.0,
                        "bAcquisition", 393_216.0))
                .build();
    }

    public static TrajectorySummary.Builder trajectory(
            String queryId, int rollout, int groupSize, Purpose purpose, Termination termination) {
        return TrajectorySummary.newBuilder()
                .setTrajectoryId(queryId + "/" + rollout)
                .setGroupId(queryId)
                .setGroupSize(groupSize)
                .setRolloutIndex(rollout)
                .setPolicyVersionMin(3)
                .setPolicyVersionMax(4)
                .setQuery(Query.newBuilder()
                        .setQueryId(queryId)
                        .setAgent("acticl")
                        .setPolicy("acticl")
                        .setMode("trained")
                        .setPurpose(purpose)
                        .setGroupSize(groupSize)
                        .setPictures(List.of())
                        .setText("Which name belongs to this symbol?")
                        .setBankId("glyphs/7/train/12")
                        .build())
                .setTermination(termination)
                .setTrainable(true);
    }

    public static Label label(String queryId, String target) {
        return Label.newBuilder()
                .setQueryId(queryId)
                .setTargets(List.of(target))
                .setMetric("exact_match")
                .build();
    }
}
