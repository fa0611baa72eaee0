// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import dev.eddy.connector.kafka.Topics;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Topic;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.sink.AsyncSinkBase;
import org.apache.flink.connector.base.sink.writer.AsyncSinkWriterStateSerializer;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;
import org.apache.flink.connector.base.sink.writer.config.AsyncSinkWriterConfiguration;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Sends the spans of finished rollouts and of their rewards to a collector of OpenTelemetry. What a collector does not
 * take after some tries fails the job, which goes on from its checkpoint: nothing is dropped that the topics still hold. After a restore spans may
 * be sent again, under the same ids.
 */
public final class TraceSink extends AsyncSinkBase<Incoming, TraceEntry> {
    private static final long serialVersionUID = 1L;

    private static final int BATCH = 256;
    private static final int IN_FLIGHT = 4;
    private static final int BUFFERED = 4_096;
    private static final long WAIT_MS = 1_000;

    private final String endpoint;
    private final TreeMap<String, String> settings;

    /**
     * Nothing is connected yet.
     *
     * @param endpoint the collector's address for traces, with its path
     * @param settings those of {@link TraceSettings}
     * @throws IllegalArgumentException naming what is wrong
     */
    public TraceSink(String endpoint, Map<String, String> settings) {
        super(
                (record, context) -> new TraceEntry(Topic.named(record.topic()), record.value()),
                BATCH,
                IN_FLIGHT,
                BUFFERED,
                Topics.MAX_DERIVED_BYTES,
                WAIT_MS,
                Topics.MAX_DERIVED_BYTES);
        TraceSettings.of(endpoint, settings);
        this.endpoint = endpoint;
        this.settings = new TreeMap<>(settings);
    }

    @Override
    public TraceWriter createWriter(WriterInitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public TraceWriter restoreWriter(WriterInitContext context, Collection<BufferedRequestState<TraceEntry>> buffered)
            throws IOException {
        TraceSettings reached = TraceSettings.of(endpoint, settings);
        return new TraceWriter(
                getElementConverter(),
                context,
                AsyncSinkWriterConfiguration.builder()
                        .setMaxBatchSize(getMaxBatchSize())
                        .setMaxBatchSizeInBytes(getMaxBatchSizeInBytes())
                        .setMaxInFlightRequests(getMaxInFlightRequests())
                        .setMaxBufferedRequests(getMaxBufferedRequests())
                        .setMaxTimeInBufferMS(getMaxTimeInBufferMS())
                        .setMaxRecordSizeInBytes(getMaxRecordSizeInBytes())
                        .build(),
                buffered,
                reached.endpoint(),
                reached.exporter(System::getenv));
    }

    @Override
    public SimpleVersionedSerializer<BufferedRequestState<TraceEntry>> getWriterStateSerializer() {
        return new StateSerializer();
    }

    private static final class StateSerializer extends AsyncSinkWriterStateSerializer<TraceEntry> {
        @Override
        protected void serializeRequestToStream(TraceEntry entry, DataOutputStream out) throws IOException {
            out.writeUTF(entry.topic().name());
            out.writeInt(entry.value().length);
            out.write(entry.value());
        }

        @Override
        protected TraceEntry deserializeRequestFromStream(long size, DataInputStream in) throws IOException {
            Topic topic = Topic.valueOf(in.readUTF());
            byte[] value = new byte[in.readInt()];
            in.readFully(value);
            return new TraceEntry(topic, value);
        }

        @Override
        public int getVersion() {
            return 1;
        }
    }
}
