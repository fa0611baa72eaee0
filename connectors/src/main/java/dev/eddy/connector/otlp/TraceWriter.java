// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import dev.eddy.metric.catalogue.JobMetric;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.sink.writer.AsyncSinkWriter;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;
import org.apache.flink.connector.base.sink.writer.ElementConverter;
import org.apache.flink.connector.base.sink.writer.ResultHandler;
import org.apache.flink.connector.base.sink.writer.config.AsyncSinkWriterConfiguration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/**
 * Turns batches of records into spans and hands them to the exporter, which has threads of its own. A batch that it gives up fails the job:
 * were it kept here and offered again, no checkpoint could pass it.
 */
final class TraceWriter extends AsyncSinkWriter<Incoming, TraceEntry> {
    private final Codec<Trajectory> trajectories = Codec.of(Trajectory.class);
    private final Codec<RewardedTrajectory> rewards = Codec.of(RewardedTrajectory.class);
    private final SpanExporter exporter;
    private final URI endpoint;
    private final Counter sent;

    TraceWriter(
            ElementConverter<Incoming, TraceEntry> converter,
            WriterInitContext context,
            AsyncSinkWriterConfiguration configuration,
            Collection<BufferedRequestState<TraceEntry>> buffered,
            URI endpoint,
            SpanExporter exporter) {
        super(converter, context, configuration, buffered);
        this.exporter = exporter;
        this.endpoint = endpoint;
        this.sent = context.metricGroup().counter(JobMetric.SPANS_SENT_TOTAL.id(), new ThreadSafeSimpleCounter());
    }

    @Override
    protected void submitRequestEntries(List<TraceEntry> entries, ResultHandler<TraceEntry> handler) {
        List<SpanData> spans =
                entries.stream().flatMap(entry -> spans(entry).stream()).toList();
        CompletableResultCode result = exporter.export(spans);
        result.whenComplete(() -> {
            if (result.isSuccess()) {
                sent.inc(spans.size());
                handler.complete();
            } else {
                handler.completeExceptionally(new IOException(
                        "the collector at " + endpoint + " took none of " + spans.size()
                                + " spans, which it refuses or has not"
                                + " answered in time; see options 'eddy.traces.endpoint' and 'eddy.traces.settings'",
                        result.getFailureThrowable()));
            }
        });
    }

    private List<SpanData> spans(TraceEntry entry) {
        return entry.topic() == Topic.TRAJECTORIES
                ? RolloutSpans.of(trajectories.decode(entry.value()))
                : List.of(RolloutSpans.of(rewards.decode(entry.value())));
    }

    @Override
    protected long getSizeInBytes(TraceEntry entry) {
        return entry.value().length;
    }

    @Override
    public void close() {
        try {
            super.close();
        } finally {
            exporter.shutdown();
        }
    }
}
