// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

/**
 * A policy of 5,129 weights that acts as an MCite agent, and its trainer.
 *
 * <p>It stands where a multimodal language model would: it is given the same token ids and picture references, fetches the pages
 * by hash, cuts out what was shown and reads it. From segments it makes {@link dev.eddy.local.policy.mcite.Piece}s, from a
 * prompt's pieces an {@link dev.eddy.local.policy.mcite.Observation}; a {@link dev.eddy.local.policy.mcite.Scan} lays a view
 * beside the question and lists what can be pointed at, each with 40 {@link dev.eddy.local.policy.mcite.Feature}s.
 *
 * <p>A call is two or three choices, of which each is one masked token: what to do, then what to search for, look at or answer
 * with, and for an answer what to cite. What is pointed at is named by its box. The trainer recovers choices from tokens and mask
 * with the same classes.
 */
package dev.eddy.local.policy.mcite;
