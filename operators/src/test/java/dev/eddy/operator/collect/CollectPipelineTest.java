// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.reward.Samples;
import dev.eddy.reward.Scoring;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrajectoryRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class CollectPipelineTest {
    private static final Codec<RewardedTrajectory> RUNS = Codec.of(RewardedTrajectory.class);
    private static final Codec<MetricPoint> POINTS = Codec.of(MetricPoint.class);

    @Test
    void keptRunsPassWholeAndAllAreCounted() throws Exception {
        RewardedTrajectory right = run("teacher", 0, 1);
        try (var filter = filter(null)) {
            filter.processElement(right, 0);
            filter.processElement(run("teacher", 1, 0.5), 0);
            filter.processElement(run("teacher", 2, 0), 0);
            filter.processElement(run("other", 3, 0), 0);
            filter.setProcessingTime(2_000);

            assertThat(kept(filter)).containsExactly(right);
            assertThat(counts(filter))
                    .containsOnly(
                            entry("teacher/kept", 1.0),
                            entry("teacher/wrong_answer", 2.0),
                            entry("other/wrong_answer", 1.0));
        }
    }

    @Test
    void countsAreReportedWhereTheyChanged() throws Exception {
        try (var filter = filter(null)) {
            filter.processElement(run("teacher", 0, 1), 0);
            filter.processElement(run("teacher", 1, 0), 0);
            filter.setProcessingTime(2_000);
            filter.getOutput().clear();

            filter.processElement(run("teacher", 2, 1), 0);
            filter.setProcessingTime(4_000);
            assertThat(counts(filter)).containsOnly(entry("teacher/kept", 2.0));
        }
    }

    @Test
    void countsGoOnAfterARestore() throws Exception {
        OperatorSubtaskState snapshot;
        try (var filter = filter(null)) {
            filter.processElement(run("teacher", 0, 1), 0);
            snapshot = filter.snapshot(1, 1);
        }
        try (var filter = filter(snapshot)) {
            filter.processElement(run("teacher", 1, 1), 0);
            filter.setProcessingTime(10_000);

            assertThat(counts(filter)).containsOnly(entry("teacher/kept", 2.0));
        }
    }

    @Test
    void runsOfEvaluationsAndOfOtherPoliciesAndQueriesAreLeftAlone() throws Exception {
        RewardedTrajectory asked = run("teacher", 0, 1);
        try (var reader = new OneInputStreamOperatorTestHarness<>(
                new ProcessOperator<>(new CollectReader("collect", new ArrayList<>(List.of("teacher")), "q")))) {
            reader.setup(WireType.serializer(RewardedTrajectory.class));
            reader.open();
            reader.processElement(incoming(RUNS.encode(asked)), 0);
            reader.processElement(incoming(RUNS.encode(run("other", 1, 1))), 0);
            reader.processElement(
                    incoming(RUNS.encode(RewardedTrajectory.newBuilder(asked)
                            .setPurpose(Purpose.EVAL)
                            .build())),
                    0);
            reader.processElement(
                    incoming(RUNS.encode(RewardedTrajectory.newBuilder(asked)
                            .setQueryId("other-q")
                            .build())),
                    0);
            reader.processElement(incoming(new byte[] {1, 2}), 0);

            assertThat(reader.extractOutputValues()).containsExactly(asked);
            assertThat(reader.getSideOutput(DeadLetters.TAG)).hasSize(1);
        }
    }

    private static Incoming incoming(byte[] value) {
        return new Incoming(Topic.REWARDED_TRAJECTORIES.topicName(), 0, 4L, 0L, null, value);
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, RewardedTrajectory, Outgoing> filter(
            OperatorSubtaskState from) throws Exception {
        var harness = new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyedProcessOperator<>(new CollectFilter("", 1_000)), RewardedTrajectory::getPolicy, KeyText.TYPE);
        if (from != null) {
            harness.initializeState(from);
        }
        harness.open();
        return harness;
    }

    private static List<RewardedTrajectory> kept(
            KeyedOneInputStreamOperatorTestHarness<String, RewardedTrajectory, Outgoing> filter) {
        return filter.extractOutputValues().stream()
                .filter(out -> out.topic() == Topic.COLLECTED_TRAJECTORIES)
                .map(out -> RUNS.decode(out.value()))
                .toList();
    }

    private static Map<String, Double> counts(
            KeyedOneInputStreamOperatorTestHarness<String, RewardedTrajectory, Outgoing> filter) {
        Map<String, Double> counts = new TreeMap<>();
        for (Outgoing out : filter.extractOutputValues()) {
            if (out.topic() == Topic.METRICS) {
                MetricPoint point = POINTS.decode(out.value());
                assertThat(point.getName()).isEqualTo("collected");
                assertThat(point.getLabels()).containsEntry("agent", "acticl");
                counts.put(
                        point.getLabels().get("policy") + "/"
                                + point.getLabels().get("fate"),
                        point.getValue());
            }
        }
        return counts;
    }

    private static RewardedTrajectory run(String policy, int rollout, double task) {
        var run = Samples.trajectory("q", rollout, 8, Purpose.SERVE, Termination.ANSWERED)
                .build();
        RewardedTrajectory unscored = new Scoring(Map.of())
                .withoutLabel(run, new TrajectoryRef(run.getTrajectoryId(), "trajectories", 0, (long) rollout), 9);
        return RewardedTrajectory.newBuilder(unscored)
                .setPolicy(policy)
                .setStatus(RewardStatus.OK)
                .setTrainable(true)
                .setComponents(Map.of("task", task))
                .build();
    }
}
