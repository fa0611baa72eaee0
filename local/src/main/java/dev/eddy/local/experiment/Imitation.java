// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import dev.eddy.local.policy.LocalPolicyTrainer;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * How a policy is taught by collected runs: supervised, by what was sampled in them alone.
 *
 * @param epochs how often it sees each
 * @param batch runs to a step
 * @param rate the learning rate, as a share of that of the beginning
 */
public record Imitation(int epochs, int batch, double rate) {
    public Imitation {
        if (epochs < 1 || batch < 1 || !(rate > 0)) {
            throw new IllegalArgumentException("epochs and batch must be 1 or more and the rate above 0, got " + epochs
                    + ", " + batch + " and " + rate);
        }
    }

    /** Steps of a batch. */
    @FunctionalInterface
    public interface Step {
        void towards(List<Trajectory> batch);
    }

    /** Teaches, in an order that the dice decide. */
    public void teach(List<Trajectory> runs, Random random, Step step) {
        List<Trajectory> order = new ArrayList<>(runs);
        for (int epoch = 0; epoch < epochs; epoch++) {
            Collections.shuffle(order, random);
            for (int from = 0; from < order.size(); from += batch) {
                step.towards(order.subList(from, Math.min(order.size(), from + batch)));
            }
        }
    }

    /** Teaches a trainer; blocks while it fetches what the runs show. */
    public void teach(List<Trajectory> runs, Random random, LocalPolicyTrainer<?> trainer) {
        teach(runs, random, batch -> {
            trainer.prepare(batch).join();
            trainer.imitate(batch, rate);
        });
    }

    /**
     * Of the runs of a question that are worth teaching, one that searched and one that did not, drawn: a question weighs the same
     * however often it was got right.
     */
    public static List<Trajectory> oneOfEachKind(List<Trajectory> runs, Random random) {
        List<Trajectory> lessons = new ArrayList<>();
        for (boolean searched : new boolean[] {true, false}) {
            List<Trajectory> kind = runs.stream()
                    .filter(run -> run.getSearches().isEmpty() != searched)
                    .toList();
            if (!kind.isEmpty()) {
                lessons.add(kind.get(random.nextInt(kind.size())));
            }
        }
        return lessons;
    }
}
