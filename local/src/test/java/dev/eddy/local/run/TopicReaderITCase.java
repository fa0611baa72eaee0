// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TopicReaderITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void theEndIsReadOnlyWhenNoTransactionIsOpenBeforeIt() throws Exception {
        List<String> read = new ArrayList<>();
        try (KafkaProducer<String, String> producer = transactional("open");
                TopicReader reader = TopicReader.fromBeginning(KAFKA.client(), Topic.TRAJECTORIES)) {
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("trajectories", "first"));
            producer.flush();

            assertThatThrownBy(() -> reader.readToEnd(Duration.ofMillis(300), record -> read.add(text(record))))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("trajectories-")
                    .hasMessageContaining("transactions are still open");
            assertThat(read).isEmpty();
            try (TopicReader all = TopicReader.ofAllFromBeginning(KAFKA.client(), Topic.TRAJECTORIES)) {
                all.readToEnd(PATIENCE, record -> read.add(text(record)));
            }
            assertThat(read).containsExactly("first");
            read.clear();

            CompletableFuture<Void> commit = CompletableFuture.runAsync(producer::commitTransaction);
            reader.readToEnd(PATIENCE, record -> read.add(text(record)));
            commit.join();
        }
        assertThat(read).containsExactly("first");
    }

    @Test
    void abortedRecordsAreSkippedAndDoNotHoldUpTheEnd() throws Exception {
        List<String> read = new ArrayList<>();
        try (KafkaProducer<String, String> producer = transactional("aborting")) {
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("training-groups", "never"));
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("training-groups", "kept"));
            producer.commitTransaction();
        }
        try (TopicReader reader = TopicReader.fromBeginning(KAFKA.client(), Topic.TRAINING_GROUPS)) {
            reader.readToEnd(PATIENCE, record -> read.add(text(record)));
        }
        assertThat(read).containsExactly("kept");
    }

    @Test
    void aReaderFromTheEndSeesOnlyWhatComesAfterIt() throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(KAFKA.client(), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("queries", "before")).get();
            try (TopicReader reader = TopicReader.fromEnd(KAFKA.client(), Topic.QUERIES)) {
                producer.send(new ProducerRecord<>("queries", "after")).get();

                assertThat(reader.poll(PATIENCE))
                        .extracting(TopicReaderITCase::text)
                        .containsExactly("after");
            }
        }
    }

    private static KafkaProducer<String, String> transactional(String id) {
        Properties settings = KAFKA.client();
        settings.setProperty("transactional.id", id);
        KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    private static String text(Incoming record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }
}
