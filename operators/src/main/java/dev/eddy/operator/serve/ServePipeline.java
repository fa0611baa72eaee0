// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.rollout.RolloutId;
import dev.eddy.schemas.RolloutRequest;
import java.time.Duration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;

/**
 * The serve job between its sources and sinks.
 *
 * <pre>
 *   queries ─▸ intake ─▸ fan-out (by query) ─▸ agent loops (by rollout) ─▸ trajectories, dead letters
 *                 │          │                       ▲        └─▸ answers
 *                 └──────────┴─▸ dead letters        └── policy updates and control (broadcast)
 * </pre>
 *
 * @param records trajectories and dead letters, for one transactional sink
 * @param answers for a sink that writes at once
 */
public record ServePipeline(DataStream<Outgoing> records, DataStream<Outgoing> answers) {
    /**
     * Connects it. Call after checkpointing is configured.
     *
     * @param job named in dead letters
     * @param policies the records of {@code policy-updates} and {@code policy-control}
     * @param duplicateWindow how long a query id is remembered
     * @throws IllegalArgumentException if a loop could hold a checkpoint for half its timeout
     */
    public static ServePipeline build(
            String job,
            DataStream<Incoming> queries,
            DataStream<Incoming> policies,
            AgentSource agents,
            LoopEnvironment environment,
            LoopLimits limits,
            Duration duplicateWindow) {
        SingleOutputStreamOperator<RolloutRequest> accepted = queries.process(
                        new QueryIntake(job, agents), WireType.of(RolloutRequest.class))
                .name("query-intake")
                .uid("query-intake");
        SingleOutputStreamOperator<RolloutRequest> rollouts = accepted.keyBy(
                        request -> request.getQuery().getQueryId(), KeyText.TYPE)
                .process(new FanOut(job, duplicateWindow), WireType.of(RolloutRequest.class))
                .name("fan-out")
                .uid("fan-out");
        SingleOutputStreamOperator<Outgoing> ended =
                loops(job, rollouts.keyBy(RolloutId::of, KeyText.TYPE), policies.broadcast(), environment, limits);
        return new ServePipeline(
                ended.union(accepted.getSideOutput(DeadLetters.TAG), rollouts.getSideOutput(DeadLetters.TAG)),
                ended.getSideOutput(AgentLoopOperator.ANSWERS));
    }

    /**
     * The agent loops alone. Flink's own ways to connect a keyed with a broadcast stream run functions; this is for an
     * operator.
     */
    public static SingleOutputStreamOperator<Outgoing> loops(
            String job,
            KeyedStream<RolloutRequest, String> rollouts,
            DataStream<Incoming> updates,
            LoopEnvironment environment,
            LoopLimits limits) {
        StreamExecutionEnvironment flink = rollouts.getExecutionEnvironment();
        CheckpointConfig checkpoints = flink.getCheckpointConfig();
        if (checkpoints.isCheckpointingEnabled()) {
            limits.checkAgainst(Duration.ofMillis(checkpoints.getCheckpointTimeout()));
        }
        TwoInputTransformation<RolloutRequest, Incoming, Outgoing> transformation = new TwoInputTransformation<>(
                rollouts.getTransformation(),
                updates.getTransformation(),
                "agent-loop",
                SimpleOperatorFactory.of(new AgentLoopOperator(job, environment, limits)),
                Outgoing.TYPE,
                flink.getParallelism());
        transformation.setStateKeySelectors(rollouts.getKeySelector(), null);
        transformation.setStateKeyType(rollouts.getKeyType());
        flink.addOperator(transformation);
        return new Loops(flink, transformation).uid("agent-loop");
    }

    private static final class Loops extends SingleOutputStreamOperator<Outgoing> {
        private Loops(
                StreamExecutionEnvironment environment,
                TwoInputTransformation<RolloutRequest, Incoming, Outgoing> transformation) {
            super(environment, transformation);
        }
    }
}
