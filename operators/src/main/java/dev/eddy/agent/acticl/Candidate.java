// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.PromptSegment;

/**
 * An unread member of the pool P.
 *
 * @param index by which the agent names it, from 1 in order of first showing
 */
record Candidate(int index, String recordId, PromptSegment preview) {}
