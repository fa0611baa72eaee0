// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.run.KafkaExtension;
import dev.eddy.local.run.RemoteCluster;
import dev.eddy.port.RealServices;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
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

/**
 * The job jar on a Flink cluster of processes of its own, uploaded and run by REST as a deployer does: RocksDB, checkpoints on
 * S3, a journal on Redis and an encoder on Triton.
 */
@Tag("real-services")
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobJarITCase {
    private static final Path JAR = Path.of("..", "job-jar", "target", "eddy-jobs.jar");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long POLL_NANOS = 100_000_000;
    private static final int SUBMISSIONS = Integer.getInteger("eddy.submissions", 5);
    /** Java itself keeps two loaders: that of the first job to use ImageIO, and that of the last whose records were compared. */
    private static final int WARM_UP = 2;

    private static final Pattern THREAD = Pattern.compile("^\"([^\"]*)\"", Pattern.MULTILINE);

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private final String place = "s3://eddy/" + UUID.randomUUID();

    @Test
    void submissionsWriteCheckpointsToS3AndLeaveNoLoaderAndNoThread() throws Exception {
        Map<String, String> configuration = serving();
        URI address = URI.create("http://" + RealServices.up("flink"));
        ScheduledExecutorService threads = Executors.newSingleThreadScheduledExecutor();
        try (RestClient client = RestClient.forUrl(new Configuration(), threads, address.toURL());
                RemoteCluster cluster = new RemoteCluster(address, JAR)) {
            String jar = upload(client, address.toURL());
            for (int submission = 0; submission < WARM_UP; submission++) {
                submit(client, address.toURL(), jar, configuration, cluster);
            }
            Map<String, Integer> loaders = loaders();
            Map<String, Integer> running = threads();
            for (int submission = WARM_UP; submission < SUBMISSIONS; submission++) {
                submit(client, address.toURL(), jar, configuration, cluster);
            }

            awaitNoMore("class loaders of jobs", loaders, JobJarITCase::loaders);
            awaitNoMore("threads by name", running, JobJarITCase::threads);
        } finally {
            threads.shutdownNow();
        }
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

    private void submit(
            RestClient client, URL address, String jar, Map<String, String> configuration, RemoteCluster cluster)
            throws Exception {
        JarRunMessageParameters parameters = JarRunHeaders.getInstance().getUnresolvedMessageParameters();
        parameters.jarIdPathParameter.resolve(jar);
        JobID job = client.sendRequest(
                        address.getHost(),
                        address.getPort(),
                        JarRunHeaders.getInstance(),
                        parameters,
                        new JarRunRequestBody(null, List.of("serve"), null, null, null, null, null, configuration))
                .get(1, TimeUnit.MINUTES)
                .getJobId();
        cluster.awaitRunning(job, PATIENCE);
        awaitCheckpoint(client, address, job);
        cluster.cancel(job);
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
        assertThat(completed.getExternalPath()).startsWith(place + "/checkpoints/" + job);
    }

    private Map<String, String> serving() throws Exception {
        String[] redis = RealServices.up("redis").split(":");
        Map<String, String> all = new HashMap<>();
        all.put("execution.checkpointing.interval", "500ms");
        all.put("execution.checkpointing.dir", place + "/checkpoints");
        all.put("state.backend.type", "rocksdb");
        all.put("eddy.kafka.client.bootstrap.servers", KAFKA.bootstrap());
        all.put("eddy.kafka.transaction-timeout", "10min");
        all.put("eddy.agents", "acticl");
        all.put("eddy.blob-store.name", "file");
        all.put("eddy.effect-journal.name", "redis");
        all.put("eddy.effect-journal.settings.host", redis[0]);
        all.put("eddy.effect-journal.settings.port", redis[1]);
        all.put("eddy.encoder.name", "triton");
        all.put("eddy.encoder.settings.endpoint", RealServices.up("triton"));
        all.put("eddy.encoder.settings.model", "embedding");
        all.put("eddy.policy-model.name", "local");
        all.put("eddy.policy-model.settings.policies", "file");
        all.put("eddy.policy-model.settings.policies.path", place + "/policies");
        all.put("eddy.demonstration-bank.name", "world");
        all.put("eddy.demonstration-bank.settings.world", "glyphs");
        all.put("eddy.demonstration-bank.settings.seed", "7");
        all.put("eddy.blob-store.settings.path", place + "/blobs");
        for (String user : List.of("policy-model", "demonstration-bank")) {
            all.put("eddy." + user + ".settings.blobs", "file");
            all.put("eddy." + user + ".settings.blobs.path", place + "/blobs");
        }
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

    private static Map<String, Integer> loaders() throws IOException, InterruptedException {
        Map<String, Integer> loaders = new TreeMap<>();
        for (String manager : managers()) {
            jcmd(manager, "GC.run");
            String classes = jcmd(manager, "VM.classloader_stats");
            loaders.put(manager, (int)
                    classes.lines().filter(line -> line.contains("ChildFirst")).count());
        }
        return loaders;
    }

    /** By name without numbers, but for Flink's own, which come and go. */
    private static Map<String, Integer> threads() throws IOException, InterruptedException {
        Map<String, Integer> threads = new TreeMap<>();
        for (String manager : managers()) {
            THREAD.matcher(jcmd(manager, "Thread.print"))
                    .results()
                    .map(thread -> thread.group(1).replaceAll("[0-9]+", "#"))
                    .filter(name ->
                            !name.startsWith("flink-") && !name.startsWith("Flink") && !name.contains("Compiler"))
                    .forEach(name -> threads.merge(manager + " " + name, 1, Integer::sum));
        }
        return threads;
    }

    /** Process ids. */
    private static List<String> managers() throws IOException {
        Path cache = System.getenv("EDDY_CACHE") == null
                ? Path.of(System.getProperty("user.home"), ".cache", "eddy")
                : Path.of(System.getenv("EDDY_CACHE"));
        Path servers = System.getenv("EDDY_RUN") == null ? cache.resolve("run") : Path.of(System.getenv("EDDY_RUN"));
        Path run = servers.resolve("flink");
        List<String> processes = new ArrayList<>();
        for (String name : List.of("jobmanager", "taskmanager-1", "taskmanager-2")) {
            processes.add(Files.readString(run.resolve(name)).strip());
        }
        return processes;
    }

    private static String jcmd(String process, String command) throws IOException, InterruptedException {
        Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process asked = new ProcessBuilder(program.toString(), process, command)
                .redirectErrorStream(true)
                .start();
        String said = new String(asked.getInputStream().readAllBytes(), UTF_8);
        assertThat(asked.waitFor()).as("jcmd %s %s: %s", process, command, said).isZero();
        return said;
    }
}
