// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.TrainingGroup;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class GroupRecoveryTest extends GroupHarness {
    @Test
    void membersSurviveARestore() throws Exception {
        member("g", 0, 1);
        member("g", 1, 0);
        restore(500);
        member("g", 1, 0);
        member("g", 2, 0);
        member("g", 3, 0);

        assertThat(groups()).hasSize(1);
        assertThat(groups().get(0).getMembers()).hasSize(4);
        assertThat(letters()).hasSize(1);
    }

    @Test
    void aDeadlineMissedWhileNothingRanIsGrantedItsFullLengthOnce() throws Exception {
        member("g", 0, 1);
        restore(10_000);
        harness.setProcessingTime(10_001);
        assertThat(groups()).isEmpty();
        member("g", 1, 0);
        restore(20_000);
        harness.setProcessingTime(20_001);

        assertThat(groups()).hasSize(1);
        assertThat(groups().get(0).getStatus()).isEqualTo(GroupStatus.PARTIAL);
    }

    @Test
    void aProlongedGroupStillClosesAtItsNewDeadline() throws Exception {
        member("g", 0, 1);
        restore(10_000);
        harness.setProcessingTime(10_001);
        harness.setProcessingTime(10_001 + TIMEOUT - 1);
        assertThat(groups()).isEmpty();
        harness.setProcessingTime(10_001 + TIMEOUT);

        assertThat(groups()).hasSize(1);
    }

    @Test
    void aClosedGroupIsRememberedThroughARestore() throws Exception {
        for (int rollout = 0; rollout < 4; rollout++) {
            member("g", rollout, rollout);
        }
        restore(500);
        member("g", 1, 0);

        assertThat(letters()).hasSize(1);
        assertThat(groups()).isEmpty();
    }

    @Test
    void groupsInTheMakingAreRescaled() throws Exception {
        int groups = 40;
        for (int group = 0; group < groups; group++) {
            member("g" + group, 0, 1);
        }
        OperatorSubtaskState one = harness.snapshot(1, 1);
        OperatorSubtaskState[] halves = new OperatorSubtaskState[2];
        for (int subtask = 0; subtask < 2; subtask++) {
            try (KeyedOneInputStreamOperatorTestHarness<String, RewardedTrajectory, Outgoing> half =
                    open(repartitioned(one, 1, 2, subtask), 100, 2, subtask)) {
                for (int group = 0; group < groups; group++) {
                    if (subtask(group) == subtask) {
                        half.processElement(trained("g" + group, 1, 0).build(), 0);
                        half.processElement(trained("g" + group, 2, 0).build(), 0);
                    }
                }
                halves[subtask] = half.snapshot(2, 2);
            }
        }
        harness.close();
        OperatorSubtaskState both = AbstractStreamOperatorTestHarness.repackageState(halves);
        harness = open(repartitioned(both, 2, 1, 0), 200, 1, 0);
        for (int group = 0; group < groups; group++) {
            member("g" + group, 3, 0);
        }

        assertThat(groups()).hasSize(groups).allSatisfy(group -> {
            assertThat(group.getStatus()).isEqualTo(GroupStatus.COMPLETE);
            assertThat(group.getMembers()).hasSize(4);
        });
        assertThat(groups()).extracting(TrainingGroup::getGroupId).doesNotHaveDuplicates();
    }

    private static OperatorSubtaskState repartitioned(OperatorSubtaskState state, int from, int to, int subtask) {
        return AbstractStreamOperatorTestHarness.repartitionOperatorState(state, MAX_PARALLELISM, from, to, subtask);
    }

    private static int subtask(int group) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator("g" + group, MAX_PARALLELISM, 2);
    }
}
