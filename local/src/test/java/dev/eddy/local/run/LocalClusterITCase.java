// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalClusterITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path scratch;

    private int metricsPort;
    private LocalCluster cluster;

    @BeforeEach
    void start() throws Exception {
        LocalPorts ports = LocalPorts.free(port -> false);
        metricsPort = ports.metrics();
        cluster = new LocalCluster(scratch, ports.flink(), metricsPort, 2, Map.of());
        cluster.start();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aJobThatFailsIsReportedWithEveryCause() throws Exception {
        JobID job = cluster.submit(
                sequence(2, number -> {
                    throw new IllegalStateException("no luck with " + number);
                }),
                Optional.empty());

        assertThatThrownBy(() -> {
                    while (true) { // it may run for a moment before it fails
                        cluster.awaitRunning(job, PATIENCE);
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is FAILED instead of running")
                .hasStackTraceContaining("no luck with 0");
        assertThat(cluster.failures(job))
                .as("the first attempt and two more")
                .hasSize(3)
                .allSatisfy(failure -> assertThat(failure).contains("no luck with"));
    }

    @Test
    void aRunningJobHasNoFailuresAndEndsWhenCancelled() throws Exception {
        JobID job = cluster.submit(sequence(0, number -> number), Optional.empty());
        cluster.awaitRunning(job, PATIENCE);
        assertThat(cluster.failures(job)).isEmpty();

        cluster.cancel(job);
        assertThat(cluster.status(job)).isEqualTo(JobStatus.CANCELED);
    }

    @Test
    void thePageAndTheMetricsAreServedOnLoopbackOnly() throws Exception {
        assertThat(get(cluster.webPage()).body()).contains("Flink");
        HttpResponse<String> metrics = get(URI.create("http://127.0.0.1:" + metricsPort + "/metrics"));
        assertThat(metrics.statusCode()).isEqualTo(200);
        assertThat(metrics.body()).contains("flink_jobmanager_taskSlotsTotal");

        for (InetAddress other : NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .toList()) {
            assertThat(FreePort.isFree(other, metricsPort))
                    .as("%s:%d", other, metricsPort)
                    .isTrue();
            assertThat(FreePort.isFree(other, cluster.webPage().getPort()))
                    .as("page on %s", other)
                    .isTrue();
        }
    }

    private static HttpResponse<String> get(URI address) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JobGraph sequence(int restarts, MapFunction<Long, Long> map) {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, restarts);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(1);
        environment.fromSequence(0, Long.MAX_VALUE - 1).map(map).sinkTo(new DiscardingSink<>());
        return environment.getStreamGraph().getJobGraph();
    }
}
