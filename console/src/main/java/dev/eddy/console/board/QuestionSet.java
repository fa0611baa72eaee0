// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.RewardedTrajectory;

/** Tells sets of questions apart: accuracies on two of them cannot be compared. */
final class QuestionSet {
    private QuestionSet() {}

    /**
     * What the ids of a set's banks have in common: {@code glyphs/7/strict} of {@code glyphs/7/strict/12}. A bank whose id has no
     * parts is a set of its own; null for questions without a bank.
     */
    static String of(RewardedTrajectory run) {
        String bank = run.getBankId();
        return bank == null || !bank.contains("/") ? bank : bank.substring(0, bank.lastIndexOf('/'));
    }
}
