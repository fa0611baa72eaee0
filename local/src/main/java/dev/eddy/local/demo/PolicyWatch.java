// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.TrainingGroup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a {@link Watch} knows about one policy. Not thread-safe. */
final class PolicyWatch {
    private final Set<String> formed = new HashSet<>();
    private final Set<String> consumed = new HashSet<>();
    private final List<PolicyUpdate> announced = new ArrayList<>();
    private final List<Double> rewardBefore = new ArrayList<>();
    private final LearningLag lag;
    private double rewardSince;
    private long scoredSince;
    private long lastTrainedStep;

    PolicyWatch(LearningLag lag) {
        this.lag = lag;
    }

    void take(RewardedTrajectory run) {
        if (run.getPurpose() == Purpose.TRAIN) {
            rewardSince += run.getReward();
            scoredSince++;
        }
    }

    void take(TrainingGroup group) {
        formed.add(group.getGroupId());
        lag.closed(group.getGroupId(), group.getClosedAt());
    }

    void take(GroupReceipt receipt) {
        consumed.add(receipt.getGroupId());
        if (receipt.getFate() == GroupFate.TRAINED) {
            lag.trained(receipt.getGroupId(), receipt.getStep());
            lastTrainedStep = Math.max(lastTrainedStep, receipt.getStep());
        }
    }

    void take(PolicyUpdate update) {
        announced.add(update);
        lag.announced(update.getStep(), System.currentTimeMillis());
        rewardBefore.add(scoredSince == 0 ? null : rewardSince / scoredSince);
        rewardSince = 0;
        scoredSince = 0;
    }

    int groupsFormed() {
        return formed.size();
    }

    int groupsConsumed() {
        return consumed.size();
    }

    /** True once the newest announced version holds every step that receipts tell of; they may come a checkpoint earlier. */
    boolean newestIsTrained() {
        return !announced.isEmpty() && newest().getStep() >= lastTrainedStep;
    }

    /** Announcements, oldest first. */
    List<PolicyUpdate> announced() {
        return announced;
    }

    /** The newest announcement; there must be one. */
    PolicyUpdate newest() {
        return announced.get(announced.size() - 1);
    }

    /** Mean reward of the training rollouts that were scored between announcement {@code n} and the one before; null if none. */
    Double rewardBefore(int n) {
        return rewardBefore.get(n);
    }

    LearningLag lag() {
        return lag;
    }
}
