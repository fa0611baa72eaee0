// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import dev.eddy.schemas.Answer;
import dev.eddy.schemas.AnswerStatus;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.UpdateCause;
import java.nio.ByteBuffer;
import java.util.List;

/** The smallest records of each kind. */
final class Wire {
    private Wire() {}

    static Query query(String id, Purpose purpose, int groupSize) {
        return Query.newBuilder()
                .setQueryId(id)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .setPurpose(purpose)
                .setGroupSize(groupSize)
                .setPictures(List.of())
                .setText("")
                .build();
    }

    static Label label(String query) {
        return Label.newBuilder()
                .setQueryId(query)
                .setTargets(List.of("dax"))
                .setMetric("exact_match")
                .build();
    }

    static Answer answer(String query, int rollout, String text) {
        return Answer.newBuilder()
                .setAnswerId(query + "/" + rollout + "/0")
                .setQueryId(query)
                .setTrajectoryId(query + "/" + rollout)
                .setRolloutIndex(rollout)
                .setAnswerIndex(0)
                .setStatus(AnswerStatus.ANSWERED)
                .setText(text)
                .build();
    }

    static Trajectory trajectory(String query, int rollout) {
        return Trajectory.newBuilder()
                .setTrajectoryId(query + "/" + rollout)
                .setGroupId(query)
                .setGroupSize(rollout + 1)
                .setRolloutIndex(rollout)
                .setQuery(query(query, Purpose.SERVE, rollout + 1))
                .setSource(new SourcePosition("queries", 0, 0L))
                .setTermination(Termination.ANSWERED)
                .build();
    }

    static Trajectory trajectory(String query, int rollout, List<EffectRecord> effects) {
        return Trajectory.newBuilder(trajectory(query, rollout))
                .setEffects(effects)
                .build();
    }

    static EffectRecord effect(EffectStatus status, int attempts, boolean fromJournal) {
        return EffectRecord.newBuilder()
                .setSeq(0)
                .setKind("generate")
                .setRequestHash(ByteBuffer.allocate(0))
                .setStatus(status)
                .setAttempts(attempts)
                .setFromJournal(fromJournal)
                .build();
    }

    static RewardedTrajectory rewarded(String query, int rollout, RewardStatus status) {
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef(query + "/" + rollout, "trajectories", 0, (long) rollout))
                .setGroupId(query)
                .setQueryId(query)
                .setRolloutIndex(rollout)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .setPurpose(Purpose.TRAIN)
                .setDecoding(Decoding.SAMPLED)
                .setPolicyVersionMin(0)
                .setPolicyVersionMax(0)
                .setStatus(status)
                .setTermination(Termination.ANSWERED)
                .build();
    }

    static TrainingGroup group(String query, GroupStatus status) {
        return TrainingGroup.newBuilder()
                .setGroupId(query)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setQueryId(query)
                .setGroupSize(2)
                .setMembers(List.of())
                .setEstimator("rloo")
                .setStatus(status)
                .build();
    }

    static GroupReceipt receipt(String query, GroupFate fate) {
        return GroupReceipt.newBuilder()
                .setGroupId(query)
                .setPolicy("acticl")
                .setFate(fate)
                .setStep(1)
                .setLag(0)
                .build();
    }

    static PolicyUpdate update(String policy, long version) {
        return PolicyUpdate.newBuilder()
                .setPolicy(policy)
                .setVersion(version)
                .setSha256("0".repeat(64))
                .setCause(version == 0 ? UpdateCause.INITIAL : UpdateCause.TRAINED)
                .setStep(version)
                .build();
    }
}
