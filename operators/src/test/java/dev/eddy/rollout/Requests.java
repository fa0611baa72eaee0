// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import java.util.List;

/** Queries and rollout requests for the {@link ScriptedAgent}. */
public final class Requests {
    private Requests() {}

    /** Two turns, two answers. */
    public static Query query(String id) {
        return query(id, 1).build();
    }

    public static Query.Builder query(String id, int groupSize) {
        return Query.newBuilder()
                .setQueryId(id)
                .setAgent(ScriptedAgent.NAME)
                .setPolicy(ScriptedAgent.NAME)
                .setMode("trained")
                .setPurpose(Purpose.TRAIN)
                .setGroupSize(groupSize)
                .setDecoding(Decoding.SAMPLED)
                .setAnswers(2)
                .setCount(2)
                .setBankId("bank")
                .setPictures(List.of(new Picture("a".repeat(64), 28, 28, null)))
                .setText("what is this?");
    }

    public static RolloutRequest request(Query query, int rollout) {
        return new RolloutRequest(query, rollout, new SourcePosition("queries", 0, 7L));
    }
}
