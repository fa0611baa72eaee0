// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.kafka.Topics;
import dev.eddy.schemas.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaITCase {
    @TempDir
    Path folder;

    @Test
    void aBrokerKeepsItsRecordsAndTopicsThroughAStopAlsoOnOtherPorts() throws Exception {
        try (EmbeddedKafka broker = broker(Map.of());
                EmbeddedKafka next = broker(Map.of())) {
            broker.start();
            Properties client = client(broker);
            assertThat(Topics.create(client, 2, (short) 1, topic -> -1)).hasSize(Topic.values().length);
            byte[] value = "one".getBytes(StandardCharsets.UTF_8);
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
                producer.send(new ProducerRecord<>("queries", 1, null, value)).get();
            }

            broker.stop();
            next.start();

            client = client(next);
            assertThat(Topics.create(client, 2, (short) 1, topic -> -1)).isEmpty();
            try (KafkaConsumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer.assign(List.of(new TopicPartition("queries", 1)));
                consumer.seekToBeginning(consumer.assignment());
                ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMinutes(2));
                assertThat(records)
                        .singleElement()
                        .satisfies(found -> assertThat(found.value()).isEqualTo(value));
            }
        }
    }

    @Test
    void topicsAreTheCataloguesAndNoneAppearsByItself() throws Exception {
        Map<String, String> extra = Map.of("message.max.bytes", "2000000");
        try (EmbeddedKafka broker = broker(extra)) {
            broker.start();
            Topics.create(client(broker), 3, (short) 1, topic -> -1);
            try (Admin admin = Admin.create(client(broker))) {
                Map<String, TopicDescription> topics = admin.describeTopics(List.of("trajectories", "policy-updates"))
                        .allTopicNames()
                        .get();
                assertThat(topics.get("trajectories").partitions()).hasSize(3);
                assertThat(topics.get("policy-updates").partitions()).hasSize(1);
            }
            Properties impatient = client(broker);
            impatient.put("max.block.ms", "1000");
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(impatient, new ByteArraySerializer(), new ByteArraySerializer())) {
                assertThatThrownBy(() -> producer.send(new ProducerRecord<>("quereis", new byte[1]))
                                .get())
                        .isInstanceOf(ExecutionException.class)
                        .hasMessageContaining("quereis");
            }
        }
    }

    @Test
    void transactionsThatOutliveTheBrokersMaximumAreRefusedWithBothSettingsNamed() throws Exception {
        Map<String, String> extra = Map.of("transaction.max.timeout.ms", "900000");
        try (EmbeddedKafka broker = broker(extra)) {
            broker.start();
            Preflight.transactions(client(broker), Duration.ofMinutes(15));

            assertThatThrownBy(() -> Preflight.transactions(client(broker), Duration.ofDays(1)))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("86400000 ms (run.transaction-timeout)")
                    .hasMessageContaining("allows 900000 (transaction.max.timeout.ms)");
        }
    }

    private EmbeddedKafka broker(Map<String, String> extra) throws IOException {
        LocalPorts ports = LocalPorts.free(port -> false);
        return new EmbeddedKafka(folder, ports.broker(), ports.controller(), extra);
    }

    private static Properties client(EmbeddedKafka broker) {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", broker.bootstrap());
        return client;
    }
}
