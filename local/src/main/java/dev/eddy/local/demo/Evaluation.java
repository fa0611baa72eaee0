// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.ExperimentMode;
import dev.eddy.local.experiment.Part;
import dev.eddy.local.report.ModeRow;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks an agent the evaluation questions of all modes, each mode the same ones, and collects the scored trajectories. */
final class Evaluation {
    private static final int UNDER_WAY = 1_000;

    private record Item(Part part, ExperimentMode mode, int seed, int number) {}

    private final Tenant tenant;
    private final Asker asker;
    private final Watch watch;
    private final Map<Pupil, Questions> questions = new HashMap<>();
    private final Map<Pupil, Long> newest = new HashMap<>();
    private final List<Item> items = new ArrayList<>();
    private final Deque<Item> underWay = new ArrayDeque<>();
    private int asked;

    /** Of the versions that are the newest now. */
    Evaluation(Tenant tenant, DemoSettings settings, Asker asker, Watch watch) {
        this.tenant = tenant;
        this.asker = asker;
        this.watch = watch;
        for (Pupil pupil : tenant.pupils()) {
            questions.put(pupil, new Questions(pupil, settings.seed()));
            newest.put(pupil, watch.of(pupil.policy()).newest().getVersion());
        }
        for (Part part : tenant.subject().judgedBy()) {
            for (ExperimentMode mode : tenant.subject().liveModes()) {
                for (int seed = 1; seed <= settings.evaluationSeeds(); seed++) {
                    for (int number = 0; number < settings.evaluationQueries(); number++) {
                        items.add(new Item(part, mode, seed, number));
                    }
                }
            }
        }
    }

    long total() {
        return items.size();
    }

    long done() {
        return asked - underWay.size();
    }

    /** Asks what may be asked now. True once every question has its scored trajectory. */
    boolean advance() {
        underWay.removeIf(item -> result(item) != null);
        while (asked < items.size() && underWay.size() < UNDER_WAY) {
            Item item = items.get(asked++);
            asker.ask(questions(item.mode())
                    .evaluation(item.part(), item.mode(), item.seed(), item.number(), version(item.mode())));
            underWay.add(item);
        }
        return asked == items.size() && underWay.isEmpty();
    }

    private Questions questions(ExperimentMode mode) {
        return questions.get(tenant.pupil(mode));
    }

    private long version(ExperimentMode mode) {
        return mode.learns() ? newest.get(tenant.pupil(mode)) : 0;
    }

    /** The table of a part; null where the agent is not judged by it. */
    List<ModeRow> rows(Part part) {
        if (!tenant.subject().judgedBy().contains(part)) {
            return null;
        }
        return tenant.subject().liveModes().stream()
                .map(mode ->
                        ModeRow.of(mode.name(), mode.reportedCount(), "greedy", version(mode), results(part, mode)))
                .toList();
    }

    private Map<Integer, List<RewardedTrajectory>> results(Part part, ExperimentMode mode) {
        Map<Integer, List<RewardedTrajectory>> results = new TreeMap<>();
        for (Item item : items) {
            if (item.part() == part && item.mode().equals(mode)) {
                results.computeIfAbsent(item.seed(), seed -> new ArrayList<>()).add(result(item));
            }
        }
        return results;
    }

    private RewardedTrajectory result(Item item) {
        return watch.evaluated(
                questions(item.mode()).evaluationId(item.part(), item.mode(), item.seed(), item.number()) + "/0");
    }
}
