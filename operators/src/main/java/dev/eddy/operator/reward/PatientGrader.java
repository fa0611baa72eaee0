// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.effect.Grader;
import dev.eddy.port.EffectRunner;
import dev.eddy.reward.Scoring;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.ScoringRequest;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.spi.Scheduler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Scores trajectories and asks again, after pauses that double, where somebody could not be reached. One deadline bounds all
 * attempts together. What is missing at its end is FAILED; it is never a number. Thread-safe; holds no thread while it waits. The
 * runner and the scheduler stay their owner's.
 */
final class PatientGrader {
    /** What there is at the deadline. */
    private static final RewardedTrajectory NONE = null;

    private final RewardSettings.Asking asking;
    private final Scoring scoring;
    private final Grader grader;
    private final FailsafeExecutor<RewardedTrajectory> attempts;
    private final Scheduler scheduler;

    /** @param scheduler starts attempts and watches the deadline */
    PatientGrader(RewardSettings.Asking asking, Scoring scoring, EffectRunner effects, Scheduler scheduler) {
        this.asking = asking;
        this.scoring = scoring;
        this.grader = new Grader(scoring, effects);
        RetryPolicy<RewardedTrajectory> retries = RetryPolicy.<RewardedTrajectory>builder()
                .handleIf((graded, defect) -> graded != null && graded.getStatus() == RewardStatus.PENDING)
                .withBackoff(asking.pause(), asking.timeout())
                .withMaxRetries(asking.retries())
                .build();
        this.attempts = Failsafe.with(retries).with(scheduler);
        this.scheduler = scheduler;
    }

    /** The scored record, never PENDING. Completes exceptionally for defects alone. */
    CompletableFuture<RewardedTrajectory> grade(ScoringRequest request) {
        long began = System.nanoTime();
        LongSupplier clock = () -> request.getJoinedAt() + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        CompletableFuture<RewardedTrajectory> attempted = attempts.getStageAsync(
                () -> grader.grade(request.getTrajectory(), request.getRef(), request.getLabel(), null, clock));
        CompletableFuture<RewardedTrajectory> first = new CompletableFuture<>();
        attempted.whenComplete((graded, defect) -> {
            if (defect == null) {
                first.complete(graded);
            } else {
                first.completeExceptionally(defect);
            }
        });
        ScheduledFuture<?> deadline =
                scheduler.schedule(() -> first.complete(NONE), asking.timeout().toMillis(), TimeUnit.MILLISECONDS);
        first.whenComplete((graded, defect) -> {
            deadline.cancel(false);
            attempted.cancel(false);
        });
        return first.thenApply(graded -> graded == NONE ? late(request) : settled(graded));
    }

    private static RewardedTrajectory settled(RewardedTrajectory graded) {
        return graded.getStatus() == RewardStatus.PENDING
                ? RewardedTrajectory.newBuilder(graded)
                        .setStatus(RewardStatus.FAILED)
                        .build()
                : graded;
    }

    private RewardedTrajectory late(ScoringRequest request) {
        String error = "no verdict within " + asking.timeout() + ", the setting reward.ask-timeout";
        List<EffectResult> results = scoring.asks(request.getTrajectory(), request.getLabel(), null).stream()
                .<EffectResult>map(effect -> new Failed(effect.seq(), EffectStatus.TIMEOUT, error))
                .toList();
        long at = request.getJoinedAt() + asking.timeout().toMillis();
        return scoring.score(request.getTrajectory(), request.getRef(), request.getLabel(), null, results, at);
    }
}
