// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.port.EffectRunner;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.reward.SvrlRuns;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.ScoringRequest;
import dev.eddy.schemas.TrajectoryRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PatientGraderTest {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration INSTANT = Duration.ZERO;
    private static final RewardSettings.Asking ASKING = new RewardSettings.Asking(TIMEOUT, 3, PAUSE, 10);

    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<EffectResult>> asked = new ArrayList<>();
    private final PatientGrader grader =
            new PatientGrader(ASKING, new Scoring(AgentRewards.create(Map.of())), new Held(), time);

    @Test
    void whileTheVerifierIsDownItIsAskedAfterPausesThatDoubleThenTheRewardFailsAndIsNoNumber() {
        CompletableFuture<RewardedTrajectory> grading = grade();
        for (int retry = 0; retry < ASKING.retries(); retry++) {
            assertThat(asked).hasSize(retry + 1);
            asked.get(retry).complete(down());
            Duration pause = PAUSE.multipliedBy(1L << retry);
            time.advance(pause.minusMillis(1));
            assertThat(asked).as("not before the pause is over").hasSize(retry + 1);
            time.advance(Duration.ofMillis(1));
        }
        assertThat(grading).isNotDone();

        asked.get(ASKING.retries()).complete(down());

        assertThat(grading).isCompletedWithValueMatching(graded -> graded.getStatus() == RewardStatus.FAILED);
        RewardedTrajectory failed = grading.join();
        assertThat(failed.getTrainable()).isFalse();
        assertThat(failed.getError())
                .contains("verifier")
                .contains("UNAVAILABLE")
                .contains("down");
        assertThat(failed.getComponents()).isEmpty();
        assertThat(time.waiting()).as("the deadline is let go").isZero();
    }

    @Test
    void aVerifierThatComesBackGivesTheReward() {
        CompletableFuture<RewardedTrajectory> grading = grade();
        asked.get(0).complete(down());
        time.advance(PAUSE);

        asked.get(1).complete(useful());

        assertThat(grading).isCompletedWithValueMatching(graded -> graded.getStatus() == RewardStatus.OK);
    }

    @Test
    void whatTheVerifierRefusesIsNotAskedAgain() {
        CompletableFuture<RewardedTrajectory> grading = grade();

        asked.get(0).complete(new Failed(0, EffectStatus.REJECTED, "no such question"));

        assertThat(grading).isCompletedWithValueMatching(graded -> graded.getStatus() == RewardStatus.FAILED);
        assertThat(time.waiting()).isZero();
    }

    @Test
    void aVerifierThatSaysNothingIsWaitedForNoLongerThanAllowedAndThenGivenUp() {
        CompletableFuture<RewardedTrajectory> grading = grade();
        asked.get(0).complete(down());
        time.advance(PAUSE);
        time.advance(TIMEOUT.minus(PAUSE).minusMillis(1));
        assertThat(grading).as("one deadline for all attempts").isNotDone();

        time.advance(Duration.ofMillis(1));

        assertThat(grading).isCompletedWithValueMatching(graded -> graded.getStatus() == RewardStatus.FAILED);
        assertThat(grading.join().getError()).contains("reward.ask-timeout");
        assertThat(asked.get(1)).isCancelled();
        time.advance(TIMEOUT);
        assertThat(asked).as("nobody is asked any more").hasSize(2);
    }

    @Test
    void aDefectIsNotTriedAgain() {
        CompletableFuture<RewardedTrajectory> grading = grade();

        asked.get(0).completeExceptionally(new NoClassDefFoundError("gone"));

        assertThatThrownBy(grading::join).hasRootCauseInstanceOf(NoClassDefFoundError.class);
        time.advance(TIMEOUT);
        assertThat(asked).hasSize(1);
    }

    private CompletableFuture<RewardedTrajectory> grade() {
        CompletableFuture<RewardedTrajectory> grading = grader.grade(new ScoringRequest(
                new TrajectoryRef("q/0", "trajectories", 0, 1L),
                SvrlRuns.run("trained", "1897", SvrlRuns.byText(5, 5, "11", "11"))
                        .build(),
                SvrlRuns.label(false),
                500L));
        time.advance(INSTANT);
        return grading;
    }

    private static EffectResult useful() {
        return new Completed(0, new Verdicts(List.of(true, true, true, true, true), List.of(true, true)));
    }

    private static EffectResult down() {
        return new Failed(0, EffectStatus.UNAVAILABLE, "down");
    }

    private final class Held implements EffectRunner {
        @Override
        public CompletableFuture<EffectResult> run(Call call) {
            CompletableFuture<EffectResult> answer = new CompletableFuture<>();
            asked.add(answer);
            return answer;
        }

        @Override
        public void close() {}
    }
}
