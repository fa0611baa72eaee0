// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

/**
 * Small policies that learn: what those of all agents have in common.
 *
 * <p>A small policy stands where a multimodal language model would: it is given the same token ids and picture references,
 * decodes the text, fetches the pictures by hash and describes them itself with its {@link dev.eddy.local.policy.Eye}, and
 * answers with text. Nothing else reaches it. One choice is one masked token, which carries its log-probability
 * ({@link dev.eddy.local.policy.Utterance}); the trainer recovers choices from tokens and mask
 * ({@link dev.eddy.local.policy.RecordedChoices}) with the classes that serving uses.
 *
 * <p>Each agent has a {@link dev.eddy.local.policy.PolicyFamily} in a package of its own. One
 * {@link dev.eddy.local.policy.LocalPolicyModel} serves all families side by side; a
 * {@link dev.eddy.local.policy.LocalPolicyTrainer} trains one policy of one family.
 */
package dev.eddy.local.policy;
