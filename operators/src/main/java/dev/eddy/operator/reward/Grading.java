// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.operator.WireType;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.rollout.RequestHash;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.ScoringRequest;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
 * <p>A reward that is missing because somebody could not be reached is PENDING and asked for again, until attempts or time are used
 * up; then {@link #settled} makes it FAILED. It is never a number.
 */
final class Grading extends RichAsyncFunction<ScoringRequest, RewardedTrajectory>
        implements ResultTypeQueryable<RewardedTrajectory> {
    private static final long serialVersionUID = 1L;
    /** Names the effects of scoring apart from those of the run. */
    private static final String SCORING = "/reward";

    private final RewardSettings settings;
    private final EffectSource source;

    private transient Scoring scoring;
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
        AtomicInteger waiting = new AtomicInteger();
        pending = waiting;
        getRuntimeContext().getMetricGroup().gauge("pendingRewards", waiting::get);
    }

    @Override
    public void asyncInvoke(ScoringRequest request, ResultFuture<RewardedTrajectory> out) {
        long began = System.nanoTime();
        List<CompletableFuture<EffectResult>> asked =
                asks(request).stream().map(effect -> run(request, effect)).toList();
        pending.incrementAndGet();
        CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).whenComplete((done, defect) -> {
            pending.decrementAndGet();
            if (defect == null) {
                long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
                out.complete(List.of(graded(
                        request, asked.stream().map(CompletableFuture::join).toList(), took)));
            } else {
                out.completeExceptionally(defect);
            }
        });
    }

    @Override
    public void timeout(ScoringRequest request, ResultFuture<RewardedTrajectory> out) {
        String error = "no verdict within " + settings.asking().timeout() + ", the setting reward.ask-timeout";
        List<EffectResult> results = asks(request).stream()
                .<EffectResult>map(effect -> new Failed(effect.seq(), EffectStatus.TIMEOUT, error))
                .toList();
        out.complete(
                List.of(graded(request, results, settings.asking().timeout().toMillis())));
    }

    private List<Effect> asks(ScoringRequest request) {
        return scoring.asks(request.getTrajectory(), request.getLabel(), null);
    }

    private CompletableFuture<EffectResult> run(ScoringRequest request, Effect effect) {
        return outside.effects()
                .run(new Call(
                        request.getTrajectory().getTrajectoryId() + SCORING,
                        effect,
                        RequestHash.of(effect),
                        null,
                        0,
                        0));
    }

    private RewardedTrajectory graded(ScoringRequest request, List<EffectResult> results, long took) {
        RewardedTrajectory graded = scoring.score(
                request.getTrajectory(),
                request.getRef(),
                request.getLabel(),
                null,
                results,
                request.getJoinedAt() + took);
        boolean unreached =
                results.stream().anyMatch(result -> result instanceof Failed failed && failed.infrastructure());
        return graded.getStatus() == RewardStatus.FAILED && unreached
                ? RewardedTrajectory.newBuilder(graded)
                        .setStatus(RewardStatus.PENDING)
                        .build()
                : graded;
    }

    /** Asks again for what is pending, after pauses that double. */
    static AsyncRetryStrategy<RewardedTrajectory> retries(RewardSettings.Asking asking) {
        return new ExponentialBackoffDelayRetryStrategyBuilder<RewardedTrajectory>(
                        asking.attempts(),
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
