// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import java.util.Collection;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
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

    private final Producer<byte[], byte[]> producer;

    /** @param id of the transactions, unique to what is done by them */
    public TransactionalWriter(Properties client, String id) {
        this(producer(client, id));
    }

    TransactionalWriter(Producer<byte[], byte[]> producer) {
        this.producer = producer;
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            producer.close();
            throw e;
        }
    }

    private static Producer<byte[], byte[]> producer(Properties client, String id) {
        Properties settings = new Properties();
        settings.setProperty(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.setProperty(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(MAX_REQUEST_BYTES));
        settings.putAll(client);
        settings.setProperty(ProducerConfig.ACKS_CONFIG, "all");
        settings.setProperty(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Returns once all are visible. Throws {@link IllegalStateException} where one is not taken, and none of them is visible then;
     * or where it is not known what became of the commit, and then all are or none is.
     */
    public void write(Collection<ProducerRecord<byte[], byte[]>> records) {
        producer.beginTransaction();
        boolean committing = false;
        try {
            records.forEach(producer::send);
            committing = true;
            producer.commitTransaction(); // throws for a record that was not taken, too
        } catch (ProducerFencedException e) {
            throw new IllegalStateException("somebody else does the same at this moment: run it again afterwards", e);
        } catch (KafkaException e) {
            throw failed(records.size(), committing, e);
        }
    }

    /** A transaction that can be aborted was not committed; one whose commit is under way can not be. */
    private IllegalStateException failed(int records, boolean committing, KafkaException cause) {
        RuntimeException open = null;
        try {
            producer.abortTransaction();
        } catch (RuntimeException e) {
            open = e;
        }
        String outcome = open != null && committing
                ? "it is not known whether " + records
                        + " records were written, all or none; run it again, which begins" + " with what was: "
                : "none of " + records + " records was written, since one was not taken: ";
        IllegalStateException failed = new IllegalStateException(outcome + cause.getMessage(), cause);
        if (open != null) {
            failed.addSuppressed(open);
        }
        return failed;
    }

    @Override
    public void close() {
        producer.close();
    }
}
