// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.local.experiment.Recipe;
import dev.eddy.local.experiment.Subject;

/**
 * A policy that learns in a demo.
 *
 * @param mode the query mode that it learns in
 * @param recipe how it learns
 * @param groups training questions, one group each
 * @param prefix begins the ids of its questions, which no other policy of the run has
 */
record Pupil(Subject subject, String mode, Recipe recipe, int groups, String prefix) {
    String policy() {
        return subject.policy(mode);
    }
}
