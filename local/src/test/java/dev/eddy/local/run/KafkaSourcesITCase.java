// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.kafka.KafkaSinks;
import dev.eddy.connector.kafka.KafkaSources;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KafkaSourcesITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    @Test
    void whatIsOlderThanAskedForIsNotRead() throws Exception {
        long now = System.currentTimeMillis();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", KAFKA.bootstrap()), new StringSerializer(), new StringSerializer())) {
            for (long at : new long[] {now - 10_000, now}) {
                producer.send(new ProducerRecord<>("rewarded-trajectories", 0, at, "key", at < now ? "old" : "new"))
                        .get();
            }
        }
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);

        assertThat(environment
                        .fromSource(
                                KafkaSources.readSince(
                                        now - 5_000, KAFKA.client(), "since", Topic.REWARDED_TRAJECTORIES),
                                WatermarkStrategy.noWatermarks(),
                                "rewarded",
                                Incoming.TYPE)
                        .executeAndCollect(1))
                .extracting(record -> new String(record.value(), UTF_8))
                .containsExactly("new");
    }

    @Test
    void theTraceOfARecordIsTakenFromItsHeaderAndWrittenToThoseThatFollow() throws Exception {
        String traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", KAFKA.bootstrap()), new StringSerializer(), new StringSerializer())) {
            for (String header : List.of(traceparent, "something else")) {
                ProducerRecord<String, String> query = new ProducerRecord<>("queries", 0, "key", "value");
                query.headers().add("traceparent", header.getBytes(UTF_8));
                producer.send(query).get();
            }
        }
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
        List<Incoming> read = environment
                .fromSource(
                        KafkaSources.read(KAFKA.client(), "traced", Topic.QUERIES),
                        WatermarkStrategy.noWatermarks(),
                        "queries",
                        Incoming.TYPE)
                .executeAndCollect(2);
        StreamExecutionEnvironment writing = StreamExecutionEnvironment.createLocalEnvironment(1);
        writing.fromData(
                        Outgoing.TYPE,
                        read.stream()
                                .map(record -> new Outgoing(Topic.ANSWERS, "key", record.value(), record.traceparent()))
                                .toArray(Outgoing[]::new))
                .sinkTo(KafkaSinks.atLeastOnce(KAFKA.client(), Set.of(Topic.ANSWERS)));
        writing.execute();

        assertThat(read).extracting(Incoming::traceparent).containsExactly(traceparent, null);
        List<String> written = new ArrayList<>();
        try (TopicReader answers = TopicReader.fromBeginning(KAFKA.client(), Topic.ANSWERS)) {
            answers.readRecordsToEnd(
                    Duration.ofMinutes(1),
                    record -> record.headers().forEach(header -> written.add(new String(header.value(), UTF_8))));
        }
        assertThat(written).containsExactly(traceparent);
    }
}
