// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import dev.eddy.connector.milvus.proto.Status;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.Set;

/** What a Milvus says went wrong, by its codes and never by texts. */
final class MilvusFailures {
    private static final int COLLECTION_NOT_FOUND = 100;
    private static final int COLLECTION_NOT_FOUND_BEFORE_2_3 = 4;
    /** Not ready, unavailable, limits of memory, requests and rates, lagging clocks, and what is not loaded yet. */
    private static final Set<Integer> PASSING = Set.of(1, 2, 3, 4, 8, 11, 101, 103, 201, 202);

    private MilvusFailures() {}

    static boolean failed(Status status) {
        return status.getCode() != 0 || status.getErrorCode() != 0;
    }

    static boolean isMissingCollection(Status status) {
        return status.getCode() == COLLECTION_NOT_FOUND
                || status.getCode() == 0 && status.getErrorCode() == COLLECTION_NOT_FOUND_BEFORE_2_3;
    }

    /** @param what was called: the beginning of a sentence */
    static PortException of(String what, Status status) {
        boolean passes = status.getRetriable() || PASSING.contains(status.getCode());
        String hint =
                isMissingCollection(status) ? ". Load the bank again, or set 'prefix' to what it was loaded with" : "";
        return new PortException(
                passes ? EffectStatus.UNAVAILABLE : EffectStatus.REJECTED,
                what + " failed: code "
                        + (status.getCode() == 0 ? status.getErrorCode() : status.getCode())
                        + " " + status.getReason() + hint);
    }
}
