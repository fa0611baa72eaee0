// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.effect.Grader;
import dev.eddy.operator.WireType;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.ScoringRequest;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.functions.async.AsyncRetryStrategy;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.streaming.util.retryable.AsyncRetryStrategies.ExponentialBackoffDelayRetryStrategyBuilder;

/**
 * Scores trajectories that verifiers and judges must be asked about first. Requests wait in the state of Flink's asynchronous
 * operator and are asked again after a restore; what the journal has is not paid for again.
 *
 * <p>A reward that is missing because somebody could not be reached is PENDING and asked for again, until retries or time are used
 * up; then {@link #settled} makes it FAILED. It is never a number.
 */
final class Grading extends RichAsyncFunction<ScoringRequest, RewardedTrajectory>
        implements ResultTypeQueryable<RewardedTrajectory> {
    private static final long serialVersionUID = 1L;

    private final RewardSettings settings;
    private final EffectSource source;

    private transient Scoring scoring;
    private transient Grader grader;
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
        scoring = new Scoring(AgentRewards.create(settings.agents()));
        outside = source.open();
        grader = new Grader(scoring, outside.effects());
        AtomicInteger waiting = new AtomicInteger();
        pending = waiting;
        getRuntimeContext().getMetricGroup().gauge("pendingRewards", waiting::get);
    }

    @Override
    public void asyncInvoke(ScoringRequest request, ResultFuture<RewardedTrajectory> out) {
        long began = System.nanoTime();
        LongSupplier clock = () -> request.getJoinedAt() + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        pending.incrementAndGet();
        grader.grade(request.getTrajectory(), request.getRef(), request.getLabel(), null, clock)
                .whenComplete((graded, defect) -> {
                    pending.decrementAndGet();
                    if (defect == null) {
                        out.complete(List.of(graded));
                    } else {
                        out.completeExceptionally(defect);
                    }
                });
    }

    @Override
    public void timeout(ScoringRequest request, ResultFuture<RewardedTrajectory> out) {
        String error = "no verdict within " + settings.asking().timeout() + ", the setting reward.ask-timeout";
        List<EffectResult> results = scoring.asks(request.getTrajectory(), request.getLabel(), null).stream()
                .<EffectResult>map(effect -> new Failed(effect.seq(), EffectStatus.TIMEOUT, error))
                .toList();
        long at = request.getJoinedAt() + settings.asking().timeout().toMillis();
        out.complete(List.of(
                scoring.score(request.getTrajectory(), request.getRef(), request.getLabel(), null, results, at)));
    }

    /** Asks again for what is pending, after pauses that double. */
    static AsyncRetryStrategy<RewardedTrajectory> retries(RewardSettings.Asking asking) {
        return new ExponentialBackoffDelayRetryStrategyBuilder<RewardedTrajectory>(
                        asking.retries(),
                        asking.pause().toMillis(),
                        asking.timeout().toMillis(),
                        2)
                .ifResult(new Pending())
                .build();
    }

    /** What is still pending after the last attempt has failed. */
    static RewardedTrajectory settled(RewardedTrajectory graded) {
        return graded.getStatus() == RewardStatus.PENDING
                ? RewardedTrajectory.newBuilder(graded)
                        .setStatus(RewardStatus.FAILED)
                        .build()
                : graded;
    }

    @Override
    public void close() throws Exception {
        if (outside != null) {
            outside.resources().close();
        }
    }

    private static final class Pending implements Predicate<Collection<RewardedTrajectory>>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean test(Collection<RewardedTrajectory> graded) {
            return graded.stream().anyMatch(one -> one.getStatus() == RewardStatus.PENDING);
        }
    }
}
