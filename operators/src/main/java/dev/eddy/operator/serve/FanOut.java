// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.SourcePosition;
import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Makes the rollouts of a query, keyed by its id. An id that comes again within the window (a producer that tried twice) is a
 * dead letter, DUPLICATE_QUERY.
 */
final class FanOut extends KeyedProcessFunction<String, RolloutRequest, RolloutRequest> {
    private static final long serialVersionUID = 1L;

    private final String job;
    private final Duration window;
    private transient ValueState<SourcePosition> first;
    private transient DeadLetters letters;

    FanOut(String job, Duration window) {
        this.job = job;
        this.window = window;
    }

    @Override
    public void open(OpenContext context) {
        ValueStateDescriptor<SourcePosition> descriptor =
                new ValueStateDescriptor<>("first-position", WireType.of(SourcePosition.class));
        descriptor.enableTimeToLive(StateTtlConfig.newBuilder(window).build());
        first = getRuntimeContext().getState(descriptor);
        letters = new DeadLetters(job);
    }

    @Override
    public void processElement(RolloutRequest request, Context context, Collector<RolloutRequest> out)
            throws Exception {
        Query query = request.getQuery();
        SourcePosition before = first.value();
        if (before != null) {
            String message = "query " + query.getQueryId() + " came before, at " + before.getTopic() + "/"
                    + before.getPartition() + "/" + before.getOffset() + ", less than " + window + " ago";
            context.output(
                    DeadLetters.TAG,
                    letters.about(
                            request.getSource(),
                            query.getQueryId(),
                            "DUPLICATE_QUERY",
                            message,
                            context.timerService().currentProcessingTime()));
            return;
        }
        first.update(request.getSource());
        for (int rollout = 0; rollout < query.getGroupSize(); rollout++) {
            out.collect(new RolloutRequest(query, rollout, request.getSource()));
        }
    }
}
