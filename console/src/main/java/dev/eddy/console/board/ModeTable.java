// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Evaluation runs by questions, mode, count and version: the table that a run ends with. Keeps the rows last added to. Not thread-safe. */
public final class ModeTable {
    private static final int MAX_ROWS = 256;

    private final Map<Row, Scores> rows = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Row, Scores> eldest) {
            return size() > MAX_ROWS;
        }
    };

    private record Row(String policy, String questions, String mode, Integer count, Decoding decoding, long version) {}

    void scored(RewardedTrajectory run) {
        if (run.getPurpose() == Purpose.EVAL) {
            Row row = new Row(
                    run.getPolicy(),
                    QuestionSet.of(run),
                    run.getMode(),
                    run.getCount(),
                    run.getDecoding(),
                    run.getPolicyVersionMin());
            rows.computeIfAbsent(row, fresh -> new Scores()).add(run);
        }
    }

    /**
     * @param questions the set that was asked, see {@link QuestionSet}; null for questions of none
     * @param learns whether it is the mode that the policy learns in
     * @param count demonstrations asked for; null lets the agent choose
     * @param version of the policy; -1 where none spoke
     */
    record Figures(
            String policy,
            String questions,
            String mode,
            boolean learns,
            Integer count,
            Decoding decoding,
            long version,
            Scores.Figures scores) {}

    List<Figures> figures() {
        List<Figures> all = new ArrayList<>();
        rows.forEach((row, scores) -> all.add(new Figures(
                row.policy(),
                row.questions(),
                row.mode(),
                row.mode().equals(PolicyHistory.learnedMode(row.policy())),
                row.count(),
                row.decoding(),
                row.version(),
                scores.figures())));
        return all;
    }
}
