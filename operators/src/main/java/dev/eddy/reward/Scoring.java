// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import dev.eddy.advantage.AdvantageEstimator;
import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.metric.Metric;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes scored records out of trajectories, by the reward of their agent. What cannot be scored gets a status that says so and
 * is not trainable; no error ever becomes a reward of 0. Thread-safe.
 */
public final class Scoring {
    private static final Logger LOG = LoggerFactory.getLogger(Scoring.class);

    /** Ends that were none of the policy's doing. */
    private static final Set<Termination> UNSCORABLE = EnumSet.of(
            Termination.TOOL_INFRA, Termination.MODEL_INFRA, Termination.GRADER_INFRA, Termination.CANCELLED);

    private final Map<String, AgentReward> rewards;

    /** @param rewards by agent */
    public Scoring(Map<String, AgentReward> rewards) {
        this.rewards = Map.copyOf(rewards);
    }

    /**
     * What must be asked outside before a trajectory can be scored, numbered from 0; empty for most.
     *
     * @param labelProblem why the label is unfit; null where it is sound
     */
    public List<Effect> asks(TrajectorySummary trajectory, Label label, String labelProblem) {
        AgentReward reward = rewards.get(trajectory.getQuery().getAgent());
        return labelProblem == null && reward != null && !UNSCORABLE.contains(trajectory.getTermination())
                ? reward.asks(trajectory, label)
                : List.of();
    }

    /**
     * Scores a trajectory against its label.
     *
     * @param labelProblem why the label is unfit; null where it is sound
     * @param answers what {@link #asks} brought, in order; empty where nobody was there to ask
     * @param at epoch milliseconds
     */
    public RewardedTrajectory score(
            TrajectorySummary trajectory,
            TrajectoryRef ref,
            Label label,
            String labelProblem,
            List<EffectResult> answers,
            long at) {
        AgentReward reward = rewards.get(trajectory.getQuery().getAgent());
        Score score =
                labelProblem == null ? apply(reward, trajectory, label, answers) : new Score.Unscorable(labelProblem);
        RewardedTrajectory.Builder record = record(trajectory, ref, at)
                .setScorer(reward == null ? "" : reward.scorer())
                .setEstimator(estimator(reward))
                .setGoldBoxes(label.getGoldBoxes());
        if (score instanceof Score.Scored scored) {
            Map<String, Double> components = new HashMap<>(scored.components());
            components.put(Metric.TASK, scored.task());
            Map<String, Double> stats = new HashMap<>(trajectory.getStats());
            stats.putAll(scored.figures());
            return record.setStatus(RewardStatus.OK)
                    .setReward(scored.total())
                    .setComponents(components)
                    .setAnswerRewards(scored.answers())
                    .setSearchLabels(scored.searches())
                    .setStats(stats)
                    .setTrainable(trajectory.getTrainable())
                    .build();
        }
        return record.setStatus(RewardStatus.FAILED)
                .setError(((Score.Unscorable) score).reason())
                .build();
    }

    private static String estimator(AgentReward reward) {
        return reward == null
                ? ""
                : reward.estimator().map(AdvantageEstimator::estimatorName).orElse("");
    }

    /** The record of a trajectory whose label did not come in time. */
    public RewardedTrajectory withoutLabel(TrajectorySummary trajectory, TrajectoryRef ref, long at) {
        return record(trajectory, ref, at)
                .setStatus(RewardStatus.TIMEOUT)
                .setError("no label came in time")
                .build();
    }

    private Score apply(AgentReward reward, TrajectorySummary trajectory, Label label, List<EffectResult> answers) {
        if (UNSCORABLE.contains(trajectory.getTermination())) {
            return new Score.Unscorable("ended by " + trajectory.getTermination() + ": " + trajectory.getError());
        }
        return reward == null
                ? new Score.Unscorable("no reward for agent '"
                        + trajectory.getQuery().getAgent() + "'; there are rewards for " + rewards.keySet())
                : guarded(reward, trajectory, label, answers);
    }

    /** A defect of one reward must not stop the stream: the record tells of it, and the log. */
    private static Score guarded(
            AgentReward reward, TrajectorySummary trajectory, Label label, List<EffectResult> answers) {
        try {
            return reward.score(trajectory, label, answers);
        } catch (RuntimeException e) {
            LOG.warn("scorer {} failed on trajectory {}", reward.scorer(), trajectory.getTrajectoryId(), e);
            return new Score.Unscorable("scorer " + reward.scorer() + " failed: " + e);
        }
    }

    private static RewardedTrajectory.Builder record(TrajectorySummary trajectory, TrajectoryRef ref, long at) {
        Query query = trajectory.getQuery();
        return RewardedTrajectory.newBuilder()
                .setRef(ref)
                .setGroupId(trajectory.getGroupId())
                .setQueryId(query.getQueryId())
                .setRolloutIndex(trajectory.getRolloutIndex())
                .setAgent(query.getAgent())
                .setPolicy(query.getPolicy())
                .setMode(query.getMode())
                .setCount(query.getCount())
                .setPurpose(query.getPurpose())
                .setDecoding(query.getDecoding())
                .setPolicyVersionMin(trajectory.getPolicyVersionMin())
                .setPolicyVersionMax(trajectory.getPolicyVersionMax())
                .setTermination(trajectory.getTermination())
                .setAnswerRewards(List.of())
                .setStats(trajectory.getStats())
                .setStartedAt(trajectory.getStartedAt())
                .setEndedAt(trajectory.getEndedAt())
                .setRewardedAt(at)
                .setGroupSize(trajectory.getGroupSize())
                .setForced(trajectory.getForced())
                .setTruncated(trajectory.getTruncated())
                .setPromptTokens(trajectory.getPromptTokens())
                .setGeneratedTokens(trajectory.getGeneratedTokens())
                .setGenerationMs(trajectory.getGenerationMs())
                .setToolMs(trajectory.getToolMs())
                .setQueueMs(trajectory.getQueueMs())
                .setModelLatencies(trajectory.getModelLatencies())
                .setToolLatencies(trajectory.getToolLatencies())
                .setBankId(query.getBankId())
                .setTraceparent(query.getTraceparent());
    }
}
