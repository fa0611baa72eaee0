// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.reward;

import dev.eddy.metric.Metric;
import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.WaitingLabel;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Reads labels. One that cannot be read, or that nothing can be scored against, is a dead letter; the latter still goes on, so
 * that its trajectories leave as FAILED instead of waiting in vain.
 */
final class LabelReader extends ProcessFunction<Incoming, WaitingLabel> {
    private static final long serialVersionUID = 1L;

    private final String job;
    private transient DeadLetters letters;
    private transient Codec<Label> codec;

    LabelReader(String job) {
        this.job = job;
    }

    @Override
    public void open(OpenContext context) {
        letters = new DeadLetters(job);
        codec = Codec.of(Label.class);
    }

    @Override
    public void processElement(Incoming record, Context context, Collector<WaitingLabel> out) {
        if (record.value() != null && record.value().length > Incoming.MAX_ASKED_BYTES) {
            String message = "a label of " + record.value().length + " bytes, allowed are " + Incoming.MAX_ASKED_BYTES;
            long now = context.timerService().currentProcessingTime();
            context.output(DeadLetters.TAG, letters.about(record, "TOO_LARGE", message, null, now));
            return;
        }
        letters.read(codec, record, context).ifPresent(label -> read(label, record, context, out));
    }

    private void read(Label label, Incoming record, Context context, Collector<WaitingLabel> out) {
        String problem = Metric.problem(label).orElse(null);
        if (problem != null) {
            long now = context.timerService().currentProcessingTime();
            context.output(DeadLetters.TAG, letters.about(record, "INVALID_LABEL", problem, label.getQueryId(), now));
        }
        out.collect(WaitingLabel.newBuilder()
                .setLabel(label)
                .setSource(new SourcePosition(record.topic(), record.partition(), record.offset()))
                .setProblem(problem)
                .build());
    }
}
