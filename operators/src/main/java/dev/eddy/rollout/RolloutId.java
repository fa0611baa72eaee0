// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.schemas.RolloutRequest;

/** Names of rollouts, and the seeds that follow from them. */
public final class RolloutId {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private RolloutId() {}

    /** {@code <queryId>/<rolloutIndex>}; also the id of the trajectory. */
    public static String of(RolloutRequest request) {
        return request.getQuery().getQueryId() + "/" + request.getRolloutIndex();
    }

    /** The sampling seed of an effect: the same for every attempt at it. 64-bit FNV-1a, then the finalizer of SplitMix64. */
    public static long seed(String rolloutId, int seq) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < rolloutId.length(); i++) {
            hash = (hash ^ rolloutId.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ seq) * FNV_PRIME;
        hash = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
        return hash ^ hash >>> 31;
    }
}
