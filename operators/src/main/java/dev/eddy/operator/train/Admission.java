// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.TrainingGroup;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Decides at the door whether a group is to be trained. Pure. */
final class Admission {
    /**
     * Why a group is not trained.
     *
     * @param lag optimiser steps that it is or would be behind; -1 where that is unknown
     */
    record Refusal(GroupFate fate, long lag, String reason) {}

    private Admission() {}

    /**
     * Empty for a group that is to be trained.
     *
     * @param turn optimiser steps that will have been done when it is its turn
     * @param oldestTrainable tokens of older versions are of a line that was rolled back
     */
    static Optional<Refusal> judge(
            TrainingGroup group, VersionHistory history, long turn, long oldestTrainable, int maxPolicyLag) {
        long oldest = group.getPolicyVersionMin();
        OptionalLong step = history.stepOf(oldest);
        long lag = step.isPresent() ? turn - step.getAsLong() : -1;
        List<GroupMember> members =
                group.getMembers().stream().filter(GroupMember::getTrainable).toList();
        if (group.getTooFew()) {
            return refused(
                    lag,
                    "fewer members than a baseline needs: " + members.size() + " of " + group.getGroupSize()
                            + " can be trained on");
        }
        if (group.getZeroVariance()) {
            return Optional.of(new Refusal(GroupFate.ZERO_VARIANCE, lag, "all advantages are zero"));
        }
        if (members.isEmpty()) {
            return refused(lag, "none of its " + group.getMembers().size() + " members can be trained on");
        }
        long trajectories = members.stream()
                .map(member -> member.getRef().getTrajectoryId())
                .distinct()
                .count();
        if (trajectories < members.size()) {
            return refused(lag, "its " + members.size() + " members are " + trajectories + " trajectories only");
        }
        if (!members.stream().allMatch(Admission::finite)) {
            return refused(lag, "an advantage is not a finite number");
        }
        if (step.isEmpty()) {
            return refused(
                    lag,
                    "it was sampled from version " + oldest + " which was never announced; there are "
                            + history.range());
        }
        if (oldest < oldestTrainable) {
            return Optional.of(new Refusal(
                    GroupFate.STALE,
                    lag,
                    "it was sampled from version " + oldest
                            + ", of a line that was rolled back; trainable is what is sampled from version "
                            + oldestTrainable + " on"));
        }
        if (lag > maxPolicyLag) {
            return Optional.of(new Refusal(
                    GroupFate.STALE,
                    lag,
                    "at its turn it would be " + lag + " optimiser steps old; train.max-policy-lag is "
                            + maxPolicyLag));
        }
        return Optional.empty();
    }

    private static boolean finite(GroupMember member) {
        return Double.isFinite(member.getAdvantage())
                && member.getAnswerAdvantages().stream().allMatch(Double::isFinite);
    }

    private static Optional<Refusal> refused(long lag, String reason) {
        return Optional.of(new Refusal(GroupFate.REFUSED, lag, reason));
    }
}
