// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TraceSinkITCase {
    private static final int QUERIES = 600;

    @Test
    void aCollectorThatIsOverloadedGetsEverySpanInTheEnd() throws Exception {
        try (FakeCollector collector = new FakeCollector(2, 503)) {
            List<Incoming> records = new ArrayList<>();
            for (int query = 0; query < QUERIES; query++) {
                records.add(record(TracedRun.trajectory("q" + query, null)));
                records.add(record(TracedRun.rewarded("q" + query, null, RewardStatus.OK)));
            }
            records.add(new Incoming(Topic.TRAJECTORIES.topicName(), 0, 99, 0, null, new byte[] {1, 2}));

            List<DeadLetter> letters = run(records, collector.endpoint(), 1);

            assertThat(collector.spans())
                    .extracting(Span::getSpanId)
                    .hasSize(QUERIES * 5)
                    .doesNotHaveDuplicates();
            assertThat(letters).singleElement().satisfies(letter -> {
                assertThat(letter.getReason()).isEqualTo("MALFORMED");
                assertThat(letter.getSource().getOffset()).isEqualTo(99);
            });
        }
    }

    @Test
    void ofAShareAQueryIsToldWholeOrNotAtAll() throws Exception {
        try (FakeCollector collector = new FakeCollector()) {
            List<Incoming> records = new ArrayList<>();
            for (int query = 0; query < QUERIES; query++) {
                records.add(record(TracedRun.trajectory("q" + query, null)));
                records.add(record(TracedRun.rewarded("q" + query, null, RewardStatus.OK)));
            }

            run(records, collector.endpoint(), 0.5);

            Map<Object, Long> byTrace =
                    collector.spans().stream().collect(Collectors.groupingBy(Span::getTraceId, Collectors.counting()));
            assertThat(byTrace).hasSizeBetween(QUERIES / 3, QUERIES * 2 / 3);
            assertThat(byTrace.values()).containsOnly(5L);
        }
    }

    @Test
    void aCollectorThatRefusesFailsTheJobByItsName() throws Exception {
        try (FakeCollector collector = new FakeCollector(Integer.MAX_VALUE, 404)) {
            List<Incoming> records = List.of(record(TracedRun.trajectory("q", null)));

            assertThatThrownBy(() -> run(records, collector.endpoint(), 1))
                    .hasStackTraceContaining("the collector at " + collector.endpoint() + " took none of 4 spans");
        }
    }

    @Test
    void settingsThatCannotBeAreNamed() {
        assertThatThrownBy(() -> new TraceSink("collector:4317", Map.of()))
                .hasMessageContainingAll("collector:4317", "http://collector:4318/v1/traces");
        assertThatThrownBy(() -> new TraceSink("http://collector:4318/v1/traces", Map.of("token-file", "token")))
                .hasMessageContaining("https://");
        assertThatThrownBy(() -> new TraceSink("http://collector:4318/v1/traces", Map.of("timeout", "5")))
                .hasMessageContaining("timeout");
        assertThatThrownBy(() -> new TraceFilter("trace", 1.5)).hasMessageContaining("1.5");
    }

    private static List<DeadLetter> run(List<Incoming> records, String endpoint, double share) throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(1, new Configuration());
        SingleOutputStreamOperator<Incoming> wanted = environment
                .fromData(Incoming.TYPE, records.toArray(Incoming[]::new))
                .process(new TraceFilter("trace", share))
                .returns(Incoming.TYPE);
        wanted.sinkTo(new TraceSink(endpoint, Map.of()));
        List<DeadLetter> letters = new ArrayList<>();
        try (CloseableIterator<Outgoing> side =
                wanted.getSideOutput(DeadLetters.TAG).executeAndCollect()) {
            side.forEachRemaining(
                    letter -> letters.add(Codec.of(DeadLetter.class).decode(letter.value())));
        }
        return letters;
    }

    private static Incoming record(Trajectory run) {
        byte[] value = Codec.of(Trajectory.class).encode(run);
        return new Incoming(Topic.TRAJECTORIES.topicName(), 0, 0, 0, null, value);
    }

    private static Incoming record(RewardedTrajectory scored) {
        byte[] value = Codec.of(RewardedTrajectory.class).encode(scored);
        return new Incoming(Topic.REWARDED_TRAJECTORIES.topicName(), 0, 0, 0, null, value);
    }
}
