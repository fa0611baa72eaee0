// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.kafka.KafkaSources;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Topic;
import java.util.Map;
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
}
