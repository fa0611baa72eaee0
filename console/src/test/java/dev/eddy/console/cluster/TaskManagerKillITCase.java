// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.connector.kafka.Topics;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.job.EddyJob;
import dev.eddy.job.PortOption;
import dev.eddy.local.experiment.Part;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.report.LedgerReader;
import dev.eddy.local.run.RemoteCluster;
import dev.eddy.port.PortFactory;
import dev.eddy.port.RealServices;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.UpdateCause;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a model is asked when a task manager dies by {@code kill -9}: a cluster and a broker of processes, RocksDB with its
 * checkpoints on S3, a journal on Redis.
 */
@Tag("real-services")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TaskManagerKillITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Properties KAFKA = new Properties();

    /** Not of JUnit's making: that one would be gone before the servers. */
    private static Path servers;

    private final String checkpoints = "s3://eddy/" + UUID.randomUUID() + "/checkpoints";

    @TempDir
    private Path folder;

    @BeforeAll
    static void prepare() throws Exception {
        servers = Files.createTempDirectory("eddy-servers");
        KAFKA.setProperty("bootstrap.servers", RealServices.up("kafka", servers));
        Topics.create(KAFKA, 2, (short) 1, topic -> -1);
        RealServices.useS3(servers);
    }

    @AfterAll
    static void end() throws Exception {
        RealServices.down("flink", servers);
        RealServices.down("kafka", servers);
        RealServices.down("seaweedfs", servers);
    }

    @Test
    void whatWasJournaledIsNotPaidForAgainAndWhatWasInTheAirIsCounted() throws Exception {
        URI address = URI.create("http://" + RealServices.up("flink", servers));
        try (ModelServer model = new ModelServer();
                RemoteCluster cluster =
                        new RemoteCluster(address, Path.of("..", "job-jar", "target", "eddy-jobs.jar"));
                RestClusterClient<String> rest = new RestClusterClient<>(rest(address), "session");
                TopicReader trajectories = TopicReader.fromBeginning(KAFKA, Topic.TRAJECTORIES)) {
            ask();
            JobID job = cluster.submit(graph(model), Optional.empty());
            cluster.awaitRunning(job, PATIENCE);
            ModelServer.Call journaled = model.next();
            ModelServer.Call inTheAir = model.next();
            rest.triggerCheckpoint(job, CheckpointType.CONFIGURED).get(1, TimeUnit.MINUTES);
            journaled.answer("neither a tool nor an answer");
            ModelServer.Call followed = model.next(); // so the first answer stands in the journal, and in no checkpoint

            kill(taskManager(address, job));

            List<ModelServer.Call> again = List.of(model.next(), model.next());
            assertThat(again)
                    .extracting(ModelServer.Call::requestId)
                    .containsExactlyInAnyOrder(inTheAir.requestId(), followed.requestId());
            cluster.awaitRunning(job, PATIENCE);
            assertRestoredFromS3(address, job);
            again.forEach(call -> call.answer("neither a tool nor an answer"));
            Map<String, Trajectory> ended = ended(trajectories, model, rest, job);

            assertThat(Collections.frequency(model.log(), journaled.requestId()))
                    .isOne();
            assertThat(Collections.frequency(model.log(), inTheAir.requestId())).isEqualTo(2);
            assertThat(firstCall(ended, journaled)).satisfies(effect -> {
                assertThat(effect.getFromJournal()).isTrue();
                assertThat(effect.getAttempts()).isEqualTo(2);
            });
            assertThat(firstCall(ended, inTheAir)).satisfies(effect -> {
                assertThat(effect.getFromJournal()).isFalse();
                assertThat(effect.getAttempts()).isEqualTo(2);
            });
            cluster.cancel(job);
            // The call that followed is not among them: no checkpoint knew of it.
            assertThat(LedgerReader.read(KAFKA, PATIENCE).effects().paidAgain()).isOne();
        }
    }

    private static Configuration rest(URI address) {
        return Configuration.fromMap(
                Map.of("rest.address", address.getHost(), "rest.port", Integer.toString(address.getPort())));
    }

    /** Two questions, and the version that answers them. */
    private void ask() throws Exception {
        try (Subject world = Subjects.open("acticl", null, 7, folder);
                TopicWriter writer = new TopicWriter(KAFKA)) {
            PolicyUpdate version = PolicyUpdate.newBuilder()
                    .setPolicy("acticl")
                    .setVersion(0)
                    .setSha256("0".repeat(64))
                    .setCause(UpdateCause.TRAINED)
                    .setStep(0)
                    .build();
            writer.write(Topic.POLICY_UPDATES, "acticl", version);
            for (int number = 0; number < 2; number++) {
                Query query = world.ask(Part.TRAIN, number, "q" + number)
                        .query()
                        .setAgent("acticl")
                        .setPolicy("acticl")
                        .setMode("trained")
                        .build();
                writer.write(Topic.QUERIES, query.getQueryId(), query);
            }
        }
    }

    private JobGraph graph(ModelServer model) throws Exception {
        Map<String, String> all = new HashMap<>();
        all.put("execution.checkpointing.interval", "1d"); // but for those that are asked for
        all.put("execution.checkpointing.dir", checkpoints);
        all.put("execution.checkpointing.incremental", "true");
        all.put("execution.checkpointing.data-inline-threshold", "0b"); // so that state stands in files of its own
        all.put("state.backend.type", "rocksdb");
        all.put("restart-strategy.type", "fixed-delay");
        all.put("restart-strategy.fixed-delay.attempts", "10");
        all.put("restart-strategy.fixed-delay.delay", "500ms");
        all.put("pipeline.generic-types", "false");
        all.put("eddy.kafka.client.bootstrap.servers", KAFKA.getProperty("bootstrap.servers"));
        all.put("eddy.kafka.transaction-timeout", "10min");
        all.put("eddy.agents", "acticl");
        Configuration configuration = Configuration.fromMap(all);
        try (Subject world = Subjects.open("acticl", null, 7, folder)) {
            world.choices().forEach((port, choice) -> port.choose(configuration, choice.name(), choice.settings()));
        }
        String[] redis = RealServices.up("redis").split(":");
        PortOption.EFFECT_JOURNAL.choose(
                configuration, "redis", Map.of("host", redis[0], "port", redis[1], "prefix", folder.toString()));
        PortOption.POLICY_MODEL.choose(
                configuration,
                AskedModel.NAME,
                Map.of("address", model.address().toString()));
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        EddyJob.SERVE.build(environment, configuration);
        JobGraph graph = environment.getStreamGraph().getJobGraph();
        graph.addJar(new org.apache.flink.core.fs.Path(modelJar().toUri()));
        return graph;
    }

    /** The model as a cluster loads it. */
    private Path modelJar() throws IOException {
        Path jar = folder.resolve("model.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Class<?> one : List.of(AskedModel.class, AskedModel.Factory.class)) {
                String name = one.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                try (InputStream in = one.getClassLoader().getResourceAsStream(name)) {
                    in.transferTo(out);
                }
            }
            out.putNextEntry(new JarEntry("META-INF/services/" + PortFactory.class.getName()));
            out.write(AskedModel.Factory.class.getName().getBytes());
        }
        return jar;
    }

    /** The name of the one that runs the loops. */
    private static String taskManager(URI address, JobID job) throws IOException {
        JsonNode vertices = read(address, "/jobs/" + job).get("vertices");
        for (JsonNode vertex : vertices) {
            if (vertex.get("name").asText().contains("loop")) {
                return read(
                                address,
                                "/jobs/" + job + "/vertices/" + vertex.get("id").asText() + "/taskmanagers")
                        .get("taskmanagers")
                        .get(0)
                        .get("taskmanager-id")
                        .asText();
            }
        }
        throw new IllegalStateException("none of these runs loops: " + vertices);
    }

    /** Files that checkpoints share are those of RocksDB; the heap writes none. */
    private void assertRestoredFromS3(URI address, JobID job) throws IOException {
        JsonNode restored =
                read(address, "/jobs/" + job + "/checkpoints").get("latest").get("restored");
        assertThat(restored.get("external_path").asText()).startsWith(checkpoints + "/" + job + "/chk-");
        org.apache.flink.core.fs.Path shared = new org.apache.flink.core.fs.Path(checkpoints, job + "/shared");
        assertThat(shared.getFileSystem().listStatus(shared)).isNotEmpty();
    }

    private static JsonNode read(URI address, String path) throws IOException {
        return JSON.readTree(address.resolve(path).toURL());
    }

    private static void kill(String taskManager) throws Exception {
        String process =
                Files.readString(servers.resolve("flink").resolve(taskManager)).strip();
        assertThat(new ProcessBuilder("kill", "-9", process).start().waitFor()).isZero();
    }

    /** Answers until both have ended; what is written becomes visible with a checkpoint. */
    private static Map<String, Trajectory> ended(
            TopicReader trajectories, ModelServer model, RestClusterClient<String> rest, JobID job) throws Exception {
        Codec<Trajectory> codec = Codec.of(Trajectory.class);
        Map<String, Trajectory> ended = new HashMap<>();
        while (ended.size() < 2) {
            for (ModelServer.Call call = model.nextNow(); call != null; call = model.nextNow()) {
                call.answer("neither a tool nor an answer");
            }
            rest.triggerCheckpoint(job, CheckpointType.CONFIGURED).get(1, TimeUnit.MINUTES);
            trajectories.poll(Duration.ofMillis(100)).forEach(record -> {
                Trajectory one = codec.decode(record.value());
                ended.put(one.getTrajectoryId(), one);
            });
        }
        return ended;
    }

    /** The effect of a trajectory that a call was made for. */
    private static EffectRecord firstCall(Map<String, Trajectory> ended, ModelServer.Call call) {
        return ended.entrySet().stream()
                .filter(one -> call.requestId().startsWith(one.getKey() + "#"))
                .map(Map.Entry::getValue)
                .flatMap(run -> run.getEffects().stream())
                .filter(effect -> call.requestId().endsWith("#" + effect.getSeq()))
                .findFirst()
                .orElseThrow();
    }
}
