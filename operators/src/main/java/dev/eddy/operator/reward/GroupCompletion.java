// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.advantage.ClosedGroup;
import dev.eddy.metric.catalogue.JobMetric;
import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.GroupProgress;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Gathers the members of a group and closes it, with advantages, when all are there or at its deadline. Keyed by group id. What
 * is not for training passes at once. A closed group is remembered for a while: a member that comes then, or comes twice, is a
 * dead letter, so that no trajectory is in two groups.
 */
final class GroupCompletion extends KeyedProcessFunction<String, RewardedTrajectory, Outgoing> implements RestoreAware {
    private static final long serialVersionUID = 1L;

    private final RewardSettings settings;
    private final String job;

    private transient RestoreGrace grace;
    private transient DeadLetters letters;
    private transient Codec<RewardedTrajectory> rewardedCodec;
    private transient Codec<TrainingGroup> groupCodec;
    private transient ValueState<GroupProgress> progress;
    private transient ListState<RewardedTrajectory> members;
    private transient Counter lateMembers;
    private transient Counter completeGroups;
    private transient Counter incompleteGroups;
    private transient Counter zeroVarianceGroups;

    GroupCompletion(String job, RewardSettings settings) {
        this.job = job;
        this.settings = settings;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        grace = new RestoreGrace(context);
    }

    @Override
    public void open(OpenContext context) {
        letters = new DeadLetters(job);
        rewardedCodec = Codec.of(RewardedTrajectory.class);
        groupCodec = Codec.of(TrainingGroup.class);
        progress =
                getRuntimeContext().getState(new ValueStateDescriptor<>("progress", WireType.of(GroupProgress.class)));
        members = getRuntimeContext()
                .getListState(new ListStateDescriptor<>("members", WireType.of(RewardedTrajectory.class)));
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        lateMembers = metrics.counter(JobMetric.GROUP_MEMBERS_LATE_TOTAL.id());
        completeGroups = metrics.counter(JobMetric.GROUPS_COMPLETE_TOTAL.id());
        incompleteGroups = metrics.counter(JobMetric.GROUPS_INCOMPLETE_TOTAL.id());
        zeroVarianceGroups = metrics.counter(JobMetric.GROUPS_ZERO_VARIANCE_TOTAL.id());
    }

    @Override
    public void processElement(RewardedTrajectory arrived, Context context, Collector<Outgoing> out) throws Exception {
        if (arrived.getPurpose() != Purpose.TRAIN) {
            out.collect(rewarded(arrived));
            return;
        }
        TimerService timers = context.timerService();
        long now = timers.currentProcessingTime();
        grace.observe(now);
        GroupProgress before = progress.value();
        if (before != null && (before.getClosed() || before.getCame().contains(arrived.getRolloutIndex()))) {
            lateMembers.inc();
            out.collect(late(arrived, before, now));
            return;
        }
        members.add(arrived);
        List<Integer> came = new ArrayList<>(before == null ? List.of() : before.getCame());
        came.add(arrived.getRolloutIndex());
        long deadline = before == null ? now + settings.groupTimeout().toMillis() : before.getDeadline();
        GroupProgress after = new GroupProgress(came, deadline, before != null && before.getProlonged(), false);
        if (came.size() >= arrived.getGroupSize()) {
            timers.deleteProcessingTimeTimer(deadline);
            close(after, timers, out);
            return;
        }
        if (before == null) {
            timers.registerProcessingTimeTimer(deadline);
        }
        progress.update(after);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<Outgoing> out) throws Exception {
        TimerService timers = context.timerService();
        long now = timers.currentProcessingTime();
        grace.observe(now);
        GroupProgress group = progress.value();
        if (group.getClosed()) {
            progress.clear();
        } else if (!group.getProlonged() && grace.missed(group.getDeadline())) {
            long deadline = now + settings.groupTimeout().toMillis();
            timers.registerProcessingTimeTimer(deadline);
            progress.update(new GroupProgress(group.getCame(), deadline, true, false));
        } else {
            close(group, timers, out);
        }
    }

    private void close(GroupProgress group, TimerService timers, Collector<Outgoing> out) throws Exception {
        long now = timers.currentProcessingTime();
        List<RewardedTrajectory> came = new ArrayList<>();
        members.get().forEach(came::add);
        ClosedGroup closed = ClosedGroup.of(came, settings.estimator(), settings.minValid(), now);
        closed.members().forEach(member -> out.collect(rewarded(member)));
        TrainingGroup training = closed.group();
        out.collect(new Outgoing(Topic.TRAINING_GROUPS, training.getPolicy(), groupCodec.encode(training)));

        (training.getStatus() == GroupStatus.COMPLETE ? completeGroups : incompleteGroups).inc();
        zeroVarianceGroups.inc(training.getZeroVariance() ? 1 : 0);
        members.clear();
        long forget = now + settings.lateWindow().toMillis();
        timers.registerProcessingTimeTimer(forget);
        progress.update(new GroupProgress(group.getCame(), forget, false, true));
    }

    private Outgoing rewarded(RewardedTrajectory trajectory) {
        return new Outgoing(
                Topic.REWARDED_TRAJECTORIES,
                trajectory.getGroupId(),
                rewardedCodec.encode(trajectory),
                trajectory.getTraceparent());
    }

    private Outgoing late(RewardedTrajectory member, GroupProgress group, long now) {
        String what = group.getCame().contains(member.getRolloutIndex())
                ? "came a second time"
                : "came after the group had closed without it; set the group timeout above what a rollout may take";
        return letters.about(
                member.getRef().getTrajectoryId(),
                "LATE_MEMBER",
                "rollout " + member.getRolloutIndex() + " of group " + member.getGroupId() + " " + what + " ("
                        + member.getRef().getTopic() + "-" + member.getRef().getPartition() + "@"
                        + member.getRef().getOffset() + ")",
                now);
    }
}
