// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.metric.catalogue.JobMetric;
import dev.eddy.operator.PortMetrics;
import dev.eddy.operator.WireType;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.ScoringRequest;
import dev.failsafe.spi.Scheduler;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;

/**
 * Scores trajectories that verifiers and judges must be asked about first. Requests wait in the state of Flink's asynchronous
 * operator and are asked again after a restore; what the journal has is not paid for again. Retries and the deadline are the
 * {@link PatientGrader}'s, so that a result is handed over once: Flink's own can lose it between the two (FLINK-40456).
 */
final class Grading extends RichAsyncFunction<ScoringRequest, RewardedTrajectory>
        implements ResultTypeQueryable<RewardedTrajectory> {
    private static final long serialVersionUID = 1L;

    private final RewardSettings settings;
    private final EffectSource source;

    private transient PatientGrader grader;
    private transient ScheduledThreadPoolExecutor timer;
    private transient EffectSource.Opened outside;
    private transient AtomicInteger pending;

    Grading(RewardSettings settings, EffectSource source) {
        this.settings = settings;
        this.source = source;
    }

    @Override
    public TypeInformation<RewardedTrajectory> getProducedType() {
        return WireType.of(RewardedTrajectory.class);
    }

    @Override
    public void open(OpenContext context) throws Exception {
        outside = source.open();
        PortMetrics.register(getRuntimeContext().getMetricGroup(), outside.guards());
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "eddy-grading");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true); // a deadline that is not needed any more would keep its trajectory
        Scoring scoring = new Scoring(AgentRewards.create(settings.agents()));
        grader = new PatientGrader(settings.asking(), scoring, outside.effects(), Scheduler.of(timer));
        AtomicInteger waiting = new AtomicInteger();
        pending = waiting;
        getRuntimeContext().getMetricGroup().gauge(JobMetric.REWARDS_PENDING.id(), waiting::get);
    }

    @Override
    public void asyncInvoke(ScoringRequest request, ResultFuture<RewardedTrajectory> out) {
        pending.incrementAndGet();
        grader.grade(request).whenComplete((graded, defect) -> {
            pending.decrementAndGet();
            if (defect == null) {
                out.complete(List.of(graded));
            } else {
                out.completeExceptionally(defect);
            }
        });
    }

    @Override
    public void close() throws Exception {
        if (timer != null) {
            timer.shutdownNow();
        }
        if (outside != null) {
            outside.resources().close();
        }
    }
}
