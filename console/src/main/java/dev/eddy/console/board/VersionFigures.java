// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.Map;

/** What is known of one policy version. Not thread-safe. */
final class VersionFigures {
    private final long version;
    private final Scores training = new Scores();
    private final Scores heldOut = new Scores();
    private final Scores heldOutFixed = new Scores();
    private PolicyUpdate update;

    VersionFigures(long version) {
        this.version = version;
    }

    void announced(PolicyUpdate announcement) {
        update = announcement;
    }

    /** Counts a run of the trained policy under this version. */
    void scored(RewardedTrajectory run) {
        if (run.getPurpose() == Purpose.TRAIN) {
            training.add(run);
        } else if (run.getPurpose() == Purpose.EVAL) {
            (run.getCount() == null ? heldOut : heldOutFixed).add(run);
        }
    }

    /** Takes the runs of an older version along when that one is dropped for want of room. */
    void absorb(VersionFigures older) {
        training.addAll(older.training);
    }

    /**
     * @param announcedAt epoch milliseconds; null before the announcement was read
     * @param trainer figures of the optimiser steps since the version before
     */
    record Figures(
            long version,
            Long announcedAt,
            String sha256,
            String cause,
            Long parent,
            Long step,
            Long groupsConsumed,
            Long groupsTrained,
            Map<String, Double> trainer,
            Scores.Figures training,
            Scores.Figures heldOut,
            Scores.Figures heldOutFixed) {}

    Figures figures() {
        if (update == null) {
            return new Figures(
                    version,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    Map.of(),
                    training.figures(),
                    heldOut.figures(),
                    heldOutFixed.figures());
        }
        return new Figures(
                version,
                update.getAnnouncedAt(),
                update.getSha256(),
                update.getCause().name(),
                update.getParent(),
                update.getStep(),
                update.getGroupsConsumed(),
                update.getGroupsTrained(),
                update.getMetrics(),
                training.figures(),
                heldOut.figures(),
                heldOutFixed.figures());
    }
}
