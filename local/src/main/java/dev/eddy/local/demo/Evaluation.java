// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.Asked;
import dev.eddy.local.experiment.ExperimentMode;
import dev.eddy.local.experiment.Part;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.report.ModeRow;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The table of an agent's modes, by held-out questions to a run that serves it: says which to ask, each mode the same ones, and
 * sums up what was scored. Whoever holds it asks and listens. Not thread-safe.
 */
public final class Evaluation {
    /** Questions that wait for their scores at once, at most. */
    private static final int UNDER_WAY = 1_000;

    /** Numbers of one set. */
    private static final long SET = 1_000_000L;

    private record Item(Part part, ExperimentMode mode, int set, int number, String id) {}

    private final Plan plan;
    private final Function<String, RewardedTrajectory> scored;
    private final List<Item> items;
    private final Deque<Item> underWay = new ArrayDeque<>();
    private int asked;

    /**
     * What is asked. The same numbers are the same questions, whoever asks them.
     *
     * @param versions of each policy that modes of the table learn in
     * @param sets of questions, from the first one on; a row tells of each by itself
     * @param questions of each set
     * @param prefix begins the ids of the questions, and no others
     * @param seed of sampling
     */
    public record Plan(
            Subject subject,
            List<Part> parts,
            List<ExperimentMode> modes,
            Map<String, Long> versions,
            int sets,
            int questions,
            String prefix,
            long seed) {
        /** Questions of all modes together. */
        public long total() {
            return (long) parts.size() * modes.size() * sets * questions;
        }

        /**
         * The same, by the versions that an earlier process of the run began to ask for: newer ones may have come since, as by a
         * rollback.
         *
         * @param pinned the version that the question of an id was asked for; null where it was not asked
         */
        Plan resumed(Function<String, Long> pinned) {
            Map<String, Long> begun = new HashMap<>(versions);
            for (Item item : items()) {
                Long version = item.mode().learns() ? pinned.apply(item.id()) : null;
                if (version != null) {
                    begun.put(policy(item.mode()), version);
                }
            }
            return new Plan(subject, parts, modes, begun, sets, questions, prefix, seed);
        }

        private List<Item> items() {
            List<Item> items = new ArrayList<>();
            for (Part part : parts) {
                for (ExperimentMode mode : modes) {
                    for (int set = 1; set <= sets; set++) {
                        for (int number = 0; number < questions; number++) {
                            items.add(item(part, mode, set, number));
                        }
                    }
                }
            }
            return items;
        }

        private String policy(ExperimentMode mode) {
            return subject.livePolicy(mode);
        }

        private long version(ExperimentMode mode) {
            return mode.learns() ? versions.get(policy(mode)) : 0;
        }

        private Item item(Part part, ExperimentMode mode, int set, int number) {
            String among = part == Part.TEST ? "strict" : "all";
            String id = prefix + "eval-" + among + "-" + mode.name() + "-" + mode.reportedCount() + "-s" + set + "-"
                    + number;
            return new Item(part, mode, set, number, id);
        }

        private Question question(Item item) {
            ExperimentMode mode = item.mode();
            Asked asked = subject.ask(item.part(), item.set() * SET + item.number(), item.id());
            return Question.heldOut(
                    asked,
                    subject,
                    policy(mode),
                    version(mode),
                    mode.asksIn(),
                    mode.count(),
                    seed * 31 + item.number());
        }
    }

    /** @param scored the scored trajectory of an id; null while there is none */
    public Evaluation(Plan plan, Function<String, RewardedTrajectory> scored) {
        this.plan = plan;
        this.scored = scored;
        this.items = plan.items();
    }

    /** The question to be asked next; none where all are asked or enough are under way. */
    public Optional<Question> next() {
        if (asked == items.size() || isFull()) {
            return Optional.empty();
        }
        Item item = items.get(asked++);
        underWay.add(item);
        return Optional.of(plan.question(item));
    }

    private boolean isFull() {
        return underWay.size() == UNDER_WAY && asked - done() == UNDER_WAY;
    }

    /** Questions that have their scored trajectory. */
    public long done() {
        underWay.removeIf(item -> result(item) != null);
        return asked - underWay.size();
    }

    public boolean isDone() {
        return done() == items.size();
    }

    /** The table of a part, of the questions that are done; null where the agent is not judged by it. */
    public List<ModeRow> rows(Part part) {
        if (!plan.parts().contains(part)) {
            return null;
        }
        List<ModeRow> rows = new ArrayList<>();
        for (ExperimentMode mode : plan.modes()) {
            Map<Integer, List<RewardedTrajectory>> results = results(part, mode);
            if (!results.isEmpty()) {
                rows.add(ModeRow.of(mode.name(), mode.reportedCount(), "greedy", plan.version(mode), results));
            }
        }
        return rows;
    }

    private Map<Integer, List<RewardedTrajectory>> results(Part part, ExperimentMode mode) {
        Map<Integer, List<RewardedTrajectory>> results = new TreeMap<>();
        for (Item item : items) {
            RewardedTrajectory result = item.part() == part && item.mode().equals(mode) ? result(item) : null;
            if (result != null) {
                results.computeIfAbsent(item.set(), set -> new ArrayList<>()).add(result);
            }
        }
        return results;
    }

    private RewardedTrajectory result(Item item) {
        return scored.apply(item.id() + "/0");
    }
}
