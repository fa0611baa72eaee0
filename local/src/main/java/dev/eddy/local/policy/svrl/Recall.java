// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

/**
 * What is remembered of a fact: the value that was heard most often.
 *
 * @param value null where nothing was heard
 * @param count how often it was heard
 * @param share of all that was heard of the fact
 */
record Recall(String value, int count, double share) {
    static final Recall NOTHING = new Recall(null, 0, 0);

    boolean known() {
        return value != null;
    }
}
