// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * What a read-committed reader of the topics knows about a run: how far it is, and what came out. Reads from the beginning,
 * so a resumed run knows what the one before it did. Not thread-safe.
 */
final class Watch implements AutoCloseable {
    private final Codec<RewardedTrajectory> rewarded = Codec.of(RewardedTrajectory.class);
    private final Codec<TrainingGroup> groups = Codec.of(TrainingGroup.class);
    private final Codec<GroupReceipt> receipts = Codec.of(GroupReceipt.class);
    private final Codec<PolicyUpdate> updates = Codec.of(PolicyUpdate.class);
    private final TopicReader reader;
    private final String policy;

    private final Set<String> formed = new HashSet<>();
    private final Set<String> consumed = new HashSet<>();
    private final List<PolicyUpdate> announced = new ArrayList<>();
    private final Map<String, RewardedTrajectory> evaluated = new HashMap<>();
    private final Means sinceUpdate = new Means();
    private final List<Double> rewardBefore = new ArrayList<>();
    private final LearningLag lag = new LearningLag(System.currentTimeMillis());
    private long trained;
    private long served;
    private double steps;
    private long lastTrainedStep;

    Watch(Properties client, String policy) {
        this.policy = policy;
        reader = TopicReader.fromBeginning(
                client, Topic.REWARDED_TRAJECTORIES, Topic.TRAINING_GROUPS, Topic.GROUP_RECEIPTS, Topic.POLICY_UPDATES);
    }

    /** Takes in what has become visible; waits a moment where there is nothing. True if there was something. */
    boolean poll() {
        List<Incoming> records = reader.poll(Duration.ofMillis(20));
        for (Incoming record : records) {
            switch (Topic.named(record.topic())) {
                case REWARDED_TRAJECTORIES -> take(rewarded.decode(record.value()));
                case TRAINING_GROUPS -> take(groups.decode(record.value()));
                case GROUP_RECEIPTS -> take(receipts.decode(record.value()));
                case POLICY_UPDATES -> take(updates.decode(record.value()));
                default -> throw new IllegalStateException("nobody asked for topic " + record.topic());
            }
        }
        return !records.isEmpty();
    }

    private void take(RewardedTrajectory run) {
        served++;
        if (run.getPurpose() == Purpose.TRAIN) {
            trained++;
            sinceUpdate.add(run.getReward());
            steps += run.getStats().getOrDefault("calls", 0.0);
        } else {
            evaluated.put(run.getRef().getTrajectoryId(), run);
        }
    }

    private void take(TrainingGroup group) {
        formed.add(group.getGroupId());
        lag.closed(group.getGroupId(), group.getClosedAt());
    }

    private void take(GroupReceipt receipt) {
        if (receipt.getPolicy().equals(policy)) {
            consumed.add(receipt.getGroupId());
            if (receipt.getFate() == GroupFate.TRAINED) {
                lag.trained(receipt.getGroupId(), receipt.getStep());
                lastTrainedStep = Math.max(lastTrainedStep, receipt.getStep());
            }
        }
    }

    private void take(PolicyUpdate update) {
        if (update.getPolicy().equals(policy)) {
            announced.add(update);
            lag.announced(update.getStep(), System.currentTimeMillis());
            rewardBefore.add(sinceUpdate.takeMean());
        }
    }

    int groupsFormed() {
        return formed.size();
    }

    int groupsConsumed() {
        return consumed.size();
    }

    /** True once the newest announced version holds every step that receipts tell of; they may come a checkpoint earlier. */
    boolean newestIsTrained() {
        return !announced.isEmpty() && announced.get(announced.size() - 1).getStep() >= lastTrainedStep;
    }

    /** Scored trajectories with the purpose TRAIN. */
    long trained() {
        return trained;
    }

    /** Acting calls in them. */
    double steps() {
        return steps;
    }

    /** Scored trajectories of any purpose. */
    long served() {
        return served;
    }

    LearningLag lag() {
        return lag;
    }

    /** Announcements of the policy, oldest first. */
    List<PolicyUpdate> announced() {
        return announced;
    }

    /** Mean reward of the training rollouts that were scored between announcement {@code n} and the one before; null if none. */
    Double rewardBefore(int n) {
        return rewardBefore.get(n);
    }

    /** The scored trajectory of a question that was not for training; null while there is none. */
    RewardedTrajectory evaluated(String trajectoryId) {
        return evaluated.get(trajectoryId);
    }

    @Override
    public void close() {
        reader.close();
    }

    private static final class Means {
        private double sum;
        private long count;

        private void add(double value) {
            sum += value;
            count++;
        }

        private Double takeMean() {
            Double mean = count == 0 ? null : sum / count;
            sum = 0;
            count = 0;
            return mean;
        }
    }
}
