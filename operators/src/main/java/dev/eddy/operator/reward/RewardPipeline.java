// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.reward.AgentRewards;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.ScoringRequest;
import dev.eddy.schemas.WaitingLabel;
import dev.eddy.schemas.WaitingTrajectory;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * From trajectories and labels to scored trajectories and training groups.
 *
 * <pre>
 * labels ──────▸ label-reader ───────────┐ by query
 *                                        ├──▸ label-join ─────────────┬──▸ group-completion ──▸ rewarded-trajectories,
 * trajectories ▸ trajectory-reader ──────┘        └─▸ grading ────────┘    by group              training-groups
 *      all ▸ dead-letters
 * </pre>
 */
public final class RewardPipeline {
    private RewardPipeline() {}

    /**
     * Attaches the operators, with their uids.
     *
     * @param job named in dead letters
     * @param asks where verifiers and judges are asked; null where there are none
     * @throws IllegalArgumentException if a setting of an agent's reward is wrong
     * @return records for {@code rewarded-trajectories}, {@code training-groups} and {@code dead-letters}
     */
    public static DataStream<Outgoing> attach(
            DataStream<Incoming> trajectories,
            DataStream<Incoming> labels,
            String job,
            RewardSettings settings,
            EffectSource asks) {
        AgentRewards.create(settings.agents()); // so that a wrong setting fails here and not in a task
        SingleOutputStreamOperator<WaitingTrajectory> summaries = trajectories
                .process(new TrajectorySummaryReader(job), WireType.of(WaitingTrajectory.class))
                .uid("trajectory-reader")
                .name("trajectory-reader");
        SingleOutputStreamOperator<WaitingLabel> sound = labels.process(
                        new LabelReader(job), WireType.of(WaitingLabel.class))
                .uid("label-reader")
                .name("label-reader");
        SingleOutputStreamOperator<RewardedTrajectory> scored = sound.keyBy(
                        label -> label.getLabel().getQueryId(), KeyText.TYPE)
                .connect(summaries.keyBy(
                        waiting -> waiting.getTrajectory().getQuery().getQueryId(), KeyText.TYPE))
                .process(new LabelJoin(job, settings, asks != null), WireType.of(RewardedTrajectory.class))
                .uid("label-join")
                .name("label-join");
        DataStream<RewardedTrajectory> all =
                asks == null ? scored : scored.union(graded(scored.getSideOutput(LabelJoin.ASKS), settings, asks));
        SingleOutputStreamOperator<Outgoing> grouped = all.keyBy(RewardedTrajectory::getGroupId, KeyText.TYPE)
                .process(new GroupCompletion(job, settings), Outgoing.TYPE)
                .uid("group-completion")
                .name("group-completion");
        return grouped.union(
                summaries.getSideOutput(DeadLetters.TAG),
                sound.getSideOutput(DeadLetters.TAG),
                scored.getSideOutput(DeadLetters.TAG));
    }

    private static DataStream<RewardedTrajectory> graded(
            DataStream<ScoringRequest> requests, RewardSettings settings, EffectSource asks) {
        long none = 0; // the grader's own deadline holds
        return AsyncDataStream.unorderedWait(
                        requests,
                        new Grading(settings, asks),
                        none,
                        TimeUnit.MILLISECONDS,
                        settings.asking().capacity())
                .uid("grading")
                .name("grading");
    }
}
