// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.policy.MemoryPolicies;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole loop without a stream: nothing but the reward tells the policies what to do. */
@Timeout(1_200)
class LearningITCase {
    private static final long WORLD = 7;

    @TempDir
    private Path folder;

    @Test
    void sixThousandRolloutsTeachActIclToFindDemonstrations() throws Exception {
        try (Subject subject = Subjects.open("acticl", null, WORLD, folder)) {
            List<List<RewardedTrajectory>> steps = learn(run(subject, 400, 1), 48);

            double first = mean(steps.subList(0, 8), RewardedTrajectory::getReward);
            assertThat(first).isBetween(0.1, 0.4);
            assertThat(mean(steps.subList(40, 48), RewardedTrajectory::getReward))
                    .isGreaterThan(first + 0.1);
        }
    }

    /** A reward for undecided actions, all but whole so early, slows it down. */
    @Test
    void fiveThousandRolloutsTeachSvrlToEarnMore() throws Exception {
        try (Subject subject = Subjects.open("svrl", null, WORLD, folder)) {
            List<List<RewardedTrajectory>> steps = learn(run(subject, 400, 1), 36);

            assertThat(steps)
                    .allSatisfy(step -> assertThat(step)
                            .extracting(RewardedTrajectory::getStatus)
                            .containsOnly(RewardStatus.OK));
            double first = mean(steps.subList(0, 6), RewardedTrajectory::getReward);
            assertThat(first).isBetween(0.05, 0.4);
            assertThat(mean(steps.subList(30, 36), RewardedTrajectory::getReward))
                    .isGreaterThan(first + 0.1);
        }
    }

    @Test
    void twoThousandRolloutsTeachMCiteToReadAndToCite() throws Exception {
        try (Subject subject = Subjects.open("mcite", null, WORLD, folder)) {
            OfflineRun run = run(subject, 200, 0);
            assertThat(subject.coldStart(run, "cold_start", 32))
                    .containsEntry("kept", 32)
                    .containsKeys("page_not_found", "wrong_answer", "citation_off");
            run.begin(run.weights());
            List<List<RewardedTrajectory>> steps = learn(run, 16);

            List<List<RewardedTrajectory>> last = steps.subList(12, 16);
            assertThat(mean(last, RewardedTrajectory::getReward))
                    .isGreaterThan(mean(steps.subList(0, 4), RewardedTrajectory::getReward) + 0.1);
            assertThat(mean(last, one -> one.getStats().get("meanIoU"))).isGreaterThan(0.1);
        }
    }

    private static OfflineRun run(Subject subject, int planned, long seed) throws Exception {
        return new OfflineRun(
                subject, subject.recipe().withSteps(planned), "trained", seed, new MemoryPolicies(), Map.of());
    }

    /** The rollouts of each step. */
    private static List<List<RewardedTrajectory>> learn(OfflineRun run, int steps) throws Exception {
        List<List<RewardedTrajectory>> rollouts = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            rollouts.add(run.step("trained", step).rollouts());
        }
        return rollouts;
    }

    private static double mean(List<List<RewardedTrajectory>> steps, ToDoubleFunction<RewardedTrajectory> figure) {
        return steps.stream()
                .flatMap(List::stream)
                .mapToDouble(figure)
                .average()
                .orElseThrow();
    }
}
