// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What training waits for now.
 *
 * @param station where work stands; null where nothing holds training up
 * @param sentence for people
 */
public record Stall(String station, String sentence) {
    /** Less work than this before a station is on its way, not waiting. */
    private static final double NOTABLE_SECONDS = 2;

    /**
     * The station that would take longest to work off what stands before it, at the pace it has now.
     *
     * @param sinceUpdateSeconds since the newest announced version; null before the first
     */
    static Stall of(List<Flow.Station> stations, Double sinceUpdateSeconds) {
        if (sinceUpdateSeconds == null) {
            return new Stall("announce", "The trainer has not announced version 0 yet; loops wait for it.");
        }
        Optional<Flow.Station> slowest = stations.stream()
                .filter(station -> station.waiting() > 0)
                .max(Comparator.comparingDouble(Stall::secondsToDrain));
        if (slowest.isEmpty()) {
            return new Stall(null, "Nothing waits: every rollout asked for has been answered, scored and used.");
        }
        double seconds = secondsToDrain(slowest.get());
        if (seconds < NOTABLE_SECONDS) {
            return new Stall(
                    null,
                    String.format(
                            Locale.ROOT,
                            "Nothing holds training up: the most that stands anywhere is %.1f s of work.",
                            seconds));
        }
        return new Stall(slowest.get().name(), sentence(slowest.get(), sinceUpdateSeconds));
    }

    private static double secondsToDrain(Flow.Station station) {
        return station.waiting() / Math.max(station.perSecond(), 1e-3);
    }

    private static String sentence(Flow.Station station, double sinceUpdateSeconds) {
        String standing = switch (station.name()) {
            case "serve" -> station.waiting() + " rollouts are in the agents' loops or parked before them";
            case "reward" -> station.waiting() + " finished rollouts wait for their label or score";
            case "group" -> station.waiting() + " scored rollouts wait for the rest of their group";
            case "train" -> station.waiting() + " groups wait for the trainer";
            default -> station.waiting() + " " + station.unit() + " wait at " + station.name();
        };
        String pace = station.perSecond() == 0
                ? ", and none has moved in the last ten seconds"
                : String.format(
                        Locale.ROOT,
                        "; at %.0f %s/s they are %s of work",
                        station.perSecond(),
                        station.unit(),
                        duration(secondsToDrain(station)));
        return standing + pace + ". The newest version is " + duration(sinceUpdateSeconds) + " old.";
    }

    private static String duration(double seconds) {
        if (seconds < 120) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        return seconds < 7_200 ? Math.round(seconds / 60) + " minutes" : Math.round(seconds / 3_600) + " hours";
    }
}
