// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.operator.Letters;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.MetricSample;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricWindowsTest {
    private KeyedOneInputStreamOperatorTestHarness<String, MetricSample, Outgoing> harness;

    @BeforeEach
    void start() throws Exception {
        harness = open(null, 10_300);
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
    }

    @Test
    void aWindowEndsOnTheSecondWithMeansTotalsAndQuantiles() throws Exception {
        sample("a", 1, 100);
        sample("a", 0, 300);
        harness.setProcessingTime(10_999);
        assertThat(points()).isEmpty();
        harness.setProcessingTime(11_000);

        MetricPoint mean = point("accuracy");
        assertThat(mean.getValue()).isEqualTo(0.5);
        assertThat(mean.getCount()).isEqualTo(2);
        assertThat(mean.getLabels()).containsExactly(Map.entry("policy", "a"));
        assertThat(mean.getWindowStart()).isEqualTo(10_000);
        assertThat(mean.getWindowEnd()).isEqualTo(11_000);
        assertThat(point("trajectories").getValue()).isEqualTo(2);
        assertThat(points())
                .filteredOn(point -> point.getName().equals("latencyMs"))
                .extracting(point -> point.getLabels().get("quantile"))
                .containsExactly("0.5", "0.9", "0.99");
        assertThat(points())
                .filteredOn(point -> "0.99".equals(point.getLabels().get("quantile")))
                .singleElement()
                .satisfies(point -> assertThat(point.getValue()).isCloseTo(300, within(3.1)));
        assertThat(point("latencyMs.mean").getValue()).isEqualTo(200);
        assertThat(point("latencyMs.inFlight").getValue())
                .as("one took 0.1 and one 0.3 of a window of a second")
                .isEqualTo(0.4);
        assertThat(points()).extracting(MetricPoint::getName).noneMatch(name -> name.startsWith("toolLatencyMs"));
        assertThat(harness.extractOutputValues())
                .allSatisfy(out -> assertThat(out.topic()).isEqualTo(Topic.METRICS));
    }

    @Test
    void seriesDoNotMix() throws Exception {
        sample("a", 1, 1);
        sample("b", 0, 1);
        harness.setProcessingTime(11_000);

        assertThat(points())
                .filteredOn(point -> point.getName().equals("accuracy"))
                .extracting(point -> point.getLabels().get("policy"), MetricPoint::getValue)
                .containsExactlyInAnyOrder(tuple("a", 1.0), tuple("b", 0.0));
    }

    @Test
    void anIdleSeriesHoldsNothing() throws Exception {
        sample("a", 1, 1);
        harness.setProcessingTime(11_000);

        assertThat(harness.numKeyedStateEntries()).isZero();
        assertThat(harness.numProcessingTimeTimers()).isZero();

        harness.setProcessingTime(20_000);
        sample("a", 0, 1);
        harness.setProcessingTime(21_000);
        assertThat(points())
                .filteredOn(point -> point.getWindowStart() == 20_000)
                .isNotEmpty();
    }

    @Test
    void stateDoesNotGrowWithTheNumberOfSamples() throws Exception {
        sample("a", 1, 50);
        int before = harness.numKeyedStateEntries();
        for (int i = 0; i < 1_000; i++) {
            sample("a", 1, 50);
        }

        assertThat(harness.numKeyedStateEntries()).isEqualTo(before);
    }

    @Test
    void aWindowSurvivesARestore() throws Exception {
        sample("a", 1, 100);
        OperatorSubtaskState state = harness.snapshot(1, 1);
        harness.close();
        harness = open(state, 10_500);
        sample("a", 0, 100);
        harness.setProcessingTime(11_000);

        assertThat(point("accuracy").getValue()).isEqualTo(0.5);
        assertThat(point("trajectories").getValue()).isEqualTo(2);
    }

    private void sample(String policy, double accuracy, double latency) throws Exception {
        harness.processElement(
                MetricSample.newBuilder()
                        .setLabels(Map.of("policy", policy))
                        .setValues(Map.of("accuracy", accuracy))
                        .setTotals(Map.of("trajectories", 1.0))
                        .setDurations(Map.of("latencyMs", List.of(latency), "toolLatencyMs", List.of()))
                        .build(),
                0);
    }

    private MetricPoint point(String name) {
        return points().stream()
                .filter(point -> point.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<MetricPoint> points() {
        return Letters.decoded(harness.extractOutputValues(), Topic.METRICS, MetricPoint.class);
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, MetricSample, Outgoing> open(
            OperatorSubtaskState state, long now) throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, MetricSample, Outgoing> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new MetricWindows(Duration.ofSeconds(1))),
                        sample -> sample.getLabels().toString(),
                        Types.STRING);
        harness.setup(Outgoing.TYPE.createSerializer(null));
        harness.setProcessingTime(now);
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }
}
