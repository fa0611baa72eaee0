// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.run.LocalCluster;
import dev.eddy.local.run.LocalPorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OfferedNumbersITCase {
    private static final int ROOM = 5;
    private static final Duration POLL = Duration.ofMillis(10);

    /** What the tasks of this JVM share with the test. */
    private static final AtomicInteger OFFERED = new AtomicInteger();

    @TempDir
    private Path scratch;

    @Test
    void barriersPassWhileThereIsNoRoomAndRoomGivenBackIsTaken() throws Exception {
        OFFERED.set(0);
        Offers.begin(ROOM, 1);
        LocalPorts ports = LocalPorts.free();
        try (LocalCluster cluster = new LocalCluster(scratch, ports.flink(), ports.metrics(), 2, Map.of())) {
            cluster.start();
            JobID job = cluster.submit(numbers(), Optional.empty());
            until(() -> OFFERED.get() >= ROOM);
            long before = completed(cluster, job);
            until(() -> completed(cluster, job) >= before + 2);
            assertThat(OFFERED).hasValue(ROOM);

            Offers.ended();
            until(() -> OFFERED.get() > ROOM);
            assertThat(Offers.take()).isFalse();
            assertThat(Offers.available()).isNotDone();
            cluster.cancel(job);
        }
    }

    private static JobGraph numbers() {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(2);
        environment
                .fromSource(new OfferedNumbers(), WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .map(number -> OFFERED.incrementAndGet())
                .uid("count")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        return environment.getStreamGraph().getJobGraph();
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    private static long completed(LocalCluster cluster, JobID job) throws InterruptedException {
        return cluster.checkpoints(job).getCounts().getNumberOfCompletedCheckpoints();
    }
}
