// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import dev.eddy.console.board.Board;
import dev.eddy.console.board.Scores;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The list of recent trajectories, filtered by what the reader chose. */
final class TrajectoryList {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1_000;

    private final Board board;

    TrajectoryList(Board board) {
        this.board = board;
    }

    /** One line of the list. */
    record Line(
            String id,
            String policy,
            String purpose,
            String mode,
            Integer count,
            long version,
            String termination,
            String status,
            double reward,
            double accuracy,
            Double advantage,
            Map<String, Double> stats,
            long endedAt) {}

    /** Parameters {@code policy}, {@code purpose}, {@code mode}, {@code outcome} (a termination, {@code right} or {@code wrong}) and {@code limit}. */
    Reply get(Request request) {
        int limit;
        try {
            limit = request.parameter("limit").map(Integer::parseInt).orElse(DEFAULT_LIMIT);
        } catch (NumberFormatException e) {
            return Reply.text(400, "limit is a whole number from 1 to " + MAX_LIMIT);
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            return Reply.text(400, "limit is a whole number from 1 to " + MAX_LIMIT);
        }
        Predicate<RewardedTrajectory> wanted = run -> equal(request, "policy", run.getPolicy())
                && equal(request, "purpose", run.getPurpose().name())
                && equal(request, "mode", run.getMode())
                && request.parameter("outcome")
                        .map(outcome -> ended(run, outcome))
                        .orElse(true);
        List<Line> lines = board.trajectories(wanted, limit).stream()
                .map(TrajectoryList::line)
                .toList();
        return Reply.json(lines);
    }

    private static boolean equal(Request request, String parameter, String value) {
        return request.parameter(parameter).map(value::equals).orElse(true);
    }

    private static boolean ended(RewardedTrajectory run, String outcome) {
        return switch (outcome) {
            case "right" -> Scores.accuracyOf(run) == 1;
            case "wrong" -> Scores.accuracyOf(run) < 1;
            default -> run.getTermination().name().equals(outcome);
        };
    }

    private static Line line(RewardedTrajectory run) {
        return new Line(
                run.getRef().getTrajectoryId(),
                run.getPolicy(),
                run.getPurpose().name(),
                run.getMode(),
                run.getCount(),
                run.getPolicyVersionMin(),
                run.getTermination().name(),
                run.getStatus().name(),
                run.getReward(),
                Scores.accuracyOf(run),
                run.getAdvantage(),
                new TreeMap<>(run.getStats()),
                run.getEndedAt());
    }
}
