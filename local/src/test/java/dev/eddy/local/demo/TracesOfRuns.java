// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.eddy.connector.otlp.FakeCollector;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What must hold of the spans that a demo's trace job sent, by the records that it sent them from. */
final class TracesOfRuns {
    private static final Map<String, String> OPERATIONS = Map.of(
            "generate", "chat",
            "open-bank", "retrieval",
            "retrieve", "retrieval",
            "fetch-records", "retrieval",
            "sample-records", "retrieval",
            "search-pages", "retrieval",
            "embed", "embeddings");

    private TracesOfRuns() {}

    /** One trace a query, with each of its rollouts, and below each its admission, every call that it made, and its reward. */
    static void check(FakeCollector collector, Properties client) throws Exception {
        List<Trajectory> trajectories = SmallDemo.read(client, Topic.TRAJECTORIES, Trajectory.class);
        Set<String> rewarded = SmallDemo.read(client, Topic.REWARDED_TRAJECTORIES, RewardedTrajectory.class).stream()
                .map(scored -> scored.getRef().getTrajectoryId())
                .collect(Collectors.toSet());
        while (count(collector, "invoke_agent") < trajectories.size() || count(collector, "reward") < rewarded.size()) {
            LockSupport.parkNanos(50_000_000);
        }

        List<Span> spans = collector.spans();
        Map<String, Span> invocations = spans.stream()
                .filter(span -> operation(span).equals("invoke_agent"))
                .collect(Collectors.toMap(span -> text(span, "eddy.trajectory.id"), Function.identity()));
        Map<ByteString, List<Span>> below = spans.stream().collect(Collectors.groupingBy(Span::getParentSpanId));
        assertThat(invocations).hasSameSizeAs(trajectories);
        assertThat(trajectories).allSatisfy(run -> {
            Span invocation = invocations.get(run.getTrajectoryId());
            List<Span> children = below.get(invocation.getSpanId());
            assertThat(children).extracting(Span::getTraceId).containsOnly(invocation.getTraceId());
            assertThat(children)
                    .extracting(TracesOfRuns::operation)
                    .containsExactlyInAnyOrderElementsOf(expected(run, rewarded.contains(run.getTrajectoryId())));
        });
        assertThat(trajectories.stream().map(run -> run.getQuery().getQueryId()).distinct())
                .as("traces")
                .hasSameSizeAs(invocations.values().stream()
                        .map(Span::getTraceId)
                        .distinct()
                        .toList());
    }

    private static List<String> expected(Trajectory run, boolean rewarded) {
        List<String> operations = new ArrayList<>(List.of("admission"));
        for (EffectRecord effect : run.getEffects()) {
            operations.add(OPERATIONS.getOrDefault(effect.getKind(), "execute_tool"));
        }
        if (rewarded) {
            operations.add("reward");
        }
        return operations;
    }

    private static long count(FakeCollector collector, String operation) {
        return collector.spans().stream()
                .filter(span -> operation(span).equals(operation))
                .count();
    }

    private static String operation(Span span) {
        return span.getName().split(" ")[0];
    }

    private static String text(Span span, String attribute) {
        return span.getAttributesList().stream()
                .filter(each -> each.getKey().equals(attribute))
                .findFirst()
                .orElseThrow()
                .getValue()
                .getStringValue();
    }
}
