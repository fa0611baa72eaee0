// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import dev.eddy.operator.Outgoing;
import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.kafka.clients.admin.AdminClient;

/**
 * A {@link KafkaSink} whose writers leave nothing behind. The connector's exactly-once writer opens an admin client to find open
 * transactions and never closes it: its thread, its connection and the class loader of the job would stay in the task manager
 * after each restart and each job.
 */
final class ExactlyOnceSink
        implements TwoPhaseCommittingStatefulSink<Outgoing, KafkaWriterState, KafkaCommittable>,
                SupportsPostCommitTopology<KafkaCommittable> {
    private static final long serialVersionUID = 1L;

    private final KafkaSink<Outgoing> sink;

    ExactlyOnceSink(KafkaSink<Outgoing> sink) {
        this.sink = sink;
    }

    @Override
    public PrecommittingStatefulSinkWriter<Outgoing, KafkaWriterState, KafkaCommittable> createWriter(
            WriterInitContext context) throws IOException {
        TwoPhaseCommittingStatefulSink<Outgoing, KafkaWriterState, KafkaCommittable> opener = sink;
        return new Writer(opener.createWriter(context));
    }

    @Override
    public PrecommittingStatefulSinkWriter<Outgoing, KafkaWriterState, KafkaCommittable> restoreWriter(
            WriterInitContext context, Collection<KafkaWriterState> states) throws IOException {
        TwoPhaseCommittingStatefulSink<Outgoing, KafkaWriterState, KafkaCommittable> opener = sink;
        return new Writer(opener.restoreWriter(context, states));
    }

    @Override
    public Committer<KafkaCommittable> createCommitter(CommitterInitContext context) {
        return sink.createCommitter(context);
    }

    @Override
    public SimpleVersionedSerializer<KafkaCommittable> getCommittableSerializer() {
        return sink.getCommittableSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaWriterState> getWriterStateSerializer() {
        return sink.getWriterStateSerializer();
    }

    @Override
    public void addPostCommitTopology(DataStream<CommittableMessage<KafkaCommittable>> committables) {
        sink.addPostCommitTopology(committables);
    }

    /** Closes what the connector's writer leaves open. */
    private static final class Writer
            implements PrecommittingStatefulSinkWriter<Outgoing, KafkaWriterState, KafkaCommittable> {
        private final PrecommittingStatefulSinkWriter<Outgoing, KafkaWriterState, KafkaCommittable> writer;
        private final Field admin;

        private Writer(PrecommittingStatefulSinkWriter<Outgoing, KafkaWriterState, KafkaCommittable> writer) {
            this.writer = writer;
            try {
                admin = writer.getClass().getDeclaredField("adminClient");
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException("the Kafka connector is another than this class was written for", e);
            }
            admin.setAccessible(true);
        }

        @Override
        public void write(Outgoing record, Context context) throws IOException, InterruptedException {
            writer.write(record, context);
        }

        @Override
        public void flush(boolean endOfInput) throws IOException, InterruptedException {
            writer.flush(endOfInput);
        }

        @Override
        public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
            writer.writeWatermark(watermark);
        }

        @Override
        public Collection<KafkaCommittable> prepareCommit() throws IOException, InterruptedException {
            return writer.prepareCommit();
        }

        @Override
        public List<KafkaWriterState> snapshotState(long checkpointId) throws IOException {
            return writer.snapshotState(checkpointId);
        }

        @Override
        public void close() throws Exception {
            try {
                writer.close();
            } finally {
                AdminClient left = (AdminClient) admin.get(writer);
                if (left != null) {
                    left.close(Duration.ZERO);
                }
            }
        }
    }
}
