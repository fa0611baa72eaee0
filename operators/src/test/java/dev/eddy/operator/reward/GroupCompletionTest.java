// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.TrajectoryRef;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupCompletionTest extends GroupHarness {
    @Test
    void aGroupClosesWhenItsLastMemberComes() throws Exception {
        member("g", 2, -0.025);
        member("g", 0, 0.70);
        member("g", 3, -0.5);
        assertThat(harness.extractOutputValues()).isEmpty();
        member("g", 1, 0.90);

        TrainingGroup group = groups().get(0);
        assertThat(group.getStatus()).isEqualTo(GroupStatus.COMPLETE);
        assertThat(group.getMembers()).extracting(GroupMember::getRolloutIndex).containsExactly(0, 1, 2, 3);
        assertThat(group.getMembers().stream()
                        .mapToDouble(GroupMember::getAdvantage)
                        .toArray())
                .containsExactly(new double[] {0.575, 0.8416666667, -0.3916666667, -1.025}, within(1e-9));
        assertThat(group.getMembers().get(0).getAnswerAdvantages()).containsExactly(1.0, -1.0);
        assertThat(group.getMembers().get(1).getRef()).isEqualTo(new TrajectoryRef("g/1", "trajectories", 0, 1L));
        assertThat(group.getPolicyVersionMin()).isEqualTo(3);
        assertThat(group.getPolicyVersionMax()).isEqualTo(7);
        assertThat(group.getEstimator()).isEqualTo("rloo");
        assertThat(rewarded()).hasSize(4).allSatisfy(member -> {
            assertThat(member.getGroupStatus()).isEqualTo(GroupStatus.COMPLETE);
            assertThat(member.getGroupValid()).isEqualTo(4);
            assertThat(member.getGroupMean()).isCloseTo(0.26875, within(1e-9));
            assertThat(member.getGroupStd()).isCloseTo(0.648515934, within(1e-9));
            assertThat(member.getAdvantage()).isNotNull();
        });
        assertThat(keys(Topic.TRAINING_GROUPS)).containsExactly("acticl");
        assertThat(keys(Topic.REWARDED_TRAJECTORIES)).containsOnly("g");
    }

    @Test
    void whatIsNotForTrainingPassesAtOnce() throws Exception {
        process(trained("g", 0, 0.5).setPurpose(Purpose.EVAL));
        process(trained("g", 0, 0.5).setPurpose(Purpose.SERVE));

        assertThat(rewarded()).extracting(RewardedTrajectory::getGroupStatus).containsOnly(GroupStatus.NONE);
        assertThat(rewarded()).hasSize(2);
        assertThat(groups()).isEmpty();
        assertNothingIsHeld();
    }

    @Test
    void atItsDeadlineAGroupClosesWithWhatCame() throws Exception {
        member("g", 0, 1);
        harness.setProcessingTime(500);
        member("g", 2, 0);
        harness.setProcessingTime(TIMEOUT);

        TrainingGroup group = groups().get(0);
        assertThat(group.getStatus()).isEqualTo(GroupStatus.PARTIAL);
        assertThat(group.getTooFew()).isFalse();
        assertThat(group.getGroupSize()).isEqualTo(4);
        assertThat(group.getMembers()).extracting(GroupMember::getAdvantage).containsExactly(1.0, -1.0);
    }

    @Test
    void aGroupOfOneHasNoAdvantage() throws Exception {
        member("g", 0, 1);
        harness.setProcessingTime(TIMEOUT);

        TrainingGroup group = groups().get(0);
        assertThat(group.getStatus()).isEqualTo(GroupStatus.TIMED_OUT);
        assertThat(group.getTooFew()).isTrue();
        assertThat(group.getZeroVariance()).isFalse();
        assertThat(group.getMembers().get(0).getAdvantage()).isZero();
        assertThat(group.getMembers().get(0).getAnswerAdvantages()).isEmpty();
        assertThat(rewarded().get(0).getAdvantage()).isNull();
    }

    @Test
    void membersThatCouldNotBeScoredTakeNoPartInTheStatisticsAndLeaveTheGroupPartial() throws Exception {
        member("g", 0, 1);
        process(trained("g", 1, 0).setTrainable(false).setStatus(RewardStatus.FAILED));
        process(trained("g", 2, 0).setTrainable(false).setStatus(RewardStatus.TIMEOUT));
        member("g", 3, 0.5);

        TrainingGroup group = groups().get(0);
        assertThat(group.getStatus()).isEqualTo(GroupStatus.PARTIAL);
        assertThat(group.getMean()).isEqualTo(0.75);
        assertThat(group.getMembers()).extracting(GroupMember::getAdvantage).containsExactly(0.5, 0.0, 0.0, -0.5);
        assertThat(group.getMembers()).extracting(GroupMember::getTrainable).containsExactly(true, false, false, true);
        assertThat(rewarded().get(1).getAdvantage()).isNull();
        assertThat(rewarded().get(1).getGroupValid()).isEqualTo(2);
    }

    @Test
    void aGroupOfWhichTooFewCouldBeScoredIsFlagged() throws Exception {
        member("g", 0, 1);
        for (int rollout = 1; rollout < 4; rollout++) {
            process(trained("g", rollout, 0).setTrainable(false).setStatus(RewardStatus.FAILED));
        }

        assertThat(groups().get(0).getStatus()).isEqualTo(GroupStatus.TIMED_OUT);
        assertThat(groups().get(0).getTooFew()).isTrue();
        assertThat(groups().get(0).getMembers().get(0).getAdvantage()).isZero();
    }

    @Test
    void aGroupThatTeachesNothingIsFlagged() throws Exception {
        for (int rollout = 0; rollout < 4; rollout++) {
            process(trained("g", rollout, 0.3 + rollout * 1e-8).setAnswerRewards(List.of(1.0, 1.0)));
        }

        assertThat(groups().get(0).getZeroVariance()).isTrue();
        assertThat(groups().get(0).getMembers())
                .extracting(GroupMember::getAdvantage)
                .containsOnly(0.0);
        assertThat(rewarded())
                .allSatisfy(member -> assertThat(member.getZeroVariance()).isTrue());
    }

    @Test
    void equalRewardsWhoseAnswersDifferStillTeach() throws Exception {
        for (int rollout = 0; rollout < 4; rollout++) {
            process(trained("g", rollout, 0.3).setAnswerRewards(List.of(1.0, 0.0)));
        }

        assertThat(groups().get(0).getZeroVariance()).isFalse();
        assertThat(groups().get(0).getMembers())
                .allSatisfy(member -> assertThat(member.getAnswerAdvantages()).containsExactly(1.0, -1.0));
    }

    @Test
    void aTwinIsADeadLetter() throws Exception {
        member("g", 0, 1);
        member("g", 0, 0);
        for (int rollout = 1; rollout < 4; rollout++) {
            member("g", rollout, 0);
        }
        member("g", 2, 0);

        assertThat(letters()).extracting(DeadLetter::getReason).containsExactly("LATE_MEMBER", "LATE_MEMBER");
        assertThat(letters()).extracting(DeadLetter::getId).containsExactly("g/0", "g/2");
        assertThat(groups()).hasSize(1);
        assertThat(groups().get(0).getMembers().get(0).getReward()).isEqualTo(1);
        assertThat(rewarded()).hasSize(4);
    }

    @Test
    void aMemberThatComesAfterTheDeadlineIsADeadLetter() throws Exception {
        member("g", 0, 1);
        harness.setProcessingTime(TIMEOUT);
        member("g", 1, 0);

        assertThat(letters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.getMessage())
                        .contains("rollout 1 of group g", "group timeout", "trajectories-0@1"));
        assertThat(rewarded()).hasSize(1);
    }

    @Test
    void aClosedGroupIsForgottenAfterItsLateWindow() throws Exception {
        for (int rollout = 0; rollout < 4; rollout++) {
            member("g", rollout, rollout);
        }
        assertThat(harness.numKeyedStateEntries()).isEqualTo(1);
        harness.setProcessingTime(LATE);

        assertNothingIsHeld();
    }

    @Test
    void versionsOfMembersThatCalledNoModelAreLeftOut() throws Exception {
        process(trained("g", 0, 0).setPolicyVersionMin(-1).setPolicyVersionMax(-1));
        for (int rollout = 1; rollout < 4; rollout++) {
            member("g", rollout, 1);
        }

        assertThat(groups().get(0).getPolicyVersionMin()).isEqualTo(3);
    }
}
