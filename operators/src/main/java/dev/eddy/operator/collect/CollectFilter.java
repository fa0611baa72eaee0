// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.collect;

import dev.eddy.operator.Outgoing;
import dev.eddy.reward.TrajectoryFilter;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Lets runs pass that a policy can be taught by, and counts what became of all. Keyed by policy, whose runs are all of one
 * agent. Counts run from the job's first start and are never reset: a policy has a handful of reasons. Each is reported where it
 * changed, at most once a pause, as metric {@value #METRIC} with the reason, or {@value #KEPT}, as its label {@code fate}. A filter
 * of some queries says which, as its label {@value CollectPipeline#QUERIES}.
 */
final class CollectFilter extends KeyedProcessFunction<String, RewardedTrajectory, Outgoing> {
    static final String METRIC = "collected";
    static final String KEPT = "kept";

    private static final long serialVersionUID = 1L;

    private final String queries;
    private final long pause;

    private transient TrajectoryFilter filter;
    private transient Codec<RewardedTrajectory> runs;
    private transient Codec<MetricPoint> points;
    private transient MapState<String, Long> counts;
    private transient MapState<String, Long> reported;
    private transient ValueState<String> agent;

    /**
     * Filters with reports.
     *
     * @param queries what the ids of all queries begin with
     * @param pause milliseconds
     */
    CollectFilter(String queries, long pause) {
        this.queries = queries;
        this.pause = pause;
    }

    @Override
    public void open(OpenContext context) {
        filter = TrajectoryFilter.found();
        runs = Codec.of(RewardedTrajectory.class);
        points = Codec.of(MetricPoint.class);
        counts = getRuntimeContext().getMapState(new MapStateDescriptor<>("counts", Types.STRING, Types.LONG));
        reported = getRuntimeContext().getMapState(new MapStateDescriptor<>("reported", Types.STRING, Types.LONG));
        agent = getRuntimeContext().getState(new ValueStateDescriptor<>("agent", Types.STRING));
    }

    @Override
    public void processElement(RewardedTrajectory run, Context context, Collector<Outgoing> out) throws Exception {
        String fate = filter.objection(run).orElse(KEPT);
        if (fate.equals(KEPT)) {
            out.collect(new Outgoing(Topic.COLLECTED_TRAJECTORIES, run.getPolicy(), runs.encode(run)));
        }
        Long before = counts.get(fate);
        counts.put(fate, before == null ? 1 : before + 1);
        agent.update(run.getAgent());
        long now = context.timerService().currentProcessingTime();
        context.timerService()
                .registerProcessingTimeTimer(now - now % pause + pause); // one a pause: the same again is none
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<Outgoing> out) throws Exception {
        for (Map.Entry<String, Long> count : counts.entries()) {
            String fate = count.getKey();
            if (!count.getValue().equals(reported.get(fate))) {
                reported.put(fate, count.getValue());
                Map<String, String> labels =
                        new HashMap<>(Map.of("agent", agent.value(), "policy", context.getCurrentKey(), "fate", fate));
                if (!queries.isEmpty()) {
                    labels.put(CollectPipeline.QUERIES, queries);
                }
                MetricPoint point = MetricPoint.newBuilder()
                        .setName(METRIC)
                        .setLabels(labels)
                        .setValue(count.getValue())
                        .setCount(count.getValue())
                        .setWindowStart(timestamp - pause)
                        .setWindowEnd(timestamp)
                        .build();
                out.collect(new Outgoing(Topic.METRICS, METRIC, points.encode(point)));
            }
        }
    }
}
