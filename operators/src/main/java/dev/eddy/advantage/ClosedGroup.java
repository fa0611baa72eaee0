// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.advantage;

import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.TrainingGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * A group as it is closed: its members with their advantages, and what the trainer is told of it. Statistics run over the
 * trainable members; the others are members all the same.
 *
 * @param members in order of rollout
 */
public record ClosedGroup(TrainingGroup group, List<RewardedTrajectory> members) {
    public ClosedGroup {
        members = List.copyOf(members);
    }

    /**
     * Closes a group.
     *
     * @param came one or more members, in any order
     * @param fallback estimator where the members' reward names none
     * @param minValid fewest trainable members that make a baseline; with fewer the group is flagged and all advantages are 0
     * @param at epoch milliseconds
     */
    public static ClosedGroup of(List<RewardedTrajectory> came, AdvantageEstimator fallback, int minValid, long at) {
        List<RewardedTrajectory> members = came.stream()
                .sorted(Comparator.comparingInt(RewardedTrajectory::getRolloutIndex))
                .toList();
        AdvantageEstimator estimator = estimator(members, fallback);
        double[] rewards = members.stream()
                .filter(RewardedTrajectory::getTrainable)
                .mapToDouble(RewardedTrajectory::getReward)
                .toArray();
        GroupStatistics statistics = GroupStatistics.of(rewards);
        boolean tooFew = statistics.valid() < minValid;
        GroupStatus status = status(members, tooFew);
        double[] advantages = estimator.advantages(rewards);

        List<GroupMember> shares = new ArrayList<>();
        int trainable = 0;
        for (RewardedTrajectory member : members) {
            boolean counts = member.getTrainable() && !tooFew;
            shares.add(GroupMember.newBuilder()
                    .setRef(member.getRef())
                    .setRolloutIndex(member.getRolloutIndex())
                    .setTrainable(member.getTrainable())
                    .setReward(member.getReward())
                    .setAdvantage(counts ? advantages[trainable] : 0)
                    .setAnswerAdvantages(counts ? answers(member, estimator) : List.of())
                    .build());
            trainable += member.getTrainable() ? 1 : 0;
        }
        boolean zeroVariance = !tooFew && shares.stream().allMatch(ClosedGroup::teachesNothing);
        RewardedTrajectory first = members.get(0);
        TrainingGroup group = TrainingGroup.newBuilder()
                .setGroupId(first.getGroupId())
                .setAgent(first.getAgent())
                .setPolicy(first.getPolicy())
                .setQueryId(first.getQueryId())
                .setGroupSize(first.getGroupSize())
                .setMembers(shares)
                .setEstimator(estimator.estimatorName())
                .setStatus(status)
                .setZeroVariance(zeroVariance)
                .setTooFew(tooFew)
                .setMean(statistics.mean())
                .setStd(statistics.std())
                .setPolicyVersionMin(oldestVersion(members))
                .setPolicyVersionMax(newestVersion(members))
                .setClosedAt(at)
                .build();
        List<RewardedTrajectory> finished = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            finished.add(finished(members.get(i), shares.get(i), group, statistics.valid()));
        }
        return new ClosedGroup(group, finished);
    }

    /** Of all tokens of the members; -1 where no model was called. */
    public static long oldestVersion(List<RewardedTrajectory> members) {
        return versions(members, RewardedTrajectory::getPolicyVersionMin).min().orElse(-1);
    }

    /** Of all tokens of the members; -1 where no model was called. */
    public static long newestVersion(List<RewardedTrajectory> members) {
        return versions(members, RewardedTrajectory::getPolicyVersionMax).max().orElse(-1);
    }

    private static AdvantageEstimator estimator(List<RewardedTrajectory> members, AdvantageEstimator fallback) {
        return members.stream()
                .map(RewardedTrajectory::getEstimator)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .map(AdvantageEstimator::named)
                .orElse(fallback);
    }

    /** A member that could not be scored is missing as one that never came. */
    private static GroupStatus status(List<RewardedTrajectory> members, boolean tooFew) {
        long scored = members.stream()
                .filter(member -> member.getStatus() == RewardStatus.OK)
                .count();
        if (scored >= members.get(0).getGroupSize()) {
            return GroupStatus.COMPLETE;
        }
        return tooFew ? GroupStatus.TIMED_OUT : GroupStatus.PARTIAL;
    }

    private static List<Double> answers(RewardedTrajectory member, AdvantageEstimator estimator) {
        double[] scores = member.getAnswerRewards().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        return Arrays.stream(estimator.advantages(scores)).boxed().toList();
    }

    private static boolean teachesNothing(GroupMember member) {
        return member.getAdvantage() == 0
                && member.getAnswerAdvantages().stream().allMatch(advantage -> advantage == 0);
    }

    /** Versions that members were written by; none where no model was called. */
    private static LongStream versions(List<RewardedTrajectory> members, ToLongFunction<RewardedTrajectory> which) {
        return members.stream().mapToLong(which).filter(version -> version >= 0);
    }

    private static RewardedTrajectory finished(
            RewardedTrajectory member, GroupMember share, TrainingGroup group, int valid) {
        return RewardedTrajectory.newBuilder(member)
                .setGroupValid(valid)
                .setGroupMean(group.getMean())
                .setGroupStd(group.getStd())
                .setAdvantage(member.getTrainable() && !group.getTooFew() ? share.getAdvantage() : null)
                .setAnswerAdvantages(share.getAnswerAdvantages())
                .setEstimator(group.getEstimator())
                .setZeroVariance(group.getZeroVariance())
                .setGroupStatus(group.getStatus())
                .build();
    }
}
