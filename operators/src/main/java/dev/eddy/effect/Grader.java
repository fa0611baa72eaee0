// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.effect;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.port.EffectRunner;
import dev.eddy.port.EffectRunner.Call;
import dev.eddy.reward.Scoring;
import dev.eddy.rollout.RequestHash;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Scores trajectories, and asks verifiers and judges first where their reward needs it: one way of scoring for jobs and for drivers
 * without a stream. Thread-safe. The runner stays its owner's.
 */
public final class Grader {
    /** Names the effects of scoring apart from those of the run. */
    private static final String SCORING = "/reward";

    private final Scoring scoring;
    private final EffectRunner effects;

    public Grader(Scoring scoring, EffectRunner effects) {
        this.scoring = scoring;
        this.effects = effects;
    }

    /**
     * The scored record. Its status is PENDING where no reward can be given because somebody could not be reached: it may be had
     * another time. Completes exceptionally for defects alone. Cancelling it gives up what is being asked.
     *
     * @param labelProblem why the label is unfit; null where it is sound
     * @param clock epoch milliseconds, read when the answers are there
     */
    public CompletableFuture<RewardedTrajectory> grade(
            TrajectorySummary trajectory, TrajectoryRef ref, Label label, String labelProblem, LongSupplier clock) {
        List<CompletableFuture<EffectResult>> asked = scoring.asks(trajectory, label, labelProblem).stream()
                .map(effect -> effects.run(call(trajectory, effect)))
                .toList();
        CompletableFuture<RewardedTrajectory> graded = CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(done -> {
                    List<EffectResult> results =
                            asked.stream().map(CompletableFuture::join).toList();
                    return pendingIfUnreached(
                            scoring.score(trajectory, ref, label, labelProblem, results, clock.getAsLong()), results);
                });
        graded.whenComplete(
                (record, failure) -> asked.forEach(one -> one.cancel(true))); // of no effect on what is done
        return graded;
    }

    private static Call call(TrajectorySummary trajectory, Effect effect) {
        return new Call(trajectory.getTrajectoryId() + SCORING, effect, RequestHash.of(effect), null, 0, 0);
    }

    private static RewardedTrajectory pendingIfUnreached(RewardedTrajectory graded, List<EffectResult> results) {
        boolean unreached =
                results.stream().anyMatch(result -> result instanceof Failed failed && failed.infrastructure());
        return graded.getStatus() == RewardStatus.FAILED && unreached
                ? RewardedTrajectory.newBuilder(graded)
                        .setStatus(RewardStatus.PENDING)
                        .build()
                : graded;
    }
}
