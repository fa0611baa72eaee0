// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

/**
 * What undecided actions are worth while a policy learns. Without it the first updates may drive it to answer at once for ever:
 * a product of four mediocre factors pays less than a known answer. Groups of which all members did the same teach nothing, not
 * even this, so it must be large enough that they do not become many. Actions alone: elsewhere it costs accuracy.
 *
 * @param beginning at the start of training; falls linearly
 * @param end the share of the training after which it is 0
 */
record EntropyBonus(double beginning, double end) {
    static final EntropyBonus NONE = new EntropyBonus(0, 1);

    double at(double progress) {
        return beginning * Math.max(0, 1 - progress / end);
    }
}
