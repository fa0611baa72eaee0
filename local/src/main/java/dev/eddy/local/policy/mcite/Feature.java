// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

/**
 * Where each feature of a candidate stands. A match is the probability that a word is one of the question's; where a feature
 * has no meaning for a candidate it is 0.
 */
final class Feature {
    static final int ONE = 0;
    /** One a {@link Level}. */
    static final int LEVEL = 1;
    /** How well the row, or the best row, says what the question is about. */
    static final int CONTENT = 7;

    static final int NUMBER_IN_ROW = 8;
    static final int NUMBER_IN_COLUMN = 9;
    static final int BLOCK_CONTENT = 10;
    static final int BLOCK_TITLE = 11;
    static final int BLOCK_NUMBER = 12;
    /** Whether it is the question's own number. */
    static final int IS_NUMBER = 13;

    static final int DIGITS = 14;
    static final int CONFIDENCE = 15;
    static final int LEAST_CONFIDENCE = 16;
    static final int HEIGHT = 17;
    static final int CENTRE_Y = 18;
    static final int CENTRE_X = 19;
    static final int AREA = 20;
    /** How much of the block is bars. */
    static final int BARS = 21;

    static final int YEAR = 22;
    /** Numbers in the row, cells in the column, share of numbers in the block. */
    static final int NUMBERS = 23;
    /** How well a number is labelled and dated: the answer has it highest. */
    static final int LABELLED = 24;

    static final int BLOCK_CONFIDENCE = 25;
    static final int BEHIND_BEST = 26;
    static final int BEST = 27;
    static final int LAST_IN_ROW = 28;
    /** How much less the block says of the question than the best block does. */
    static final int BLOCK_BEHIND_BEST = 29;

    static final int CROPPED_BEFORE = 30;
    static final int CROPS = 31;
    /** For citations: the share of the answer's box inside this one. */
    static final int HOLDS_ANSWER = 32;
    /** The share of this box that the answer's covers. */
    static final int COVERED_BY_ANSWER = 33;

    static final int IS_ANSWER = 34;
    static final int ANSWER_IS_ROW = 35;
    static final int ROW_HOLDS_ANSWER = 36;
    static final int COLUMN_HOLDS_ANSWER = 37;
    static final int ROW_HOLDS_ANSWER_AMONG_BARS = 38;
    static final int COLUMN_HOLDS_ANSWER_AMONG_BARS = 39;
    static final int COUNT = 40;

    private Feature() {}
}
