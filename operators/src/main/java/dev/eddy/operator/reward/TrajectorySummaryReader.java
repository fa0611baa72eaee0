// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import dev.eddy.schemas.WaitingTrajectory;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Reads of each trajectory what scoring needs, with where it stands; what cannot be read is a dead letter. */
final class TrajectorySummaryReader extends ProcessFunction<Incoming, WaitingTrajectory> {
    private static final long serialVersionUID = 1L;

    private final String job;
    private transient DeadLetters letters;
    private transient Codec<TrajectorySummary> codec;

    TrajectorySummaryReader(String job) {
        this.job = job;
    }

    @Override
    public void open(OpenContext context) {
        letters = new DeadLetters(job);
        codec = Codec.projecting(Trajectory.class, TrajectorySummary.class);
    }

    @Override
    public void processElement(Incoming record, Context context, Collector<WaitingTrajectory> out) {
        letters.read(codec, record, context)
                .map(summary -> WaitingTrajectory.newBuilder()
                        .setRef(new TrajectoryRef(
                                summary.getTrajectoryId(), record.topic(), record.partition(), record.offset()))
                        .setTrajectory(summary)
                        .build())
                .ifPresent(out::collect);
    }
}
