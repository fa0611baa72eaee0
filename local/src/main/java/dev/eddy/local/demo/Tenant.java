// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.ExperimentMode;
import dev.eddy.local.experiment.Recipe;
import dev.eddy.local.experiment.Subject;
import java.util.List;

/**
 * An agent in a demo.
 *
 * @param pupils its policies that learn; the first one is the agent's own, the others are baselines
 */
record Tenant(Subject subject, List<Pupil> pupils) {
    /** @param alone whether no other agent serves in the run */
    static Tenant of(Subject subject, DemoSettings settings, boolean alone) {
        Recipe recipe = settings.recipe(subject);
        int groups = settings.trainingGroups(subject.liveRecipe());
        List<String> modes = subject.learnedLive();
        boolean only = alone && modes.size() == 1;
        return new Tenant(
                subject,
                modes.stream()
                        .map(mode -> new Pupil(subject, mode, recipe, groups, only ? "" : subject.policy(mode) + "-"))
                        .toList());
    }

    Pupil own() {
        return pupils.get(0);
    }

    /** Whose weights a mode is asked with: version 0 of the agent's own where they learn nothing more. */
    Pupil pupil(ExperimentMode mode) {
        return pupils.stream()
                .filter(pupil -> pupil.mode().equals(mode.policy()))
                .findFirst()
                .orElse(own());
    }
}
