// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

/** A prompt as the policy understands it, whatever its weights: a tool call is wanted, or an answer. */
sealed interface Prompt permits Situation, AnswerPrompt {}
