// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LedgerReaderITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    @Test
    void theLedgerIsDrawnFromWhatACommittedReaderFindsOnTheTopics() throws Exception {
        try (KafkaProducer<byte[], byte[]> aborted = producer("aborted")) {
            aborted.initTransactions();
            aborted.beginTransaction();
            send(aborted, Topic.TRAJECTORIES, Wire.trajectory("q1", 0));
            aborted.abortTransaction();
        }
        try (KafkaProducer<byte[], byte[]> producer = producer("ledger")) {
            producer.initTransactions();
            producer.beginTransaction();
            RecordMetadata broken = producer.send(new ProducerRecord<>("queries", new byte[] {1, 2, 3}))
                    .get();
            send(producer, Topic.DEAD_LETTERS, malformed(broken));
            send(producer, Topic.QUERIES, Wire.query("q1", Purpose.TRAIN, 1));
            send(producer, Topic.LABELS, Wire.label("q1"));
            send(producer, Topic.ANSWERS, Wire.answer("q1", 0, "dax"));
            send(producer, Topic.TRAJECTORIES, Wire.trajectory("q1", 0));
            send(producer, Topic.REWARDED_TRAJECTORIES, Wire.rewarded("q1", 0, RewardStatus.OK));
            send(producer, Topic.TRAINING_GROUPS, Wire.group("q1", GroupStatus.PARTIAL));
            send(producer, Topic.GROUP_RECEIPTS, Wire.receipt("q1", GroupFate.REFUSED));
            send(producer, Topic.POLICY_UPDATES, Wire.update("acticl", 0));
            producer.commitTransaction();
        }

        Ledger ledger = LedgerReader.read(KAFKA.client(), Duration.ofMinutes(2));

        assertThat(ledger.violations()).isEmpty();
        JsonNode json = new ObjectMapper().valueToTree(ledger);
        assertThat(json.at("/queries").asInt()).isEqualTo(1);
        assertThat(json.at("/rejected").asInt()).isEqualTo(1);
        assertThat(json.at("/rolloutsByPurpose/train").asInt()).isEqualTo(1);
        assertThat(json.at("/trajectories").asInt()).isEqualTo(1);
        assertThat(json.at("/groups/partial").asInt()).isEqualTo(1);
        assertThat(json.at("/groupsConsumed/refused").asInt()).isEqualTo(1);
        assertThat(json.at("/deadLetters/byReason/MALFORMED").asInt()).isEqualTo(1);
        assertThat(json.has("violations")).as("the report has no such field").isFalse();
    }

    private static DeadLetter malformed(RecordMetadata at) {
        return DeadLetter.newBuilder()
                .setReason("MALFORMED")
                .setMessage("three bytes")
                .setJob("serve")
                .setSource(new SourcePosition(at.topic(), at.partition(), at.offset()))
                .build();
    }

    @SuppressWarnings("unchecked")
    private static <T extends SpecificRecord> void send(KafkaProducer<byte[], byte[]> producer, Topic topic, T value) {
        byte[] bytes = Codec.of((Class<T>) value.getClass()).encode(value);
        producer.send(new ProducerRecord<>(topic.topicName(), bytes));
    }

    private static KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Properties settings = KAFKA.client();
        settings.setProperty("transactional.id", transactionalId);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
