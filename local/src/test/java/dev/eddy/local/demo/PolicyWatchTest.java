// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.experiment.Recipe;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.TrajectoryRef;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyWatchTest {
    private static final int GROUPS = 32;
    private static final int PATIENCE = 4;

    @Test
    void groupsThatAreNotTrainedOnAreAskedForAnew() {
        PolicyWatch watch = watch(PATIENCE);
        int asked = 0;
        for (; watch.wantsMore(asked); asked++) {
            take(watch, "svrl-train-" + asked, asked % 2 == 0 ? GroupFate.TRAINED : GroupFate.STALE);
        }

        assertThat(asked).isBetween(2 * GROUPS - 1, 2 * GROUPS);
        assertThat(watch.done()).isEqualTo(GROUPS);
    }

    @Test
    void aGroupWithoutVarianceIsKnownToBeWastedBeforeItsReceipt() {
        PolicyWatch watch = watch(PATIENCE);
        assertThat(watch.wantsMore(GROUPS)).isFalse();

        watch.take(group("svrl-train-0", true));

        assertThat(watch.wantsMore(GROUPS)).isTrue();
        assertThat(watch.wantsMore(GROUPS + 1)).isFalse();
    }

    @Test
    void patienceEnds() {
        PolicyWatch watch = watch(1);
        int asked = 0;
        for (; watch.wantsMore(asked); asked++) {
            take(watch, "svrl-train-" + asked, GroupFate.ZERO_VARIANCE);
        }

        assertThat(asked).isEqualTo(GROUPS);
        assertThat(watch.done()).isEqualTo(GROUPS);
    }

    @Test
    void groupsOfOthersQuestionsDoNotCount() {
        PolicyWatch watch = watch(PATIENCE);
        for (String id : List.of(
                "train-0", "svrl-train-x", "svrl-train-01", "svrl-train-128", "svrl-train-9999999999", "mine")) {
            take(watch, id, GroupFate.STALE);
        }

        assertThat(watch.groupsFormed()).isZero();
        assertThat(watch.groupsConsumed()).isZero();
        assertThat(watch.wantsMore(GROUPS)).isFalse();
    }

    @Test
    void figuresOfATimeAreByWhenRunsWereScoredInWhateverOrderTheyAreRead() {
        PolicyWatch watch = watch(PATIENCE);
        watch.take(scored(20, Purpose.TRAIN, RewardStatus.OK, 0, 1.0));
        watch.take(scored(30, Purpose.TRAIN, RewardStatus.OK, 0, 0.5));
        watch.take(scored(10, Purpose.TRAIN, RewardStatus.OK, 0, 0.25));
        watch.take(scored(20, Purpose.TRAIN, RewardStatus.OK, 1, 0.5));
        watch.take(scored(20, Purpose.TRAIN, RewardStatus.TIMEOUT, 2, 0.0));
        watch.take(scored(20, Purpose.EVAL, RewardStatus.OK, 0, 0.0));

        assertThat(watch.meanReward(10, 20)).isEqualTo(0.75);
        assertThat(watch.meanReward(0, 30)).isEqualTo(0.5625);
        assertThat(watch.meanReward(30, 40)).isNull();
        assertThat(watch.queriesServed(9)).isZero();
        assertThat(watch.queriesServed(20)).isEqualTo(3);
        assertThat(watch.queriesServed(30)).isEqualTo(4);
    }

    private static RewardedTrajectory scored(
            long at, Purpose purpose, RewardStatus status, int rollout, double reward) {
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef("q/" + rollout, "trajectories", 0, 0L))
                .setGroupId("q")
                .setQueryId("q")
                .setRolloutIndex(rollout)
                .setAgent("svrl")
                .setPolicy("svrl")
                .setMode("trained")
                .setPurpose(purpose)
                .setDecoding(Decoding.SAMPLED)
                .setPolicyVersionMin(0)
                .setPolicyVersionMax(0)
                .setStatus(status)
                .setReward(reward)
                .setTermination(Termination.ANSWERED)
                .setRewardedAt(at)
                .build();
    }

    private static PolicyWatch watch(int patience) {
        Recipe recipe = new Recipe(8, 16, GROUPS / 16, patience, 1, 0, 1);
        return new PolicyWatch(new Pupil(null, "trained", recipe, GROUPS, "svrl-"), new LearningLag(0));
    }

    private static void take(PolicyWatch watch, String id, GroupFate fate) {
        watch.take(group(id, false));
        watch.take(GroupReceipt.newBuilder()
                .setGroupId(id)
                .setPolicy("svrl")
                .setFate(fate)
                .setStep(1)
                .setLag(0)
                .build());
    }

    private static TrainingGroup group(String id, boolean zeroVariance) {
        return TrainingGroup.newBuilder()
                .setGroupId(id)
                .setAgent("svrl")
                .setPolicy("svrl")
                .setQueryId(id)
                .setGroupSize(8)
                .setMembers(List.of())
                .setEstimator("GRPO")
                .setStatus(GroupStatus.COMPLETE)
                .setZeroVariance(zeroVariance)
                .build();
    }
}
