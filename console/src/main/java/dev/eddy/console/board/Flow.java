// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import java.util.ArrayList;
import java.util.List;

/** How many rollouts and groups stand between the stations from question to new policy. Not thread-safe. */
final class Flow {
    private final Rate asked = new Rate();
    private final Rate answered = new Rate();
    private final Rate rewarded = new Rate();
    private final Rate trainRewarded = new Rate();
    private final Rate grouped = new Rate();
    private final Rate groupMembers = new Rate();
    private final Rate consumed = new Rate();
    private final Rate announced = new Rate();
    private long refused;

    void asked(int rollouts, long now) {
        asked.add(rollouts, now);
    }

    /** Rollouts of a query that was asked and that nobody will run. */
    void refused(int rollouts) {
        refused += rollouts;
    }

    void answered(long now) {
        answered.add(1, now);
    }

    void rewarded(boolean train, long now) {
        rewarded.add(1, now);
        if (train) {
            trainRewarded.add(1, now);
        }
    }

    void grouped(int members, long now) {
        grouped.add(1, now);
        groupMembers.add(members, now);
    }

    void consumed(long now) {
        consumed.add(1, now);
    }

    void announced(long now) {
        announced.add(1, now);
    }

    /**
     * One station.
     *
     * @param unit of {@code total}, {@code waiting} and {@code perSecond}
     * @param waiting what has reached it and not left
     */
    record Station(String name, String topic, String unit, long total, double perSecond, long waiting) {}

    /** From question to policy. What is answered again after a restart can make a difference negative: it counts as 0. */
    List<Station> stations(long now) {
        List<Station> all = new ArrayList<>();
        long taken = asked.total() - refused;
        all.add(new Station("ask", "queries", "rollouts", taken, asked.perSecond(now), 0));
        all.add(station("serve", "answers", "rollouts", answered, taken - answered.total(), now));
        all.add(station(
                "reward",
                "rewarded-trajectories",
                "rollouts",
                rewarded,
                Math.min(taken, answered.total()) - rewarded.total(),
                now));
        all.add(station(
                "group", "training-groups", "groups", grouped, trainRewarded.total() - groupMembers.total(), now));
        all.add(station("train", "group-receipts", "groups", consumed, grouped.total() - consumed.total(), now));
        all.add(station("announce", "policy-updates", "versions", announced, 0, now));
        return all;
    }

    private static Station station(String name, String topic, String unit, Rate rate, long waiting, long now) {
        return new Station(name, topic, unit, rate.total(), rate.perSecond(now), Math.max(0, waiting));
    }
}
