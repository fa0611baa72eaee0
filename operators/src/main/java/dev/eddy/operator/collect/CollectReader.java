// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.collect;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.ArrayList;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Reads scored runs of the policies and queries asked for, but those that an evaluation asked for: nobody may learn from them. */
final class CollectReader extends ProcessFunction<Incoming, RewardedTrajectory> {
    private static final long serialVersionUID = 1L;

    private final String job;
    private final ArrayList<String> policies;
    private final String queries;
    private transient DeadLetters letters;
    private transient Codec<RewardedTrajectory> codec;

    /**
     * Reads for a job.
     *
     * @param policies empty for all
     * @param queries what the ids of their queries begin with
     */
    CollectReader(String job, ArrayList<String> policies, String queries) {
        this.job = job;
        this.policies = policies;
        this.queries = queries;
    }

    @Override
    public void open(OpenContext context) {
        letters = new DeadLetters(job);
        codec = Codec.of(RewardedTrajectory.class);
    }

    @Override
    public void processElement(Incoming record, Context context, Collector<RewardedTrajectory> out) {
        letters.read(codec, record, context)
                .filter(run -> run.getPurpose() != Purpose.EVAL)
                .filter(run -> policies.isEmpty() || policies.contains(run.getPolicy()))
                .filter(run -> run.getQueryId().startsWith(queries))
                .ifPresent(out::collect);
    }
}
