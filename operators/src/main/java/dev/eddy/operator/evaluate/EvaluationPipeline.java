// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.evaluate;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.schemas.MetricSample;
import java.time.Duration;
import java.util.TreeMap;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * From what the other jobs wrote to figures over short windows, by agent, policy, version, mode, count and purpose.
 *
 * <pre>
 * rewarded-trajectories, training-groups, group-receipts,
 * policy-updates, dead-letters ──▸ evaluation-reader ──▸ evaluation-windows ──▸ metrics
 *                                          └──▸ dead-letters  by series
 * </pre>
 */
public final class EvaluationPipeline {
    private EvaluationPipeline() {}

    /**
     * Attaches the operators, with their uids.
     *
     * @param records of any of the topics above
     * @param job named in dead letters
     * @param window length, 1 ms or more: {@code eval.window}
     * @return records for {@code metrics} and {@code dead-letters}
     */
    public static DataStream<Outgoing> attach(DataStream<Incoming> records, String job, Duration window) {
        if (window.toMillis() < 1) {
            throw new IllegalArgumentException("'eval.window' is " + window + "; it must be 1 ms or more");
        }
        SingleOutputStreamOperator<MetricSample> samples = records.process(
                        new SampleReader(job), WireType.of(MetricSample.class))
                .uid("evaluation-reader")
                .name("evaluation-reader");
        return samples.keyBy(sample -> new TreeMap<>(sample.getLabels()).toString(), KeyText.TYPE)
                .process(new MetricWindows(window), Outgoing.TYPE)
                .uid("evaluation-windows")
                .name("evaluation-windows")
                .union(samples.getSideOutput(DeadLetters.TAG));
    }
}
