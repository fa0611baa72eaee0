// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.metric.catalogue.JobMetric;
import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.WireType;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.ScoringRequest;
import dev.eddy.schemas.TrajectorySummary;
import dev.eddy.schemas.WaitingLabel;
import dev.eddy.schemas.WaitingTrajectory;
import java.io.IOException;
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
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Joins trajectories with the label of their query and scores them. Keyed by query id; both sides wait for each other for a
 * bounded time, in any order. A trajectory that no label comes for leaves as TIMEOUT; a label that meets nothing becomes a dead
 * letter. The first label of a query counts.
 */
final class LabelJoin extends KeyedCoProcessFunction<String, WaitingLabel, WaitingTrajectory, RewardedTrajectory>
        implements RestoreAware {
    private static final long serialVersionUID = 1L;

    /** Trajectories that somebody must be asked about before they can be scored. */
    static final OutputTag<ScoringRequest> ASKS = new OutputTag<>("asks", WireType.of(ScoringRequest.class));

    private final RewardSettings settings;
    private final String job;
    private final boolean askable;

    private transient RestoreGrace grace;
    private transient Scoring scoring;
    private transient DeadLetters letters;
    private transient ValueState<WaitingLabel> label;
    private transient ListState<WaitingTrajectory> trajectories;
    private transient Counter duplicateLabels;
    private transient Counter unusedLabels;
    private transient Counter missingLabels;

    /** @param askable whether there are verifiers and judges: without, what needs them is scored without */
    LabelJoin(String job, RewardSettings settings, boolean askable) {
        this.job = job;
        this.settings = settings;
        this.askable = askable;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        grace = new RestoreGrace(context);
    }

    @Override
    public void open(OpenContext context) {
        scoring = new Scoring(AgentRewards.create(settings.agents()));
        letters = new DeadLetters(job);
        label = getRuntimeContext().getState(new ValueStateDescriptor<>("label", WireType.of(WaitingLabel.class)));
        trajectories = getRuntimeContext()
                .getListState(new ListStateDescriptor<>("trajectories", WireType.of(WaitingTrajectory.class)));
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        duplicateLabels = metrics.counter(JobMetric.LABELS_DUPLICATE_TOTAL.id());
        unusedLabels = metrics.counter(JobMetric.LABELS_UNUSED_TOTAL.id());
        missingLabels = metrics.counter(JobMetric.LABELS_MISSING_TOTAL.id());
    }

    @Override
    public void processElement1(WaitingLabel arrived, Context context, Collector<RewardedTrajectory> out)
            throws Exception {
        TimerService timers = context.timerService();
        long now = timers.currentProcessingTime();
        grace.observe(now);
        if (label.value() != null) {
            duplicateLabels.inc();
            return;
        }
        int met = 0;
        int wanted = Integer.MAX_VALUE;
        for (WaitingTrajectory trajectory : trajectories.get()) {
            timers.deleteProcessingTimeTimer(trajectory.getDeadline());
            score(arrived, trajectory, now, context, out);
            met++;
            wanted = trajectory.getTrajectory().getGroupSize();
        }
        trajectories.clear();
        long wait = met >= wanted
                ? settings.labelTimeout().toMillis()
                : settings.labelRetention().toMillis();
        keep(arrived, met, now + wait, timers);
    }

    @Override
    public void processElement2(WaitingTrajectory arrived, Context context, Collector<RewardedTrajectory> out)
            throws Exception {
        TimerService timers = context.timerService();
        long now = timers.currentProcessingTime();
        grace.observe(now);
        WaitingLabel waiting = label.value();
        if (waiting != null) {
            score(waiting, arrived, now, context, out);
            int met = waiting.getMet() + 1;
            long deadline = waiting.getDeadline();
            if (met == arrived.getTrajectory().getGroupSize()) {
                timers.deleteProcessingTimeTimer(deadline);
                deadline = Math.min(deadline, now + settings.labelTimeout().toMillis());
            }
            keep(waiting, met, deadline, timers);
            return;
        }
        long deadline = now + settings.labelTimeout().toMillis();
        trajectories.add(new WaitingTrajectory(arrived.getRef(), arrived.getTrajectory(), deadline, false));
        timers.registerProcessingTimeTimer(deadline);
    }

    private void score(
            WaitingLabel waiting,
            WaitingTrajectory arrived,
            long now,
            Context context,
            Collector<RewardedTrajectory> out) {
        TrajectorySummary trajectory = arrived.getTrajectory();
        Label truth = waiting.getLabel();
        if (askable && !scoring.asks(trajectory, truth, waiting.getProblem()).isEmpty()) {
            context.output(ASKS, new ScoringRequest(arrived.getRef(), trajectory, truth, now));
        } else {
            out.collect(scoring.score(trajectory, arrived.getRef(), truth, waiting.getProblem(), List.of(), now));
        }
    }

    private void keep(WaitingLabel waiting, int met, long deadline, TimerService timers) throws IOException {
        timers.registerProcessingTimeTimer(deadline);
        label.update(new WaitingLabel(
                waiting.getLabel(), waiting.getSource(), waiting.getProblem(), met, deadline, waiting.getProlonged()));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<RewardedTrajectory> out) throws Exception {
        long now = context.timerService().currentProcessingTime();
        grace.observe(now);
        WaitingLabel waiting = label.value();
        if (waiting != null && waiting.getDeadline() <= now) {
            expire(waiting, now, context);
        }
        expireTrajectories(now, context.timerService(), out);
    }

    private void expire(WaitingLabel waiting, long now, Context context) throws Exception {
        if (!waiting.getProlonged() && grace.missed(waiting.getDeadline())) {
            long deadline = now + settings.labelRetention().toMillis();
            context.timerService().registerProcessingTimeTimer(deadline);
            label.update(new WaitingLabel(
                    waiting.getLabel(), waiting.getSource(), waiting.getProblem(), waiting.getMet(), deadline, true));
            return;
        }
        if (waiting.getMet() == 0) {
            unusedLabels.inc();
            if (waiting.getProblem() == null) {
                String queryId = waiting.getLabel().getQueryId();
                context.output(
                        DeadLetters.TAG,
                        letters.about(
                                waiting.getSource(),
                                queryId,
                                "UNUSED_LABEL",
                                "no trajectory of query " + queryId + " came within " + settings.labelRetention()
                                        + " of its label",
                                now));
            }
        }
        label.clear();
    }

    private void expireTrajectories(long now, TimerService timers, Collector<RewardedTrajectory> out) throws Exception {
        List<WaitingTrajectory> kept = new ArrayList<>();
        boolean changed = false;
        for (WaitingTrajectory waiting : trajectories.get()) {
            if (waiting.getDeadline() > now) {
                kept.add(waiting);
            } else if (!waiting.getProlonged() && grace.missed(waiting.getDeadline())) {
                long deadline = now + settings.labelTimeout().toMillis();
                timers.registerProcessingTimeTimer(deadline);
                kept.add(new WaitingTrajectory(waiting.getRef(), waiting.getTrajectory(), deadline, true));
                changed = true;
            } else {
                missingLabels.inc();
                out.collect(scoring.withoutLabel(waiting.getTrajectory(), waiting.getRef(), now));
                changed = true;
            }
        }
        if (changed) {
            trajectories.update(kept);
        }
    }
}
