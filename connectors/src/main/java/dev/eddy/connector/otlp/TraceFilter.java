// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Lets through the records of rollouts whose traces are to be told. Whoever began a trace has decided about it; of the others a share is
 * taken, by the trace's id, so that of a query all is told or nothing. What cannot be read becomes a dead letter, MALFORMED.
 */
public final class TraceFilter extends ProcessFunction<Incoming, Incoming> {
    private static final long serialVersionUID = 1L;

    private final String job;
    private final double share;
    private transient Codec<Trajectory> trajectories;
    private transient Codec<RewardedTrajectory> rewards;
    private transient DeadLetters letters;
    private transient Sampler sampler;

    /**
     * A filter for one task.
     *
     * @param job named in dead letters
     * @param share of traces, from 0 to 1
     */
    public TraceFilter(String job, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of traces must be from 0 to 1, got " + share);
        }
        this.job = job;
        this.share = share;
    }

    @Override
    public void open(OpenContext context) {
        trajectories = Codec.of(Trajectory.class);
        rewards = Codec.of(RewardedTrajectory.class);
        letters = new DeadLetters(job);
        sampler = Sampler.parentBased(Sampler.traceIdRatioBased(share));
    }

    @Override
    public void processElement(Incoming record, Context context, Collector<Incoming> out) {
        boolean wanted = Topic.named(record.topic()) == Topic.TRAJECTORIES
                ? letters.read(trajectories, record, context)
                        .filter(this::wanted)
                        .isPresent()
                : letters.read(rewards, record, context).filter(this::wanted).isPresent();
        if (wanted) {
            out.collect(record);
        }
    }

    private boolean wanted(Trajectory run) {
        Query query = run.getQuery();
        return QueryTrace.of(query.getQueryId(), query.getTraceparent()).sampledBy(sampler);
    }

    private boolean wanted(RewardedTrajectory scored) {
        return QueryTrace.of(scored.getQueryId(), scored.getTraceparent()).sampledBy(sampler);
    }
}
