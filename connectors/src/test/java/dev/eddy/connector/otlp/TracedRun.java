// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.VersionRun;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Records of a rollout that arrived at 1000, waited for 50 ms, generated for 200 ms and failed to retrieve for 30 ms. */
final class TracedRun {
    static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private TracedRun() {}

    static Trajectory trajectory(String queryId, String traceparent) {
        return Trajectory.newBuilder()
                .setTrajectoryId(queryId + "/0")
                .setGroupId(queryId)
                .setGroupSize(1)
                .setRolloutIndex(0)
                .setQuery(query(queryId, traceparent))
                .setSource(new SourcePosition("queries", 3, 17L))
                .setModelName("small-model")
                .setPolicyVersionMin(5)
                .setPolicyVersionMax(5)
                .setRows(List.of(row()))
                .setEffects(List.of(
                        effect(0, "generate", EffectStatus.OK, 0, 200),
                        effect(1, "retrieve", EffectStatus.TIMEOUT, 210, 30)))
                .setTermination(Termination.TOOL_INFRA)
                .setError("the bank did not answer 'a secret question'")
                .setPromptTokens(40)
                .setGeneratedTokens(7)
                .setStartedAt(1_050)
                .setEndedAt(1_300)
                .setQueueMs(50)
                .build();
    }

    static RewardedTrajectory rewarded(String queryId, String traceparent, RewardStatus status) {
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef(queryId + "/0", "trajectories", 0, 9L))
                .setGroupId(queryId)
                .setQueryId(queryId)
                .setRolloutIndex(0)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .setPurpose(Purpose.TRAIN)
                .setDecoding(Decoding.SAMPLED)
                .setPolicyVersionMin(5)
                .setPolicyVersionMax(5)
                .setStatus(status)
                .setReward(0.75)
                .setComponents(Map.of("task", 1.0))
                .setTermination(Termination.ANSWERED)
                .setEndedAt(1_300)
                .setRewardedAt(1_400)
                .setTraceparent(traceparent)
                .build();
    }

    private static Query query(String queryId, String traceparent) {
        return Query.newBuilder()
                .setQueryId(queryId)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .setPurpose(Purpose.TRAIN)
                .setPictures(List.of())
                .setText("a secret question")
                .setBankId("birds")
                .setTraceparent(traceparent)
                .build();
    }

    private static EffectRecord effect(int seq, String kind, EffectStatus status, long started, long latency) {
        return EffectRecord.newBuilder()
                .setSeq(seq)
                .setKind(kind)
                .setRequestHash(NONE)
                .setStatus(status)
                .setError(status == EffectStatus.OK ? null : "no answer to 'a secret question'")
                .setAttempts(2)
                .setStartedMs(started)
                .setLatencyMs(latency)
                .build();
    }

    private static Row row() {
        return Row.newBuilder()
                .setIndex(0)
                .setEffect(0)
                .setKind(RowKind.ACT)
                .setPrompt(NONE)
                .setPromptTokens(40)
                .setResponse(NONE)
                .setMask(NONE)
                .setLogProbs(NONE)
                .setVersions(List.of(new VersionRun(5L, 7, "a".repeat(64))))
                .setStopReason("stop")
                .build();
    }
}
