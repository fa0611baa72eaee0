// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import dev.eddy.connector.kafka.KafkaSinks;
import dev.eddy.connector.kafka.KafkaSources;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/**
 * A run whose one job copies queries to trajectories, exactly once. As a program: {@code folder, checkpoint interval in ms,
 * transaction timeout in ms, records after which it dies before the commit or 0}.
 */
final class CopyRun {
    static final String JOB = "copy";

    static final int MAX_PARALLELISM = 4;

    private CopyRun() {}

    public static void main(String[] arguments) throws Exception {
        LocalOptions options = options(
                Duration.ofMillis(Long.parseLong(arguments[1])), Duration.ofMillis(Long.parseLong(arguments[2])));
        int parallelism = Integer.parseInt(arguments[4]);
        RunFolder folder = RunFolder.open(Path.of(arguments[0]));
        LocalRuntime runtime = LocalRuntime.start(folder, options, false);
        runtime.submit(JOB, wire(runtime, options, Integer.parseInt(arguments[3]), parallelism));
        runtime.awaitRunning(Duration.ofMinutes(2));
        new CountDownLatch(1).await();
    }

    static LocalOptions options(Duration checkpointInterval, Duration transactionTimeout) {
        return new LocalOptions(
                MAX_PARALLELISM,
                checkpointInterval,
                transactionTimeout,
                0,
                2,
                LocalOptions.DEFAULT.maxBytes(),
                Map.of(),
                Map.of(),
                null);
    }

    /**
     * @param diesAfter queries that one subtask has seen when the process dies, at the next checkpoint; 0 for never
     * @param parallelism at 1 all is one chain; above, records are dealt out to the writers
     */
    static StreamExecutionEnvironment wire(LocalRuntime runtime, LocalOptions options, int diesAfter, int parallelism) {
        StreamExecutionEnvironment environment = runtime.environment(JOB);
        environment.setParallelism(parallelism);
        DataStream<Incoming> queries = environment
                .fromSource(
                        KafkaSources.read(runtime.client(), JOB, Topic.QUERIES),
                        WatermarkStrategy.noWatermarks(),
                        "queries",
                        Incoming.TYPE)
                .uid("queries");
        queries.process(new Observer(diesAfter))
                .returns(Incoming.TYPE)
                .uid("observer")
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
        DataStream<Incoming> dealt = parallelism == 1 ? queries : queries.rebalance();
        dealt.map(CopyRun::copy)
                .returns(Outgoing.TYPE)
                .uid("copy")
                .sinkTo(KafkaSinks.exactlyOnce(
                        runtime.client(),
                        runtime.transactionPrefix() + "-" + JOB,
                        options.transactionTimeout(),
                        Set.of(Topic.TRAJECTORIES)))
                .uid("trajectories");
        return environment;
    }

    private static Outgoing copy(Incoming query) {
        return new Outgoing(Topic.TRAJECTORIES, new String(query.key(), StandardCharsets.UTF_8), query.value());
    }

    /** Chained so that it hears of a completed checkpoint just before the sink does, and commits. */
    private static final class Observer extends ProcessFunction<Incoming, Incoming> implements CheckpointListener {
        private static final long serialVersionUID = 1L;

        private final int diesAfter;
        private int seen;

        private Observer(int diesAfter) {
            this.diesAfter = diesAfter;
        }

        @Override
        public void processElement(Incoming value, Context context, Collector<Incoming> out) {
            seen++;
        }

        @Override
        public void notifyCheckpointComplete(long checkpoint) {
            if (diesAfter > 0 && seen >= diesAfter) {
                Runtime.getRuntime().halt(137);
            }
        }
    }
}
