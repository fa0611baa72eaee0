// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.TrainingGroup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
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
    private final List<Scored> scored = new ArrayList<>();
    private final LearningLag lag;
    private long lastTrainedStep;

    /**
     * A rollout that was scored.
     *
     * @param reward null where it is none to train on, or has none
     */
    private record Scored(long at, boolean firstOfQuery, Double reward) {}

    PolicyWatch(Pupil pupil, LearningLag lag) {
        this.pupil = pupil;
        this.lag = lag;
    }

    void take(RewardedTrajectory run) {
        boolean rewarded = run.getPurpose() == Purpose.TRAIN && run.getStatus() == RewardStatus.OK;
        scored.add(new Scored(run.getRewardedAt(), run.getRolloutIndex() == 0, rewarded ? run.getReward() : null));
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

    /**
     * Mean reward of the training rollouts that were scored in a time; null if none. By the records' own times: a resumed run
     * reads rewards and announcements in any order.
     *
     * @param after epoch milliseconds, as {@code until}, which belongs to it
     */
    Double meanReward(long after, long until) {
        OptionalDouble mean = scored.stream()
                .filter(run -> run.reward() != null && run.at() > after && run.at() <= until)
                .mapToDouble(Scored::reward)
                .average();
        return mean.isPresent() ? mean.getAsDouble() : null;
    }

    /** Queries of any purpose whose first rollout was scored by then. */
    long queriesServed(long until) {
        return scored.stream()
                .filter(run -> run.firstOfQuery() && run.at() <= until)
                .count();
    }

    LearningLag lag() {
        return lag;
    }
}
