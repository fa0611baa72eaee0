// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

/**
 * What a nat of entropy is worth while the policy learns, in units of advantage: without any, it settles for its first success.
 *
 * @param kind of the choice of what to do
 * @param other of all other choices
 */
record EntropyBonus(double kind, double other) {}
