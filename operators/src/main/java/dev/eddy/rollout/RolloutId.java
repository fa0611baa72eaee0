// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Sha256;
import java.nio.charset.StandardCharsets;

/** Names of rollouts, and the seeds that follow from them. */
public final class RolloutId {
    private RolloutId() {}

    /** {@code <queryId>/<rolloutIndex>}; also the id of the trajectory. */
    public static String of(RolloutRequest request) {
        return request.getQuery().getQueryId() + "/" + request.getRolloutIndex();
    }

    /** The sampling seed of an effect: the same for every attempt at it. */
    public static long seed(String rolloutId, int seq) {
        byte[] hash = Sha256.digest((rolloutId + "#" + seq).getBytes(StandardCharsets.UTF_8));
        long seed = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            seed = seed << 8 | hash[i] & 0xff;
        }
        return seed;
    }
}
