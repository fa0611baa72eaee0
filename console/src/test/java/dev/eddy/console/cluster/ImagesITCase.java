// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.connector.kafka.Topics;
import dev.eddy.connector.policy.PolicyModelNames;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.run.LocalPorts;
import dev.eddy.port.RealServices;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The images that {@code scripts/ship/images.sh} has built, on the servers of {@code scripts/services.sh}. */
@Tag("real-services")
@EnabledIfSystemProperty(named = "eddy.images", matches = ".+", disabledReason = "scripts/ship/images.sh builds them")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ImagesITCase {
    /** What the images' names end with. */
    private static final String IMAGES = System.getProperty("eddy.images");

    private static final String CONFIGURATION = "/opt/flink/conf/config.yaml";
    private static final String TOKENIZER = "/models/tokenizer.json";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration GRACE = Duration.ofSeconds(20);
    /** What a process that ends by this signal has as its code. */
    private static final int SIGTERM = 143;

    private static final int QUERIES = 100;
    private static final int BEFORE_THE_STOP = 30;

    private static String brokers;

    private final ServingRun run = ServingRun.fresh();
    private final List<Container> containers = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeAll
    static void createTopics() throws Exception {
        RealServices.useS3();
        brokers = RealServices.up("kafka");
        Topics.create(client(), 2, (short) 1, topic -> -1);
    }

    @AfterEach
    void remove() throws Exception {
        for (Container container : containers) {
            container.close();
        }
    }

    @Test
    void theJobServesEveryQueryOnceThoughItIsStoppedInTheMiddle() throws Exception {
        Container server = modelServer();
        String endpoint = "127.0.0.1:" + server.execute("printenv", "EDDY_GRPC_PORT");
        Map<String, Integer> served = new HashMap<>();
        try (TextModel model = TextModel.load(endpoint, PolicyModelNames.of(run.version()));
                Subject world = Subjects.open("acticl", null, 7, folder, URI.create(run.place() + "/blobs"));
                TopicWriter writer = new TopicWriter(client());
                TopicReader trajectories = TopicReader.fromBeginning(client(), Topic.TRAJECTORIES)) {
            run.announce(writer);
            Path configuration = write(run.configuration(brokers, model, TOKENIZER, world));
            for (int number = 0; number < BEFORE_THE_STOP; number++) {
                run.ask(world, writer, number, run.id() + "-" + number);
            }
            List<Container> first = serve(configuration, model, List.of());
            await(trajectories, served, 1, first);
            for (int number = BEFORE_THE_STOP; number < QUERIES; number++) {
                run.ask(world, writer, number, run.id() + "-" + number);
            }
            for (Container container : first) {
                assertThat(container.isHardened()).as("hardened").isTrue();
            }
            stop(first);
            List<Container> second = serve(configuration, model, List.of("--fromSavepoint", newestCheckpoint()));
            await(trajectories, served, QUERIES, second);
            stop(second);
            collect(trajectories, served);
        }
        assertThat(server.isHardened()).isTrue();
        stop(List.of(server));

        assertThat(served).hasSize(QUERIES);
        assertThat(served.values()).as("how often each was served").containsOnly(1);
    }

    @Test
    void theConsolePassesItsHealthCheckAsksForItsTokenAndEndsInOrder() throws Exception {
        int port = LocalPorts.free().page();
        Container console = run(
                "console",
                Map.of("TOKEN", "s3cret", "EDDY_PAGE_PORT", "" + port),
                Map.of(),
                List.of(
                        "page",
                        "--port=" + port,
                        "-Dpage.bind=0.0.0.0",
                        "-Dpage.token=env:TOKEN",
                        "-Dkafka.bootstrap-servers=" + brokers,
                        "-Dblobs.settings.path=file:///tmp/blobs"));
        console.awaitHealthy(PATIENCE);

        assertThat(status(port, "wrong")).isEqualTo(401);
        assertThat(status(port, "s3cret")).isEqualTo(200);
        assertThat(console.isHardened()).isTrue();
        stop(List.of(console));
    }

    private Container modelServer() throws Exception {
        LocalPorts ports = LocalPorts.free();
        Container server = run(
                "model-server",
                Map.of(
                        "EDDY_BIND", "127.0.0.1",
                        "EDDY_HTTP_PORT", "" + ports.flink(),
                        "EDDY_GRPC_PORT", "" + ports.broker(),
                        "EDDY_METRICS_PORT", "" + ports.metrics()),
                Map.of(),
                List.of());
        server.awaitHealthy(PATIENCE);
        return server;
    }

    /** A JobManager with the job in it, as an application has it, and a TaskManager. */
    private List<Container> serve(Path configuration, TextModel model, List<String> arguments) throws Exception {
        Map<String, Path> files = Map.of(CONFIGURATION, configuration, TOKENIZER, model.tokenizer());
        List<String> job = new ArrayList<>(List.of("standalone-job", "--job-classname", "dev.eddy.job.EddyJob"));
        job.addAll(arguments);
        job.add("serve");
        return List.of(run("flink", Map.of(), files, job), run("flink", Map.of(), files, List.of("taskmanager")));
    }

    private Container run(
            String image, Map<String, String> environment, Map<String, Path> files, List<String> arguments)
            throws Exception {
        Container container = Container.start("localhost/eddy/" + image + ":" + IMAGES, environment, files, arguments);
        containers.add(container);
        return container;
    }

    private Path write(Map<String, String> job) throws Exception {
        LocalPorts ports = LocalPorts.free();
        Map<String, String> all = new TreeMap<>(job);
        all.put("jobmanager.rpc.address", "127.0.0.1");
        all.put("jobmanager.rpc.port", "" + ports.broker());
        all.put("jobmanager.memory.process.size", "1g");
        all.put("rest.address", "127.0.0.1");
        all.put("rest.bind-address", "127.0.0.1");
        all.put("rest.port", "" + ports.flink());
        all.put("taskmanager.host", "127.0.0.1");
        all.put("taskmanager.numberOfTaskSlots", "2");
        all.put("taskmanager.memory.process.size", "1700m");
        all.put("parallelism.default", "2");
        all.put("heartbeat.timeout", "10s");
        all.put("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        all.put("s3.endpoint", "http://" + RealServices.up("seaweedfs"));
        all.put("s3.path-style-access", "true");
        all.put("s3.region", "us-east-1");
        all.put("s3.access-key", "eddy");
        all.put("s3.secret-key", "eddy-secret");
        List<String> lines = new ArrayList<>();
        all.forEach((key, value) -> lines.add(key + ": '" + value.replace("'", "''") + "'"));
        Path file = Files.write(folder.resolve("config.yaml"), lines);
        for (Path readable : List.of(folder, file)) { // by the image's user
            Files.setPosixFilePermissions(readable, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return file;
    }

    /** Until so many queries are served; a process that ends before is told with its log. */
    private void await(TopicReader trajectories, Map<String, Integer> served, int wanted, List<Container> processes)
            throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (served.size() < wanted) {
            collect(trajectories, served);
            for (Container process : processes) {
                assertThat(process.isRunning() && System.nanoTime() < deadline)
                        .as("%d of %d queries are served; a process said%n%s", served.size(), wanted, process.log())
                        .isTrue();
            }
        }
    }

    /** Committed records alone. */
    private void collect(TopicReader trajectories, Map<String, Integer> served) {
        Codec<Trajectory> codec = Codec.of(Trajectory.class);
        trajectories.poll(Duration.ofSeconds(1)).forEach(record -> {
            Trajectory one = codec.decode(record.value());
            if (one.getQuery().getQueryId().startsWith(run.id().toString())) {
                assertThat(one.getEffects())
                        .isNotEmpty()
                        .allMatch(effect -> effect.getStatus() == EffectStatus.OK, "answered");
                served.merge(one.getQuery().getQueryId(), 1, Integer::sum);
            }
        });
    }

    private String newestCheckpoint() throws IOException {
        org.apache.flink.core.fs.Path place = new org.apache.flink.core.fs.Path(run.place() + "/checkpoints");
        FileSystem s3 = place.getFileSystem();
        FileStatus newest = null;
        for (FileStatus job : s3.listStatus(place)) {
            for (FileStatus checkpoint : s3.listStatus(job.getPath())) {
                org.apache.flink.core.fs.Path metadata =
                        new org.apache.flink.core.fs.Path(checkpoint.getPath(), "_metadata");
                if (s3.exists(metadata)) {
                    FileStatus found = s3.getFileStatus(metadata);
                    newest = newest == null || found.getModificationTime() > newest.getModificationTime()
                            ? found
                            : newest;
                }
            }
        }
        assertThat(newest).as("checkpoints below " + place).isNotNull();
        return newest.getPath().getParent().toString();
    }

    private static void stop(List<Container> containers) throws Exception {
        for (Container container : containers) {
            assertThat(container.stop(GRACE)).as(container.log()).isIn(0, SIGTERM);
        }
    }

    private static int status(int port, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    private static Properties client() {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", brokers);
        return client;
    }
}
