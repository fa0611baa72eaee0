// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import dev.eddy.schemas.Codec;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Puts single records on topics and waits for the broker's word. Not thread-safe. */
public final class TopicWriter implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;

    public TopicWriter(Properties client) {
        Properties settings = new Properties();
        settings.putAll(client);
        settings.setProperty(ProducerConfig.ACKS_CONFIG, "all");
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Returns once the record stands on all in-sync replicas, with where it stands. */
    public <T extends SpecificRecord> SourcePosition write(Topic topic, String key, T value)
            throws InterruptedException {
        @SuppressWarnings("unchecked") // a record's class is its own
        byte[] bytes = Codec.of((Class<T>) value.getClass()).encode(value);
        try {
            RecordMetadata written = producer.send(
                            new ProducerRecord<>(topic.topicName(), key.getBytes(StandardCharsets.UTF_8), bytes))
                    .get();
            return new SourcePosition(written.topic(), written.partition(), written.offset());
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "a record of " + bytes.length + " bytes was not taken by topic '" + topic.topicName() + "': "
                            + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
