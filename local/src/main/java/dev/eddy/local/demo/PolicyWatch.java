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

/**
 * What a {@link Watch} knows about one policy. Groups are those of its pupil's training questions; others may train the policy on
 * theirs. Not thread-safe.
 */
final class PolicyWatch {
    private final Set<String> formed = new HashSet<>();
    private final Set<String> consumed = new HashSet<>();
    private final Set<String> learned = new HashSet<>();
    private final Set<String> wasted = new HashSet<>();
    private final Pupil pupil;
    private final List<PolicyUpdate> announced = new ArrayList<>();
    private final List<Double> rewardBefore = new ArrayList<>();
    private final LearningLag lag;
    private double rewardSince;
    private long scoredSince;
    private long lastTrainedStep;

    PolicyWatch(Pupil pupil, LearningLag lag) {
        this.pupil = pupil;
        this.lag = lag;
    }

    void take(RewardedTrajectory run) {
        if (run.getPurpose() == Purpose.TRAIN) {
            rewardSince += run.getReward();
            scoredSince++;
        }
    }

    void take(TrainingGroup group) {
        if (!pupil.isTraining(group.getGroupId())) {
            return;
        }
        formed.add(group.getGroupId());
        if (group.getZeroVariance() || group.getTooFew()) {
            wasted.add(group.getGroupId());
        }
        lag.closed(group.getGroupId(), group.getClosedAt());
    }

    void take(GroupReceipt receipt) {
        boolean trained = receipt.getFate() == GroupFate.TRAINED;
        if (trained) {
            lag.trained(receipt.getGroupId(), receipt.getStep());
            lastTrainedStep = Math.max(lastTrainedStep, receipt.getStep());
        }
        if (pupil.isTraining(receipt.getGroupId())) {
            consumed.add(receipt.getGroupId());
            (trained ? learned : wasted).add(receipt.getGroupId());
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

    /** True if the groups of the first questions cannot be as many to train on as the pupil is to learn from. */
    boolean wantsMore(int asked) {
        return asked < pupil.questions() && asked - wasted.size() < pupil.groups();
    }

    /** What is done of {@link Pupil#groups}; all once as many were trained on, or as many consumed as may be asked. */
    long done() {
        return Math.max(learned.size(), (long) consumed.size() * pupil.groups() / pupil.questions());
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
