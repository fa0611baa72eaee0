// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class TransactionalWriterTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final TransactionalWriter writer = new TransactionalWriter(producer);

    @Test
    void whatIsCommittedIsVisible() {
        write();

        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void whereARecordIsNotTakenNoneIsWritten() {
        producer.commitTransactionException = new KafkaException("too large");

        Throwable failed = catchThrowable(this::write);

        assertThat(failed)
                .hasMessage("none of 1 records was written, since one was not taken: too large")
                .hasCause(producer.commitTransactionException);
        assertThat(producer.transactionAborted()).isTrue();
    }

    @Test
    void whatBecameOfACommitThatTimedOutIsNotKnown() {
        producer.commitTransactionException = new TimeoutException("no answer in 60 s");
        producer.abortTransactionException = new IllegalStateException("the commit must be retried");

        Throwable failed = catchThrowable(this::write);

        assertThat(failed)
                .hasMessageStartingWith("it is not known whether 1 records were written")
                .hasMessageEndingWith("no answer in 60 s")
                .hasCause(producer.commitTransactionException)
                .hasSuppressedException(producer.abortTransactionException);
    }

    @Test
    void whatCouldNotBeSentWasNotWrittenThoughItCannotBeAbortedEither() {
        producer.sendException = new RecordTooLargeException("too large");
        producer.abortTransactionException = new KafkaException("the broker is gone");

        Throwable failed = catchThrowable(this::write);

        assertThat(failed)
                .hasMessageStartingWith("none of 1 records was written")
                .hasCause(producer.sendException)
                .hasSuppressedException(producer.abortTransactionException);
    }

    private void write() {
        writer.write(List.of(new ProducerRecord<>("answers", new byte[] {1})));
    }
}
