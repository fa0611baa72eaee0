// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.RewardedTrajectory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells sets of questions apart: accuracies on two of them cannot be compared. */
final class QuestionSet {
    private static final Pattern NAMED = Pattern.compile("(?:^|-)(probe|eval-[a-z0-9]+)-");

    private QuestionSet() {}

    /**
     * What the ids of a set's banks have in common: {@code glyphs/7/strict} of {@code glyphs/7/strict/12}. A bank whose id has no
     * parts is a set of its own. Of questions without a bank, {@code probe} and {@code eval-strict} go by what a run calls them in their ids;
     * null for all others.
     */
    static String of(RewardedTrajectory run) {
        String bank = run.getBankId();
        if (bank == null) {
            Matcher named = NAMED.matcher(run.getQueryId());
            return named.find() ? named.group(1) : null;
        }
        return bank.contains("/") ? bank.substring(0, bank.lastIndexOf('/')) : bank;
    }
}
