// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import java.util.Collection;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts records on topics in one transaction: all of them become visible, or none. Opening one ends what another of the same id had
 * begun and shuts it out, so what is committed when it has been opened is all that others of this id have ever written. Not
 * thread-safe.
 */
public final class TransactionalWriter implements AutoCloseable {
    private static final int MAX_REQUEST_BYTES = 16 << 20;

    private final KafkaProducer<byte[], byte[]> producer;

    /** @param id of the transactions, unique to what is done by them */
    public TransactionalWriter(Properties client, String id) {
        Properties settings = new Properties();
        settings.setProperty(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.setProperty(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(MAX_REQUEST_BYTES));
        settings.putAll(client);
        settings.setProperty(ProducerConfig.ACKS_CONFIG, "all");
        settings.setProperty(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            producer.close();
            throw e;
        }
    }

    /** Returns once all are visible; throws, with none of them visible, where one is not taken. */
    public void write(Collection<ProducerRecord<byte[], byte[]>> records) {
        producer.beginTransaction();
        try {
            records.forEach(producer::send);
            producer.commitTransaction(); // throws for a record that was not taken, too
        } catch (ProducerFencedException e) {
            throw new IllegalStateException("somebody else does the same at this moment: run it again afterwards", e);
        } catch (KafkaException e) {
            producer.abortTransaction();
            throw new IllegalStateException(
                    "none of " + records.size() + " records was written, since one was not taken: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
