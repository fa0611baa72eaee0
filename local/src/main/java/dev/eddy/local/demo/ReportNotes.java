// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import java.util.ArrayList;
import java.util.List;

/** What the readers of a run's report must know: why a figure may be null, and what was left out. */
final class ReportNotes {
    private static final List<String> ALWAYS = List.of(
            "ledger.effects is counted from the trajectories; null if one was too large for its topic",
            "runtime.stepsPerSecond counts acting calls of scored training rollouts; trainingSeconds is this process's alone",
            "after a resume runtime.stepsPerSecond and rolloutsPerSecond count what earlier processes did, too, and are too high",
            "runtime.learningLagMsMedian and P99 are the time from a group's closing until a reader sees a version trained on it; null if this process saw none trained",
            "runtime.peakRssMiB is null where the system does not tell it",
            "learningCurve.meanReward is null where no training rollout was scored since the point before",
            "learningCurve.seed is null, since a run has one; learningCurve.metrics is null, since the eval job's stand on topic metrics",
            "meanShots, meanCalls and meanAcquisitionTokens are null for an agent that counts none; coldStart and modesAllClasses for one that has none");

    private ReportNotes() {}

    static List<String> of(List<Tenant> tenants, Watch watch) {
        List<String> notes = new ArrayList<>(ALWAYS);
        tenants.forEach(tenant -> notes.addAll(tenant.subject().notes()));
        if (watch.malformed() > 0) {
            notes.add(watch.malformed()
                    + " records on the topics that a run is watched by cannot be read and were left out");
        }
        return notes;
    }
}
