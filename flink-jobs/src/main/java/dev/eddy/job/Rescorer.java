// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.advantage.ClosedGroup;
import dev.eddy.effect.Grader;
import dev.eddy.metric.Metric;
import dev.eddy.operator.reward.EffectSource;
import dev.eddy.operator.reward.RewardSettings;
import dev.eddy.reward.AgentReward;
import dev.eddy.reward.AgentRewards;
import dev.eddy.reward.Scoring;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;

/**
 * Scores stored trajectories of an agent again, by the options that the reward job has, and closes their groups again: advantages are those of
 * the new rewards. Verifiers and judges are asked where the options choose some. Not thread-safe.
 */
public final class Rescorer implements AutoCloseable {
    private static final int SHOWN_OF_HASH = 8;

    private final RewardSettings settings;
    private final String scorer;
    private final Scoring scoring;
    private final EffectSource.Opened outside;
    private final LongSupplier clock;

    private Rescorer(
            RewardSettings settings, String scorer, Scoring scoring, EffectSource.Opened outside, LongSupplier clock) {
        this.settings = settings;
        this.scorer = scorer;
        this.scoring = scoring;
        this.outside = outside;
        this.clock = clock;
    }

    /**
     * Opens what the options name.
     *
     * @param agent whose trajectories are to be scored
     * @param clock epoch milliseconds
     * @throws IllegalArgumentException if there is no reward for the agent, an option is wrong, or none chooses a verifier or judge
     *     that the reward needs
     */
    public static Rescorer open(ReadableConfig configuration, String agent, LongSupplier clock) throws Exception {
        Configuration all = Configuration.fromMap(configuration.toMap());
        all.set(JobOptions.AGENTS, List.copyOf(AgentRewards.create(Map.of()).keySet()));
        RewardSettings settings = RewardJob.settings(all);
        Map<String, AgentReward> rewards = AgentRewards.create(settings.agents());
        AgentReward reward = rewards.get(agent);
        if (reward == null) {
            throw new IllegalArgumentException(
                    "there is no reward for agent '" + agent + "'; there are rewards for " + rewards.keySet());
        }
        RewardJob.refuseWithoutPorts(agent, reward, all);
        String scorer = reward.scorer() + suffix(settings, agent, RewardJob.asked(all));
        EffectSource asks = RewardJob.asks(all);
        return new Rescorer(settings, scorer, new Scoring(rewards), asks == null ? null : asks.open(), clock);
    }

    /** Whatever changes a record is another scorer, and the same again the same: a second run must know the first. */
    private static String suffix(RewardSettings settings, String agent, String asked) {
        Map<String, String> own = new TreeMap<>(settings.agents().getOrDefault(agent, new HashMap<>()));
        String all = own + asked + settings.estimator() + settings.minValid();
        return "+" + Sha256.hex(all.getBytes(StandardCharsets.UTF_8)).substring(0, SHOWN_OF_HASH);
    }

    /** What its records are to carry. */
    public String scorer() {
        return scorer;
    }

    /** A stored trajectory and where it stands. */
    public record Stored(TrajectorySummary trajectory, TrajectoryRef ref) {}

    /**
     * The group scored again, in order of rollout; empty where a verifier or judge could not be reached, so that there is no reward
     * yet.
     *
     * @param group the members that it was closed with; one where it is no training group
     */
    public List<RewardedTrajectory> rescore(List<Stored> group, Label label) {
        List<CompletableFuture<RewardedTrajectory>> asked =
                group.stream().map(stored -> score(stored, label)).toList();
        List<RewardedTrajectory> scored =
                asked.stream().map(CompletableFuture::join).toList();
        if (scored.stream().anyMatch(one -> one.getStatus() == RewardStatus.PENDING)) {
            return List.of();
        }
        if (scored.get(0).getPurpose() != Purpose.TRAIN) {
            return scored;
        }
        return ClosedGroup.of(scored, settings.estimator(), settings.minValid(), clock.getAsLong())
                .members();
    }

    private CompletableFuture<RewardedTrajectory> score(Stored stored, Label label) {
        TrajectorySummary trajectory = stored.trajectory();
        String problem = Metric.problem(label).orElse(null);
        CompletableFuture<RewardedTrajectory> scored = outside == null
                ? CompletableFuture.completedFuture(
                        scoring.score(trajectory, stored.ref(), label, problem, List.of(), clock.getAsLong()))
                : new Grader(scoring, outside.effects()).grade(trajectory, stored.ref(), label, problem, clock);
        return scored.thenApply(
                one -> RewardedTrajectory.newBuilder(one).setScorer(scorer).build());
    }

    @Override
    public void close() throws Exception {
        if (outside != null) {
            outside.resources().close();
        }
    }
}
