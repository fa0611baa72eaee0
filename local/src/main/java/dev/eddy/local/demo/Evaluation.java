// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.world.Split;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks the evaluation questions of all modes, each mode the same ones, and collects the scored trajectories. */
final class Evaluation {
    private static final int UNDER_WAY = 1_000;

    private record Item(Split split, EvaluationMode mode, int seed, int number) {
        private String id() {
            return Questions.evaluationId(split, mode, seed, number);
        }
    }

    private final DemoSettings settings;
    private final Questions questions;
    private final Asker asker;
    private final Watch watch;
    private final long newestVersion;
    private final List<Item> items = new ArrayList<>();
    private final Deque<Item> underWay = new ArrayDeque<>();
    private int asked;

    Evaluation(DemoSettings settings, Questions questions, Asker asker, Watch watch, long newestVersion) {
        this.settings = settings;
        this.questions = questions;
        this.asker = asker;
        this.watch = watch;
        this.newestVersion = newestVersion;
        for (Split split : List.of(Split.STRICT, Split.ALL)) {
            for (EvaluationMode mode : EvaluationMode.ALL) {
                for (int seed = 1; seed <= settings.evaluationSeeds(); seed++) {
                    for (int number = 0; number < settings.evaluationQueries(); number++) {
                        items.add(new Item(split, mode, seed, number));
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
            asker.ask(questions.evaluation(item.split(), item.mode(), item.seed(), item.number(), newestVersion));
            underWay.add(item);
        }
        return asked == items.size() && underWay.isEmpty();
    }

    /** The scored trajectories of one mode by evaluation seed. */
    Map<Integer, List<RewardedTrajectory>> results(Split split, EvaluationMode mode) {
        Map<Integer, List<RewardedTrajectory>> results = new TreeMap<>();
        for (Item item : items) {
            if (item.split() == split && item.mode().equals(mode)) {
                results.computeIfAbsent(item.seed(), seed -> new ArrayList<>()).add(result(item));
            }
        }
        return results;
    }

    private RewardedTrajectory result(Item item) {
        return watch.evaluated(item.id() + "/0");
    }
}
