// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.agent.Outcome;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a read-committed reader of the topics knows about a run: how far it is, and what came out. Reads from the beginning,
 * so a resumed run knows what the one before it did. Not thread-safe.
 */
final class Watch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    private final Codec<RewardedTrajectory> rewarded = Codec.of(RewardedTrajectory.class);
    private final Codec<TrainingGroup> groups = Codec.of(TrainingGroup.class);
    private final Codec<GroupReceipt> receipts = Codec.of(GroupReceipt.class);
    private final Codec<PolicyUpdate> updates = Codec.of(PolicyUpdate.class);
    private final TopicReader reader;

    private final long began = System.currentTimeMillis();
    private final Map<String, PolicyWatch> policies = new HashMap<>();
    private final Map<String, RewardedTrajectory> evaluated = new HashMap<>();
    private long trained;
    private long served;
    private double steps;
    private long malformed;

    Watch(Properties client, List<Pupil> pupils) {
        pupils.forEach(pupil -> policies.put(pupil.policy(), new PolicyWatch(pupil, new LearningLag(began))));
        reader = TopicReader.fromBeginning(
                client, Topic.REWARDED_TRAJECTORIES, Topic.TRAINING_GROUPS, Topic.GROUP_RECEIPTS, Topic.POLICY_UPDATES);
    }

    /** Takes in what has become visible; waits a moment where there is nothing. True if there was something. */
    boolean poll() {
        List<Incoming> records = reader.poll(Duration.ofMillis(20));
        for (Incoming record : records) {
            try {
                take(record);
            } catch (MalformedRecordException e) {
                malformed++;
                LOG.warn("a record of topic {} is left out: {}", record.topic(), e.getMessage());
            }
        }
        return !records.isEmpty();
    }

    private void take(Incoming record) {
        switch (Topic.named(record.topic())) {
            case REWARDED_TRAJECTORIES -> take(rewarded.decode(record.value()));
            case TRAINING_GROUPS -> {
                TrainingGroup group = groups.decode(record.value());
                learner(group.getPolicy()).ifPresent(policy -> policy.take(group));
            }
            case GROUP_RECEIPTS -> {
                GroupReceipt receipt = receipts.decode(record.value());
                learner(receipt.getPolicy()).ifPresent(policy -> policy.take(receipt));
            }
            case POLICY_UPDATES -> {
                PolicyUpdate update = updates.decode(record.value());
                learner(update.getPolicy()).ifPresent(policy -> policy.take(update));
            }
            default -> throw new IllegalStateException("nobody asked for topic " + record.topic());
        }
    }

    private void take(RewardedTrajectory run) {
        served++;
        learner(run.getPolicy()).ifPresent(policy -> policy.take(run));
        if (run.getPurpose() == Purpose.TRAIN) {
            trained++;
            steps += run.getStats().getOrDefault(Outcome.CALLS, 0.0);
        } else if (run.getPurpose() == Purpose.EVAL) {
            evaluated.put(run.getRef().getTrajectoryId(), run);
        }
    }

    private Optional<PolicyWatch> learner(String policy) {
        return Optional.ofNullable(policies.get(policy));
    }

    /** @param policy one of the run's pupils */
    PolicyWatch of(String policy) {
        return learner(policy).orElseThrow();
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

    /** Records on these topics that are none of their type, and were left out. */
    long malformed() {
        return malformed;
    }

    /** The milliseconds of learning lag that a share of all policies' groups did not exceed; null while there are none. */
    Double lag(double share) {
        return LearningLag.quantile(
                policies.values().stream().map(PolicyWatch::lag).toList(), share);
    }

    /** The scored trajectory of a question for evaluation; null while there is none. */
    RewardedTrajectory evaluated(String trajectoryId) {
        return evaluated.get(trajectoryId);
    }

    @Override
    public void close() {
        reader.close();
    }
}
