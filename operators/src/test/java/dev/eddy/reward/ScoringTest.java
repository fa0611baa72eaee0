// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScoringTest {
    private final Scoring scoring = new Scoring(AgentRewards.create(Map.of()));

    @Test
    void aScoredTrajectoryKeepsWhoItIsAndWhatItDid() {
        TrajectorySummary trajectory = Samples.answered("q", 2, 8, "dax", "wug");

        RewardedTrajectory rewarded = score(trajectory, null);

        assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.OK);
        assertThat(rewarded.getReward()).isCloseTo(0.45, within(1e-12));
        assertThat(rewarded.getComponents()).containsEntry("task", 0.5).containsKeys("context", "acquisition");
        assertThat(rewarded.getAnswerRewards()).containsExactly(1.0, 0.0);
        assertThat(rewarded.getScorer()).isEqualTo("acticl/1");
        assertThat(rewarded.getTrainable()).isTrue();
        assertThat(rewarded.getRef()).isEqualTo(ref(trajectory));
        assertThat(rewarded.getRolloutIndex()).isEqualTo(2);
        assertThat(rewarded.getGroupSize()).isEqualTo(8);
        assertThat(rewarded.getBankId()).isEqualTo("glyphs/7/train/12");
        assertThat(rewarded.getPolicyVersionMin()).isEqualTo(3);
        assertThat(rewarded.getStats()).isEqualTo(trajectory.getStats());
        assertThat(rewarded.getAdvantage()).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"TOOL_INFRA", "MODEL_INFRA", "GRADER_INFRA", "CANCELLED"})
    void failuresOfTheInfrastructureAreNoReward(Termination termination) {
        RewardedTrajectory rewarded = score(
                Samples.trajectory("q", 0, 8, Purpose.TRAIN, termination)
                        .setError("model server gone")
                        .build(),
                null);

        assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.FAILED);
        assertThat(rewarded.getError()).contains(termination.name(), "model server gone");
        assertThat(rewarded.getTrainable()).isFalse();
        assertThat(rewarded.getComponents()).isEmpty();
    }

    @Test
    void anUnfitLabelIsNoReward() {
        RewardedTrajectory rewarded = score(Samples.answered("q", 0, 8, "dax"), "no metric is named 'bleu'");

        assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.FAILED);
        assertThat(rewarded.getError()).isEqualTo("no metric is named 'bleu'");
        assertThat(rewarded.getTrainable()).isFalse();
    }

    @Test
    void anAgentWithoutRewardIsNamed() {
        TrajectorySummary known = Samples.answered("q", 0, 8, "dax");
        Query query = Query.newBuilder(known.getQuery()).setAgent("nobody").build();

        RewardedTrajectory rewarded =
                score(TrajectorySummary.newBuilder(known).setQuery(query).build(), null);

        assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.FAILED);
        assertThat(rewarded.getError()).contains("'nobody'", "acticl");
    }

    @Test
    void viewersAreToldWhatTrulySupportsTheAnswer() {
        TrajectorySummary trajectory = Samples.answered("q", 0, 8, "dax");
        PageRegion gold = new PageRegion("p", new Region(1, 2, 3, 4), 9, 9, null);
        Label label = Label.newBuilder(Samples.label("q", "dax"))
                .setGoldBoxes(List.of(gold))
                .build();

        assertThat(scoring.score(trajectory, ref(trajectory), label, null, List.of(), 5L)
                        .getGoldBoxes())
                .containsExactly(gold);
    }

    @Test
    void aTrajectoryWithoutLabelIsUntrainable() {
        TrajectorySummary trajectory = Samples.answered("q", 0, 8, "dax");

        RewardedTrajectory rewarded = scoring.withoutLabel(trajectory, ref(trajectory), 9L);

        assertThat(rewarded.getStatus()).isEqualTo(RewardStatus.TIMEOUT);
        assertThat(rewarded.getTrainable()).isFalse();
        assertThat(rewarded.getRewardedAt()).isEqualTo(9L);
    }

    private RewardedTrajectory score(TrajectorySummary trajectory, String labelProblem) {
        return scoring.score(trajectory, ref(trajectory), Samples.label("q", "dax"), labelProblem, List.of(), 5L);
    }

    private static TrajectoryRef ref(TrajectorySummary trajectory) {
        return new TrajectoryRef(trajectory.getTrajectoryId(), "trajectories", 0, 11L);
    }
}
