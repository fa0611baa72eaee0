// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import java.time.Duration;
import org.apache.avro.specific.SpecificRecord;

/** The topic catalogue: what stands on each topic, by which key, for how long, and who writes it. */
public enum Topic {
    QUERIES("queries", Query.class, "queryId", Duration.ofDays(7), "whoever asks", false),
    LABELS("labels", Label.class, "queryId", Duration.ofDays(7), "whoever knows", false),
    ANSWERS("answers", Answer.class, "queryId", Duration.ofDays(7), "serve job, at least once", false),
    TRAJECTORIES("trajectories", Trajectory.class, "groupId", Duration.ofDays(30), "serve job", true),
    REWARDED_TRAJECTORIES(
            "rewarded-trajectories", RewardedTrajectory.class, "groupId", Duration.ofDays(30), "reward job", true),
    RESCORED_TRAJECTORIES(
            "rescored-trajectories", RewardedTrajectory.class, "groupId", Duration.ofDays(30), "eddy rescore", true),
    COLLECTED_TRAJECTORIES(
            "collected-trajectories", RewardedTrajectory.class, "policy", Duration.ofDays(30), "collect job", true),
    TRAINING_GROUPS("training-groups", TrainingGroup.class, "policy", Duration.ofDays(7), "reward job", true),
    GROUP_RECEIPTS("group-receipts", GroupReceipt.class, "policy", Duration.ofDays(30), "train job", true),
    POLICY_UPDATES("policy-updates", PolicyUpdate.class, "policy", null, "train job", true),
    POLICY_CONTROL("policy-control", PolicyControl.class, "policy", null, "eddy rollback, pin, unpin, flush", false),
    METRICS("metrics", MetricPoint.class, "name", Duration.ofDays(30), "eval and collect job", true),
    DEAD_LETTERS("dead-letters", DeadLetter.class, "reason", Duration.ofDays(30), "every job", true);

    private final String topicName;
    private final Class<? extends SpecificRecord> value;
    private final String key;
    private final Duration retention;
    private final String writer;
    private final boolean transactional;

    Topic(
            String topicName,
            Class<? extends SpecificRecord> value,
            String key,
            Duration retention,
            String writer,
            boolean transactional) {
        this.topicName = topicName;
        this.value = value;
        this.key = key;
        this.retention = retention;
        this.writer = writer;
        this.transactional = transactional;
    }

    public String topicName() {
        return topicName;
    }

    public Class<? extends SpecificRecord> value() {
        return value;
    }

    /** The field whose UTF-8 text is the record's key. */
    public String key() {
        return key;
    }

    /** How long records are kept; null for ever. */
    public Duration retention() {
        return retention;
    }

    public String writer() {
        return writer;
    }

    /** True where the writer's records are visible to read-committed readers only once its checkpoint stands. */
    public boolean transactional() {
        return transactional;
    }

    /** True where records name what is in the blob store, which must keep it as long as this topic keeps them. */
    public boolean namesBlobs() {
        return switch (this) {
            case QUERIES,
                    LABELS,
                    ANSWERS,
                    TRAJECTORIES,
                    REWARDED_TRAJECTORIES,
                    RESCORED_TRAJECTORIES,
                    COLLECTED_TRAJECTORIES,
                    DEAD_LETTERS -> true;
            case TRAINING_GROUPS, GROUP_RECEIPTS, POLICY_UPDATES, POLICY_CONTROL, METRICS -> false;
        };
    }

    /** The topic of this name; throws with the names that there are. */
    public static Topic named(String name) {
        StringBuilder names = new StringBuilder();
        for (Topic topic : values()) {
            if (topic.topicName.equals(name)) {
                return topic;
            }
            names.append(names.isEmpty() ? "" : ", ").append(topic.topicName);
        }
        throw new IllegalArgumentException("no topic is named '" + name + "'; there are " + names);
    }
}
