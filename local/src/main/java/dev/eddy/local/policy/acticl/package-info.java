// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

/**
 * A policy of 2,402 weights that acts as an ActICL agent, and its trainer.
 *
 * <p>It stands where a multimodal language model would: it is given the same token ids and picture references, decodes the
 * text, fetches the pictures by hash and describes them itself, and answers with the text of a tool call. Nothing else reaches
 * it. From segments it makes {@link dev.eddy.local.policy.acticl.Piece}s, from a prompt's pieces a
 * {@link dev.eddy.local.policy.acticl.Prompt}; a {@link dev.eddy.local.policy.acticl.Situation} lists the
 * {@link dev.eddy.local.policy.acticl.Action}s that the observation does not show to be refused, and a
 * {@link dev.eddy.local.policy.acticl.Choice} scores each by 40 {@link dev.eddy.local.policy.acticl.Features}. Answers come from an
 * {@link dev.eddy.local.policy.acticl.Answerer}, which votes by likeness.
 *
 * <p>One choice is one masked token, which carries its log-probability: a tool's name, an index, a reference to a picture, an
 * item or the end of a list, a name. The trainer recovers choices from tokens and mask with the same classes.
 */
package dev.eddy.local.policy.acticl;
