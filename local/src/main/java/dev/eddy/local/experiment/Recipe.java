// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

/**
 * How the policies of an agent learn in an experiment. Which estimator advantages have, the agent's reward says.
 *
 * @param groupSize rollouts of a training question: G
 * @param batchGroups groups to one optimiser step, those left out not counted whose rewards do not differ
 * @param steps of the optimiser
 * @param patience questions asked for one whose group is trained on, at most; 1 makes the batches of all steps a budget of questions
 * @param answers to one training run: M
 * @param coldStart runs, or rounds of collecting them, that a policy is taught by first; 0 for none
 * @param testQuestions that each mode is asked
 */
public record Recipe(
        int groupSize, int batchGroups, int steps, int patience, int answers, int coldStart, int testQuestions) {
    public Recipe withColdStart(int size) {
        return new Recipe(groupSize, batchGroups, steps, patience, answers, size, testQuestions);
    }

    public Recipe withSteps(int number) {
        return new Recipe(groupSize, batchGroups, number, patience, answers, coldStart, testQuestions);
    }

    Recipe withPatience(int number) {
        return new Recipe(groupSize, batchGroups, steps, number, answers, coldStart, testQuestions);
    }

    Recipe withTestQuestions(int number) {
        return new Recipe(groupSize, batchGroups, steps, patience, answers, coldStart, number);
    }
}
