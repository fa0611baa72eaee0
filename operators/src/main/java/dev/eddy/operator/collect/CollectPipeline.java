// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.collect;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.RewardedTrajectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * From scored runs to those that a policy can be taught by.
 *
 * <pre>
 * rewarded-trajectories ──▸ collect-reader ──▸ collect-filter ──▸ collected-trajectories, metrics
 *                                 └──▸ dead-letters  by policy
 * </pre>
 */
public final class CollectPipeline {
    /** The label that tells which queries' runs were counted, where not those of all. */
    public static final String QUERIES = "queries";

    private CollectPipeline() {}

    /**
     * Attaches the operators, with their uids.
     *
     * @param job named in dead letters
     * @param policies whose runs are considered; empty for all
     * @param queries what the ids of the queries begin with whose runs are considered
     * @param pause between two reports of the counts, 1 ms or more: {@code eddy.collect.report-interval}
     * @return records for {@code collected-trajectories}, {@code metrics} and {@code dead-letters}
     */
    public static DataStream<Outgoing> attach(
            DataStream<Incoming> rewarded, String job, List<String> policies, String queries, Duration pause) {
        if (pause.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "'eddy.collect.report-interval' is " + pause + "; it must be 1 ms or more");
        }
        SingleOutputStreamOperator<RewardedTrajectory> runs = rewarded.process(
                        new CollectReader(job, new ArrayList<>(policies), queries),
                        WireType.of(RewardedTrajectory.class))
                .uid("collect-reader")
                .name("collect-reader");
        return runs.keyBy(RewardedTrajectory::getPolicy, KeyText.TYPE)
                .process(new CollectFilter(queries, pause.toMillis()), Outgoing.TYPE)
                .uid("collect-filter")
                .name("collect-filter")
                .union(runs.getSideOutput(DeadLetters.TAG));
    }
}
