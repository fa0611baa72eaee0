// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.Recipe;
import dev.eddy.local.experiment.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /** How it is judged: by the versions that are the newest now, or were when an earlier process began with it. */
    Evaluation.Plan evaluation(DemoSettings settings, Watch watch, Asker asker) {
        Map<String, Long> newest = new HashMap<>();
        pupils.forEach(pupil ->
                newest.put(pupil.policy(), watch.of(pupil.policy()).newest().getVersion()));
        return new Evaluation.Plan(
                        subject,
                        subject.judgedBy(),
                        subject.liveModes(),
                        newest,
                        settings.evaluationSeeds(),
                        settings.evaluationQueries(),
                        own().prefix(),
                        settings.seed())
                .resumed(asker::pinnedBefore);
    }
}
