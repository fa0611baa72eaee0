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
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.sink.writer.AsyncSinkWriter;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;
import org.apache.flink.connector.base.sink.writer.ElementConverter;
import org.apache.flink.connector.base.sink.writer.ResultHandler;
import org.apache.flink.connector.base.sink.writer.config.AsyncSinkWriterConfiguration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns batches of records into spans and hands them to the exporter, which has threads of its own. */
final class TraceWriter extends AsyncSinkWriter<Incoming, TraceEntry> {
    private static final Logger LOGGER = LoggerFactory.getLogger(TraceWriter.class);

    /** The exporter paces what a collector may yet take; this is for what it calls wrong, such as an address without its path. */
    private static final long PAUSE_MS = 1_000;

    private final Codec<Trajectory> trajectories = Codec.of(Trajectory.class);
    private final Codec<RewardedTrajectory> rewards = Codec.of(RewardedTrajectory.class);
    private final SpanExporter exporter;
    private final MailboxExecutor mailbox;
    private final ProcessingTimeService timers;
    private final Counter sent;
    private final Counter refused;

    TraceWriter(
            ElementConverter<Incoming, TraceEntry> converter,
            WriterInitContext context,
            AsyncSinkWriterConfiguration configuration,
            Collection<BufferedRequestState<TraceEntry>> buffered,
            SpanExporter exporter) {
        super(converter, context, configuration, buffered);
        this.exporter = exporter;
        this.mailbox = context.getMailboxExecutor();
        this.timers = context.getProcessingTimeService();
        this.sent = context.metricGroup().counter(JobMetric.SPANS_SENT_TOTAL.id(), new ThreadSafeSimpleCounter());
        this.refused =
                context.metricGroup().counter(JobMetric.SPAN_BATCHES_REFUSED_TOTAL.id(), new ThreadSafeSimpleCounter());
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
                refused.inc();
                LOGGER.warn(
                        "the collector took none of {} spans, which are sent again; see option 'eddy.traces.endpoint'",
                        spans.size(),
                        result.getFailureThrowable());
                mailbox.execute(
                        () -> timers.registerTimer(
                                timers.getCurrentProcessingTime() + PAUSE_MS, now -> handler.retryForEntries(entries)),
                        "send spans again");
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
