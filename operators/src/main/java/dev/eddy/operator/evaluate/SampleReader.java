// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.evaluate;

import dev.eddy.metric.TrajectoryMetrics;
import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.MetricSample;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Reads what the other jobs wrote as samples of series. What cannot be read is a dead letter. */
final class SampleReader extends ProcessFunction<Incoming, MetricSample> {
    private static final long serialVersionUID = 1L;

    private final String job;

    private transient DeadLetters letters;
    private transient TrajectoryMetrics trajectories;
    private transient Codec<RewardedTrajectory> rewardedCodec;
    private transient Codec<TrainingGroup> groupCodec;
    private transient Codec<GroupReceipt> receiptCodec;
    private transient Codec<PolicyUpdate> updateCodec;
    private transient Codec<DeadLetter> letterCodec;

    SampleReader(String job) {
        this.job = job;
    }

    @Override
    public void open(OpenContext context) {
        letters = new DeadLetters(job);
        trajectories = TrajectoryMetrics.found();
        rewardedCodec = Codec.of(RewardedTrajectory.class);
        groupCodec = Codec.of(TrainingGroup.class);
        receiptCodec = Codec.of(GroupReceipt.class);
        updateCodec = Codec.of(PolicyUpdate.class);
        letterCodec = Codec.of(DeadLetter.class);
    }

    @Override
    public void processElement(Incoming record, Context context, Collector<MetricSample> out) {
        try {
            samples(record).forEach(out::collect);
        } catch (MalformedRecordException e) {
            long now = context.timerService().currentProcessingTime();
            context.output(DeadLetters.TAG, letters.about(record, "MALFORMED", e.getMessage(), null, now));
        }
    }

    private List<MetricSample> samples(Incoming record) {
        Topic topic = Topic.named(record.topic());
        return switch (topic) {
            case REWARDED_TRAJECTORIES -> trajectories.samples(rewardedCodec.decode(record.value()));
            case TRAINING_GROUPS -> List.of(group(groupCodec.decode(record.value())));
            case GROUP_RECEIPTS -> receipt(receiptCodec.decode(record.value()));
            case POLICY_UPDATES -> List.of(update(updateCodec.decode(record.value())));
            case DEAD_LETTERS -> List.of(letter(letterCodec.decode(record.value())));
            case QUERIES,
                    LABELS,
                    ANSWERS,
                    TRAJECTORIES,
                    RESCORED_TRAJECTORIES,
                    COLLECTED_TRAJECTORIES,
                    POLICY_CONTROL,
                    METRICS -> throw new IllegalStateException("nothing is measured on topic " + topic.topicName());
        };
    }

    private static MetricSample group(TrainingGroup group) {
        return MetricSample.newBuilder()
                .setLabels(Map.of("policy", group.getPolicy()))
                .setValues(Map.of(
                        "groupCompleteness", (double) group.getMembers().size() / group.getGroupSize(),
                        "groupCompleteShare", share(group.getStatus() == GroupStatus.COMPLETE),
                        "groupZeroVarianceShare", share(group.getZeroVariance()),
                        "groupTooFewShare", share(group.getTooFew()),
                        "groupRewardMean", group.getMean(),
                        "groupRewardStd", group.getStd()))
                .setTotals(Map.of("groups", 1.0))
                .build();
    }

    private static List<MetricSample> receipt(GroupReceipt receipt) {
        return List.of(
                MetricSample.newBuilder()
                        .setLabels(Map.of("policy", receipt.getPolicy()))
                        .setValues(Map.of("policyLag", (double) receipt.getLag()))
                        .build(),
                MetricSample.newBuilder()
                        .setLabels(Map.of(
                                "policy", receipt.getPolicy(),
                                "fate", receipt.getFate().name()))
                        .setTotals(Map.of("groupReceipts", 1.0))
                        .build());
    }

    private static MetricSample update(PolicyUpdate update) {
        Map<String, Double> values = new HashMap<>();
        update.getMetrics().forEach((name, value) -> values.put("trainer." + name, value));
        values.put("trainer.step", (double) update.getStep());
        values.put("trainer.groupsConsumed", (double) update.getGroupsConsumed());
        values.put("trainer.groupsTrained", (double) update.getGroupsTrained());
        return MetricSample.newBuilder()
                .setLabels(Map.of(
                        "policy", update.getPolicy(),
                        "policyVersion", Long.toString(update.getVersion())))
                .setValues(values)
                .setTotals(Map.of("policyUpdates", 1.0))
                .build();
    }

    private static MetricSample letter(DeadLetter letter) {
        return MetricSample.newBuilder()
                .setLabels(Map.of("job", letter.getJob(), "reason", letter.getReason()))
                .setTotals(Map.of("deadLetters", 1.0))
                .build();
    }

    private static double share(boolean of) {
        return of ? 1 : 0;
    }
}
