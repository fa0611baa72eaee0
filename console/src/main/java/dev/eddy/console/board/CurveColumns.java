// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Versions as columns, the form that charts want: a tenth of the size of one object a version. */
final class CurveColumns {
    private static final int MAX_TRAINER_FIGURES = 32;

    private final Map<String, List<Double>> columns = new TreeMap<>();
    private final RecentReward recentReward = new RecentReward();
    private final int size;
    private int trainerFigures;

    private CurveColumns(int size) {
        this.size = size;
    }

    /** @param firstAnnouncedAt epoch milliseconds from which seconds count; null where none was announced */
    static Map<String, List<Double>> of(Collection<VersionFigures> versions, Long firstAnnouncedAt) {
        CurveColumns out = new CurveColumns(versions.size());
        int row = 0;
        for (VersionFigures each : versions) {
            out.add(row++, each.figures(), firstAnnouncedAt);
        }
        return out.columns;
    }

    private void add(int row, VersionFigures.Figures version, Long firstAnnouncedAt) {
        set("version", row, (double) version.version());
        if (version.announcedAt() != null) {
            set("seconds", row, (version.announcedAt() - firstAnnouncedAt) / 1_000.0);
            set("groupsTrained", row, version.groupsTrained().doubleValue());
        }
        set("heldOutAccuracy", row, version.heldOut().accuracy());
        set("heldOutFixedAccuracy", row, version.heldOutFixed().accuracy());
        set("shots", row, version.heldOut().shots());
        set("calls", row, version.heldOut().calls());
        set("meanReward", row, recentReward.after(version.training()));
        version.trainer().forEach((name, value) -> {
            String column = "trainer." + name;
            if (columns.containsKey(column) || trainerFigures++ < MAX_TRAINER_FIGURES) {
                set(column, row, value);
            }
        });
    }

    private void set(String column, int row, Double value) {
        columns.computeIfAbsent(column, fresh -> new ArrayList<>(Collections.nCopies(size, null)))
                .set(row, value);
    }
}
