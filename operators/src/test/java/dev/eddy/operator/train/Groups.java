// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.util.ArrayList;
import java.util.List;

/** Training groups for tests, and the trajectories that they lead to. */
final class Groups {
    private Groups() {}

    /** Two trainable members with opposite advantages, sampled from one version. */
    static TrainingGroup.Builder group(String policy, String id, long version) {
        List<GroupMember> members = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            members.add(GroupMember.newBuilder()
                    .setRef(new TrajectoryRef(id + "/" + i, "trajectories", 0, (long) id.hashCode() + i))
                    .setRolloutIndex(i)
                    .setTrainable(true)
                    .setReward(i)
                    .setAdvantage(i == 0 ? -1 : 1)
                    .build());
        }
        return TrainingGroup.newBuilder()
                .setGroupId(id)
                .setAgent("acticl")
                .setPolicy(policy)
                .setQueryId(id)
                .setGroupSize(2)
                .setMembers(members)
                .setEstimator("grpo")
                .setStatus(GroupStatus.COMPLETE)
                .setMean(0.5)
                .setStd(0.5)
                .setPolicyVersionMin(version)
                .setPolicyVersionMax(version);
    }

    static Trajectory.Builder trajectory(String policy, String groupId, int rollout) {
        return Trajectory.newBuilder()
                .setTrajectoryId(groupId + "/" + rollout)
                .setGroupId(groupId)
                .setGroupSize(2)
                .setRolloutIndex(rollout)
                .setQuery(Query.newBuilder()
                        .setQueryId(groupId)
                        .setAgent("acticl")
                        .setPolicy(policy)
                        .setMode("trained")
                        .setPictures(List.of())
                        .setText("")
                        .build())
                .setSource(new SourcePosition("queries", 0, 0L))
                .setTermination(Termination.ANSWERED);
    }
}
