// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.evaluate;

import dev.eddy.metric.Figure;
import dev.eddy.metric.Quantiles;
import dev.eddy.metric.TrajectoryMetrics;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.MetricSample;
import dev.eddy.schemas.MetricTally;
import dev.eddy.schemas.MetricWindow;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Sums the samples of a series over tumbling windows of processing time. Keyed by series. A duration has its quantiles, its mean,
 * and {@code inFlight}: how many of what takes it were under way at once, as many as ended a millisecond times their mean (Little
 * 1961, "A proof for the queuing formula L = λW"), which is true as long as about as many begin as end. A series holds tallies, not samples,
 * and nothing between a window's end and the next sample, so one that fell idle costs nothing.
 */
final class MetricWindows extends KeyedProcessFunction<String, MetricSample, Outgoing> {
    private static final long serialVersionUID = 1L;
    private static final double[] SHARES = {0.5, 0.9, 0.99};

    private final long length;

    private transient TrajectoryMetrics trajectories;
    private transient Codec<MetricPoint> codec;
    private transient MetricGauges gauges;
    private transient ValueState<MetricWindow> window;
    private transient MapState<String, MetricTally> values;
    private transient MapState<String, MetricTally> totals;
    private transient MapState<String, Map<Integer, Long>> durations;
    private transient MapState<String, MetricTally> times;

    MetricWindows(Duration length) {
        this.length = length.toMillis();
    }

    @Override
    public void open(OpenContext context) {
        trajectories = TrajectoryMetrics.found();
        codec = Codec.of(MetricPoint.class);
        gauges = new MetricGauges(getRuntimeContext().getMetricGroup());
        TypeInformation<MetricTally> tally = WireType.of(MetricTally.class);
        window = getRuntimeContext().getState(new ValueStateDescriptor<>("window", WireType.of(MetricWindow.class)));
        values = getRuntimeContext().getMapState(new MapStateDescriptor<>("values", Types.STRING, tally));
        totals = getRuntimeContext().getMapState(new MapStateDescriptor<>("totals", Types.STRING, tally));
        times = getRuntimeContext().getMapState(new MapStateDescriptor<>("times", Types.STRING, tally));
        durations = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("durations", Types.STRING, Types.MAP(Types.INT, Types.LONG)));
    }

    @Override
    public void processElement(MetricSample sample, Context context, Collector<Outgoing> out) throws Exception {
        if (window.value() == null) {
            long now = context.timerService().currentProcessingTime();
            long start = now - now % length;
            window.update(new MetricWindow(sample.getLabels(), start));
            context.timerService().registerProcessingTimeTimer(start + length);
        }
        add(sample.getValues(), values);
        add(sample.getTotals(), totals);
        for (Map.Entry<String, List<Double>> duration : sample.getDurations().entrySet()) {
            if (!duration.getValue().isEmpty()) {
                addDurations(duration.getKey(), duration.getValue());
            }
        }
    }

    private void addDurations(String name, List<Double> milliseconds) throws Exception {
        Map<Integer, Long> before = durations.get(name);
        Map<Integer, Long> counts = before == null ? new HashMap<>() : new HashMap<>(before);
        milliseconds.forEach(one -> counts.merge(Quantiles.bucket(one), 1L, Long::sum));
        durations.put(name, counts);
        double sum = milliseconds.stream().mapToDouble(Double::doubleValue).sum();
        add(name, sum, milliseconds.size(), times);
    }

    private static void add(Map<String, Double> sample, MapState<String, MetricTally> tallies) throws Exception {
        for (Map.Entry<String, Double> value : sample.entrySet()) {
            add(value.getKey(), value.getValue(), 1, tallies);
        }
    }

    private static void add(String name, double sum, long count, MapState<String, MetricTally> tallies)
            throws Exception {
        MetricTally before = tallies.get(name);
        tallies.put(
                name,
                before == null
                        ? new MetricTally(sum, count)
                        : new MetricTally(before.getSum() + sum, before.getCount() + count));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<Outgoing> out) throws Exception {
        MetricWindow ended = window.value();
        for (Figure figure : figures(ended)) {
            Map<String, String> labels = new HashMap<>(ended.getLabels());
            labels.putAll(figure.labels());
            MetricPoint point = MetricPoint.newBuilder()
                    .setName(figure.name())
                    .setLabels(labels)
                    .setValue(figure.value())
                    .setCount(figure.count())
                    .setWindowStart(ended.getStart())
                    .setWindowEnd(ended.getStart() + length)
                    .build();
            gauges.show(point);
            out.collect(new Outgoing(Topic.METRICS, point.getName(), codec.encode(point)));
        }
        window.clear();
        values.clear();
        totals.clear();
        durations.clear();
        times.clear();
    }

    private List<Figure> figures(MetricWindow ended) throws Exception {
        Map<String, MetricTally> tallies = new HashMap<>();
        values.entries().forEach(entry -> tallies.put(entry.getKey(), entry.getValue()));
        List<Figure> figures =
                new ArrayList<>(trajectories.figures(ended.getLabels().get("agent"), tallies));
        totals.entries()
                .forEach(entry -> figures.add(new Figure(
                        entry.getKey(),
                        Map.of(),
                        entry.getValue().getSum(),
                        entry.getValue().getCount())));
        for (Map.Entry<String, Map<Integer, Long>> duration : durations.entries()) {
            long count = duration.getValue().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            for (double share : SHARES) {
                figures.add(new Figure(
                        duration.getKey(),
                        Map.of("quantile", Double.toString(share)),
                        Quantiles.quantile(duration.getValue(), share),
                        count));
            }
        }
        for (Map.Entry<String, MetricTally> time : times.entries()) {
            double sum = time.getValue().getSum();
            long count = time.getValue().getCount();
            figures.add(new Figure(time.getKey() + ".mean", Map.of(), sum / count, count));
            figures.add(new Figure(time.getKey() + ".inFlight", Map.of(), sum / length, count));
        }
        return figures;
    }
}
