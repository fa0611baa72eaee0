// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.PolicyVersion;

/**
 * An effect in the air. The request itself follows from the agent's state.
 *
 * @param seq its number
 * @param attempt 0 when first issued, one more each time that a restore issues it again
 * @param issuedAt epoch milliseconds of the first attempt
 * @param requestHash SHA-256 of the request; not to be changed
 * @param version the policy that a generation was issued to, kept through every attempt; null for all else
 */
public record Pending(int seq, int attempt, long issuedAt, byte[] requestHash, PolicyVersion version) {
    Pending again() {
        return new Pending(seq, attempt + 1, issuedAt, requestHash, version);
    }
}
