// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

/**
 * A policy of 3,100 weights that acts as an SVRL agent.
 *
 * <p>It reads the prompt's text and pictures alone, segment by segment ({@link dev.eddy.local.policy.svrl.Piece}), puts them
 * together ({@link dev.eddy.local.policy.svrl.Dialogue}), and holds them against what it knew before it was asked
 * ({@link dev.eddy.local.policy.svrl.Memory}). In a turn it judges each result of the turn before, then chooses what to do, then
 * the queries or the answer. Four perceptrons score the rows of these choices
 * ({@link dev.eddy.local.policy.svrl.Heads}); only results that it kept count in later choices
 * ({@link dev.eddy.local.policy.svrl.View}): were the others told too, the mask would be a free code.
 */
package dev.eddy.local.policy.svrl;
