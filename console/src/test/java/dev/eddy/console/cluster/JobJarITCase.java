// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.local.run.RemoteCluster;
import dev.eddy.port.RealServices;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rest.FileUpload;
import org.apache.flink.runtime.rest.RestClient;
import org.apache.flink.runtime.rest.messages.EmptyMessageParameters;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.JobMessageParameters;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatistics.CompletedCheckpointStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatisticsHeaders;
import org.apache.flink.runtime.rest.util.RestConstants;
import org.apache.flink.runtime.webmonitor.handlers.JarRunHeaders;
import org.apache.flink.runtime.webmonitor.handlers.JarRunMessageParameters;
import org.apache.flink.runtime.webmonitor.handlers.JarRunRequestBody;
import org.apache.flink.runtime.webmonitor.handlers.JarUploadHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job jar on a Flink cluster of processes of its own, uploaded and run by REST as a deployer does: RocksDB, checkpoints and
 * pictures on S3, a journal on Redis and a language model on Triton.
 */
@Tag("real-services")
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobJarITCase {
    private static final Path JAR = Path.of("..", "job-jar", "target", "eddy-jobs.jar");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long POLL_NANOS = 100_000_000;
    private static final int QUERIES = 2;
    private static final int SUBMISSIONS = Integer.getInteger("eddy.submissions", 5);
    /** What is begun once a process is there after these. */
    private static final int WARM_UP = 2;

    /**
     * Loaders that a process may come to keep after the warm-up, however many jobs follow: a job that leaks leaves one each time. Java
     * keeps that of the first job to use ImageIO, and of the last whose records were compared; a thread that is begun once a process
     * keeps that of the job that needed it first, such as Java's for delays of futures and the S3 client's for timeouts.
     */
    private static final int KEPT_FOR_GOOD = 2;

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private final ServingRun run = ServingRun.fresh();

    @TempDir
    private Path folder;

    @Test
    void submissionsServeByTritonAndRedisAndLeaveNoLoaderNoThreadAndNoConnection() throws Exception {
        RealServices.useS3();
        URI address = URI.create("http://" + RealServices.up("flink"));
        ScheduledExecutorService threads = Executors.newSingleThreadScheduledExecutor();
        try (RestClient client = RestClient.forUrl(new Configuration(), threads, address.toURL());
                RemoteCluster cluster = new RemoteCluster(address, JAR);
                TextModel model = TextModel.load(RealServices.up("triton"), PolicyModelNames.of(run.version()));
                Subject world = Subjects.open("acticl", null, 7, folder, URI.create(run.place() + "/blobs"));
                TopicWriter writer = new TopicWriter(KAFKA.client());
                TopicReader trajectories = TopicReader.fromBeginning(KAFKA.client(), Topic.TRAJECTORIES)) {
            run.announce(writer);
            Map<String, String> configuration = serving(model, world);
            String jar = upload(client, address.toURL());
            Map<String, Integer> loaders = Map.of();
            Map<String, Integer> running = Map.of();
            for (int submission = 0; submission < SUBMISSIONS; submission++) {
                if (submission == WARM_UP) {
                    loaders = ManagerProcesses.loaders();
                    running = ManagerProcesses.threads();
                }
                JobID job = submit(client, address.toURL(), jar, configuration);
                cluster.awaitRunning(job, PATIENCE);
                ask(world, writer, submission);
                awaitServed(trajectories, submission);
                awaitCheckpoint(client, address.toURL(), job);
                assertThat(connections().keySet())
                        .as("servers that the job is connected to")
                        .containsAll(servers());
                cluster.cancel(job);
                awaitNoMore("connections of a job that is gone", Map.of(), JobJarITCase::connections);
            }

            loaders.replaceAll((process, count) -> count + KEPT_FOR_GOOD);
            awaitNoMore("class loaders of jobs", loaders, ManagerProcesses::loaders);
            awaitNoMore("threads by name", running, ManagerProcesses::threads);
        } finally {
            threads.shutdownNow();
        }
    }

    private void ask(Subject world, TopicWriter writer, int submission) throws Exception {
        for (int number = 0; number < QUERIES; number++) {
            run.ask(world, writer, number, "s" + submission + "q" + number);
        }
    }

    /** Until all rollouts of one submission have ended; its job serves again what those before it were asked. */
    private static void awaitServed(TopicReader trajectories, int submission) {
        Codec<Trajectory> codec = Codec.of(Trajectory.class);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Set<String> served = new HashSet<>();
        while (served.size() < QUERIES) {
            assertThat(System.nanoTime()).as("served so far: " + served).isLessThan(deadline);
            trajectories.poll(Duration.ofMillis(100)).forEach(record -> {
                Trajectory one = codec.decode(record.value());
                if (one.getTrajectoryId().startsWith("s" + submission + "q")) {
                    assertThat(one.getEffects())
                            .isNotEmpty()
                            .allMatch(effect -> effect.getStatus() == EffectStatus.OK, "answered");
                    served.add(one.getTrajectoryId());
                }
            });
        }
    }

    /** Of all processes of the cluster to the servers that a job alone speaks to, by server. */
    private static Map<String, Integer> connections() throws IOException, InterruptedException {
        Map<String, Integer> connections = new TreeMap<>(ManagerProcesses.connections());
        connections.keySet().retainAll(servers());
        return connections;
    }

    /** Ports. */
    private static Set<String> servers() throws IOException, InterruptedException {
        return Stream.of(RealServices.up("triton"), RealServices.up("redis"), KAFKA.bootstrap())
                .map(address -> address.substring(address.indexOf(':') + 1))
                .collect(Collectors.toSet());
    }

    private static String upload(RestClient client, URL address) throws Exception {
        String stored = client.sendRequest(
                        address.getHost(),
                        address.getPort(),
                        JarUploadHeaders.getInstance(),
                        EmptyMessageParameters.getInstance(),
                        EmptyRequestBody.getInstance(),
                        List.of(new FileUpload(JAR, RestConstants.CONTENT_TYPE_JAR)))
                .get(1, TimeUnit.MINUTES)
                .getFilename();
        return stored.substring(stored.lastIndexOf('/') + 1);
    }

    private static JobID submit(RestClient client, URL address, String jar, Map<String, String> configuration)
            throws Exception {
        JarRunMessageParameters parameters = JarRunHeaders.getInstance().getUnresolvedMessageParameters();
        parameters.jarIdPathParameter.resolve(jar);
        return client.sendRequest(
                        address.getHost(),
                        address.getPort(),
                        JarRunHeaders.getInstance(),
                        parameters,
                        new JarRunRequestBody(null, List.of("serve"), null, null, null, null, null, configuration))
                .get(1, TimeUnit.MINUTES)
                .getJobId();
    }

    private void awaitCheckpoint(RestClient client, URL address, JobID job) throws Exception {
        JobMessageParameters parameters = new JobMessageParameters();
        parameters.jobPathParameter.resolve(job);
        CompletedCheckpointStatistics completed;
        do {
            LockSupport.parkNanos(POLL_NANOS);
            completed = client.sendRequest(
                            address.getHost(),
                            address.getPort(),
                            CheckpointingStatisticsHeaders.getInstance(),
                            parameters,
                            EmptyRequestBody.getInstance())
                    .get(1, TimeUnit.MINUTES)
                    .getLatestCheckpoints()
                    .getCompletedCheckpointStatistics();
        } while (completed == null);
        assertThat(completed.getExternalPath()).startsWith(run.place() + "/checkpoints/" + job);
    }

    private Map<String, String> serving(TextModel model, Subject world) throws Exception {
        Map<String, String> all =
                run.configuration(KAFKA.bootstrap(), model, model.tokenizer().toString(), world);
        // Looked up by each process that opens a client; unresolved it is no number, and no client opens.
        Files.writeString(folder.resolve("age"), "60000\n");
        all.put("eddy.kafka.client.metadata.max.age.ms", "${directory:" + folder + ":age}");
        return all;
    }

    private interface Count {
        Map<String, Integer> now() throws IOException, InterruptedException;
    }

    /** What is no longer used goes with the next collections, and pools let their idle threads go. */
    private static void awaitNoMore(String what, Map<String, Integer> before, Count count) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Map<String, Integer> more;
        do {
            LockSupport.parkNanos(POLL_NANOS);
            more = new TreeMap<>(count.now());
            more.entrySet().removeIf(entry -> entry.getValue() <= before.getOrDefault(entry.getKey(), 0));
        } while (!more.isEmpty() && System.nanoTime() < deadline);
        assertThat(more)
                .as(what + " that grew over " + (SUBMISSIONS - WARM_UP) + " submissions")
                .isEmpty();
    }
}
