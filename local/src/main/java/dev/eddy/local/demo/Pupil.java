// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.Recipe;
import dev.eddy.local.experiment.Subject;
import java.util.regex.Pattern;

/**
 * A policy that learns in a demo.
 *
 * @param mode the query mode that it learns in
 * @param recipe how it learns
 * @param groups to be trained on
 * @param prefix begins the ids of its questions, which no other policy of the run has
 */
record Pupil(Subject subject, String mode, Recipe recipe, int groups, String prefix) {
    private static final String TRAINING = "train-";
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

    /** Training questions at most, one group each. */
    int questions() {
        return groups * recipe.patience();
    }

    String trainingId(int number) {
        return prefix + TRAINING + number;
    }

    /** True for the id of a training question that it may ask; others may ask its policy, too. */
    boolean isTraining(String id) {
        String begin = prefix + TRAINING;
        if (!id.startsWith(begin)
                || !NUMBER.matcher(id).region(begin.length(), id.length()).matches()) {
            return false;
        }
        return Integer.parseInt(id.substring(begin.length())) < questions();
    }

    String policy() {
        return subject.policy(mode);
    }
}
