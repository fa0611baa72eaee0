// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import dev.eddy.operator.Incoming;
import dev.eddy.operator.KeyText;
import dev.eddy.operator.Outgoing;
import dev.eddy.operator.WireType;
import dev.eddy.operator.serve.LoopLimits;
import dev.eddy.operator.serve.ServePipeline;
import dev.eddy.rollout.RolloutId;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.UpdateCause;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** The agent loop operator between a source that offers a rollout for each that ends and a sink that keeps nothing. */
record BenchJob(BenchSubject subject, String backend, Duration checkpoints, Path folder, int parallelism) {
    /** So that a rollout that is offered gets to the loops at once, and few are under way to them. */
    private static final Duration BUFFER_TIMEOUT = Duration.ofMillis(5);

    JobGraph graph(LoopLimits limits) {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend.equals("heap") ? "hashmap" : backend);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoints);
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(ExecutionOptions.BUFFER_TIMEOUT, BUFFER_TIMEOUT);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        KeyedStream<RolloutRequest, String> rollouts = environment
                .fromSource(new OfferedNumbers(), WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .map(new Ask(subject.queries()), WireType.of(RolloutRequest.class))
                .uid("ask")
                .keyBy(RolloutId::of, KeyText.TYPE);
        DataStream<Incoming> updates =
                environment.fromData(List.of(announcement()), Incoming.TYPE).uid("updates");
        ServePipeline.loops("bench", rollouts, updates.broadcast(), Meter.counting(subject.environment()), limits)
                .map(new Count(), Types.INT)
                .uid("count")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        return environment.getStreamGraph().getJobGraph();
    }

    private Incoming announcement() {
        PolicyUpdate update = PolicyUpdate.newBuilder()
                .setPolicy(subject.version().policy())
                .setVersion(subject.version().version())
                .setSha256(subject.version().sha256())
                .setCause(UpdateCause.INITIAL)
                .setStep(0)
                .build();
        byte[] key = update.getPolicy().getBytes(StandardCharsets.UTF_8);
        byte[] value = Codec.of(PolicyUpdate.class).encode(update);
        return new Incoming(Topic.POLICY_UPDATES.topicName(), 0, 0, 0, key, value);
    }

    private static final class Ask implements MapFunction<Long, RolloutRequest> {
        private static final long serialVersionUID = 1L;

        private final ArrayList<Query> queries;

        private Ask(List<Query> queries) {
            this.queries = new ArrayList<>(queries);
        }

        @Override
        public RolloutRequest map(Long number) {
            return LoopBench.request(queries, number);
        }
    }

    private static final class Count implements MapFunction<Outgoing, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer map(Outgoing record) {
            if (record.topic() == Topic.TRAJECTORIES) {
                Meter.finished(record.value().length);
                Offers.ended();
            }
            return record.value().length;
        }
    }
}
