// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import static dev.eddy.agent.mcite.TestRun.ANSWER;
import static dev.eddy.agent.mcite.TestRun.CROP;
import static dev.eddy.agent.mcite.TestRun.SEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.EffectRunner;
import dev.eddy.reward.AgentReward;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Score;
import dev.eddy.rollout.Answers;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Replayer;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectorySummary;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a run stands on its trajectory. */
class MCiteTrajectoryTest {
    private static final Codec<Trajectory> CODEC = Codec.of(Trajectory.class);

    private final MCiteAgent agent = TestRun.agent(Map.of());

    @ParameterizedTest
    @ValueSource(strings = {"trained", "react", "rag"})
    void replaysToTheSameEnd(String mode) throws InterruptedException {
        FakePages outside =
                mode.equals("rag") ? new FakePages().says(ANSWER) : new FakePages().says(SEARCH, "hm", CROP, ANSWER);
        Trajectory trajectory = record(mode, outside);

        assertThat(new Replayer<>(agent)
                        .replay(CODEC.decode(CODEC.encode(trajectory)))
                        .difference())
                .isEmpty();
        assertThat(trajectory.getTrainable()).isTrue();
        assertThat(trajectory.getError()).isNull();
    }

    @Test
    void carriesWhatRewardsAndAskersNeed() throws InterruptedException {
        Trajectory trajectory = record("trained", new FakePages().says(SEARCH, CROP, ANSWER));

        TrajectorySummary summary =
                Codec.projecting(Trajectory.class, TrajectorySummary.class).decode(CODEC.encode(trajectory));
        assertThat(summary.getContext()).containsExactly("p3");
        assertThat(summary.getCrops()).isEqualTo(trajectory.getCrops()).hasSize(1);
        assertThat(summary.getCitation()).isEqualTo(trajectory.getCitation()).isNotNull();
        assertThat(Answers.of(trajectory))
                .singleElement()
                .satisfies(answer -> assertThat(answer.getCitation()).isEqualTo(trajectory.getCitation()));
        assertThat(trajectory.getRows()).extracting(Row::getKind).containsOnly(RowKind.ACT);
        assertThat(trajectory.getSegments()).extracting(Segment::getKind).contains("page", "crop");
        assertThat(trajectory.getTemplateHash()).isEqualTo(agent.templateHash());
    }

    @Test
    void aRunEarnsNothingThatLeavesOutAStep() throws InterruptedException {
        assertThat(reward(SEARCH, CROP, ANSWER)).isCloseTo(0.7 + 0.3 * 926 / 928, within(1e-12));

        assertThat(reward(SEARCH, ANSWER)).as("no crop").isZero();
        assertThat(reward(SEARCH, CROP, "<answer>4,512</answer>"))
                .as("no citation")
                .isZero();
        assertThat(reward(CROP, SEARCH, ANSWER))
                .as("a crop that was refused, for want of a page")
                .isZero();
    }

    /** Of a run that says this, all of it right. */
    private double reward(String... said) throws InterruptedException {
        Label label = Label.newBuilder()
                .setQueryId("query-7")
                .setTargets(List.of("4,512"))
                .setMetric("exact_match")
                .setGoldPages(List.of("p3"))
                .setGoldBoxes(List.of(new PageRegion("p3", new Region(155, 618, 775, 1546), 980, 3920, null)))
                .build();
        TrajectorySummary summary = Codec.projecting(Trajectory.class, TrajectorySummary.class)
                .decode(CODEC.encode(record("trained", new FakePages().says(said))));
        AgentReward reward = AgentRewards.create(Map.of()).get("mcite");
        Score.Scored scored = (Score.Scored) reward.score(summary, label, List.of());
        assertThat(scored.task()).isEqualTo(1);
        return scored.total();
    }

    @Test
    void whatIsAskedIsTheSameWhetherCropsAreRenderedOrNot() throws InterruptedException {
        Trajectory referred = record("trained", new FakePages().says(SEARCH, CROP, ANSWER));
        Trajectory rendered =
                record("trained", new FakePages().rendering("c".repeat(64)).says(SEARCH, CROP, ANSWER));

        assertThat(rendered.getEffects())
                .extracting(EffectRecord::getRequestHash)
                .isEqualTo(referred.getEffects().stream()
                        .map(EffectRecord::getRequestHash)
                        .toList());
        assertThat(rendered.getRows()).isEqualTo(referred.getRows());
    }

    private Trajectory record(String mode, FakePages outside) throws InterruptedException {
        EffectRunner runner = new EffectRunner() {
            @Override
            public CompletableFuture<EffectResult> run(Call call) {
                return CompletableFuture.completedFuture(outside.run(call.effect()));
            }

            @Override
            public void close() {}
        };
        Rollouts<MCiteState> rollouts = new Rollouts<>(agent, new ModelCard("fake", "", 1, 1));
        RolloutRequest request =
                new RolloutRequest(TestRun.query(mode).build(), 0, new SourcePosition("queries", 0, 0L));
        return new InMemoryDriver(runner, InstantSource.system())
                .run(rollouts, request, VersionSource.only(new PolicyVersion("mcite", 3, "f".repeat(64))));
    }
}
