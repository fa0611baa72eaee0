// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.dice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.page.PageServer;
import dev.eddy.console.topic.Tokenizers;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.job.EvalJob;
import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.RewardJob;
import dev.eddy.job.ServeJob;
import dev.eddy.job.TrainJob;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.IOUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An agent that nobody has heard of runs, is rewarded, learns, is measured and is shown. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DiceITCase {
    private static final int GROUPS = 120;
    private static final int ROLLOUTS = 8;
    private static final int BATCH = 10;
    private static final long POLL_NANOS = 20_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> resources = new ArrayDeque<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private PageServer page;

    @AfterEach
    void close() throws Exception {
        IOUtils.closeAll(resources);
    }

    @Test
    void aFourthAgentNeedsNothingBesideItself() throws Exception {
        submit(ServeJob::build);
        submit(RewardJob::build);
        submit(TrainJob::build);
        submit(EvalJob::build);
        Ports.Lease<BlobStore> blobs = lease(BlobStore.class, "blobs");
        page = PageServer.start(
                new PageServer.Options(
                        InetAddress.getLoopbackAddress(), 0, null, GROUPS * ROLLOUTS, null, Tokenizers.words()),
                KAFKA.client(),
                blobs.get());
        resources.push(page);
        try (TopicWriter topics = new TopicWriter(KAFKA.client())) {
            for (int group = 0; group < GROUPS; group++) {
                ask(topics, group);
            }
        }

        DicePolicy learnt = new DicePolicy.Family().read(weights(awaitTrained()));

        assertThat(learnt.keeps(5)).as("a six is kept").isGreaterThan(0.5);
        // One face alone is met too seldom for its weight to tell chance from learning.
        assertThat(IntStream.range(0, 5).mapToDouble(learnt::keeps).average().orElseThrow())
                .as("what is no six is rolled again")
                .isLessThan(0.5);
        JsonNode lines = await("api/trajectories?policy=dice&limit=1000", all -> all.size() == GROUPS * ROLLOUTS);
        assertThat(lines.findValuesAsText("status")).containsOnly("OK");
        JsonNode view = json("api/trajectory?id=dice-0/0");
        assertThat(view.at("/trajectory/query/agent").asText()).isEqualTo(DiceAgent.NAME);
        assertThat(view.at("/segments/0/parts/0/text").asText()).startsWith(DiceAgent.PROMPT);
        assertThat(view.at("/calls/0/steps/0/action").asText()).isIn(DiceAgent.KEEP, "roll");
        assertThat(view.at("/calls/0/said/0/logProb").asDouble()).isNegative();
        assertThat(view.at("/reward/components/rolls").asDouble()).isNegative();
        JsonNode metrics =
                await("api/metrics", all -> all.findValuesAsText("name").contains("rolls"));
        assertThat(metrics.findValuesAsText("name")).contains("accuracy", "reward", "reward.rolls", Outcome.CALLS);
    }

    /**
     * All that an agent is: its loop, its state, its reward and what registers them, with licence and imports. The small policy
     * does not count: it stands in for a language model, which speaks for any agent.
     */
    @Test
    void theAgentIsWrittenInUnder150Lines() throws Exception {
        assertThat(Files.readAllLines(Path.of("src/test/java/dev/eddy/console/dice/DiceAgent.java")))
                .hasSizeLessThan(150);
    }

    private static void ask(TopicWriter topics, int group) throws InterruptedException {
        String id = "dice-" + group;
        topics.write(
                Topic.LABELS,
                id,
                Label.newBuilder()
                        .setQueryId(id)
                        .setTargets(List.of("6"))
                        .setMetric("exact_match")
                        .build());
        topics.write(
                Topic.QUERIES,
                id,
                Query.newBuilder()
                        .setQueryId(id)
                        .setAgent(DiceAgent.NAME)
                        .setPolicy(DiceAgent.NAME)
                        .setMode("trained")
                        .setPurpose(Purpose.TRAIN)
                        .setGroupSize(ROLLOUTS)
                        .setDecoding(Decoding.SAMPLED)
                        .setPictures(List.of())
                        .setText("Keep a six.")
                        .setSeed(group)
                        .build());
    }

    /** The first version that all groups went into. */
    private static PolicyVersion awaitTrained() {
        Codec<PolicyUpdate> codec = Codec.of(PolicyUpdate.class);
        try (TopicReader reader = TopicReader.fromBeginning(KAFKA.client(), Topic.POLICY_UPDATES)) {
            while (true) {
                for (var record : reader.poll(Duration.ofMillis(50))) {
                    PolicyUpdate update = codec.decode(record.value());
                    if (update.getGroupsConsumed() >= GROUPS) {
                        return new PolicyVersion(update.getPolicy(), update.getVersion(), update.getSha256());
                    }
                }
            }
        }
    }

    private byte[] weights(PolicyVersion version) throws Exception {
        return lease(PolicyStore.class, "policies").get().get(version).join();
    }

    private <P extends AutoCloseable> Ports.Lease<P> lease(Class<P> port, String name) throws Exception {
        Ports.Lease<P> lease = Ports.lease(port, "file", file(name));
        resources.push(lease);
        return lease;
    }

    private interface Wiring {
        void build(StreamExecutionEnvironment environment, Configuration configuration);
    }

    private void submit(Wiring wiring) throws Exception {
        Configuration configuration = configuration();
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
        wiring.build(environment, configuration);
        JobClient job = environment.executeAsync();
        resources.push(() -> job.cancel().get());
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(250));
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        configuration.set(JobOptions.KAFKA_CLIENT, Map.of("bootstrap.servers", KAFKA.bootstrap()));
        configuration.set(JobOptions.AGENTS, List.of(DiceAgent.NAME));
        configuration.set(JobOptions.POLICIES, List.of(DiceAgent.NAME));
        configuration.set(TrainJob.BATCH_GROUPS, BATCH);
        configuration.set(TrainJob.PLANNED_STEPS, (long) GROUPS / BATCH);
        choose(configuration, PortOption.BLOB_STORE, "file", file("blobs"));
        choose(configuration, PortOption.POLICY_STORE, "file", file("policies"));
        choose(configuration, PortOption.EFFECT_JOURNAL, "memory", Map.of());
        choose(configuration, PortOption.POLICY_MODEL, "local", on(Map.of("blobs", "blobs", "policies", "policies")));
        Map<String, String> trainer = on(Map.of("blobs", "blobs"));
        trainer.put("family", DiceAgent.NAME);
        choose(configuration, PortOption.POLICY_TRAINER, "local", trainer);
        Map<String, String> reader = on(Map.of("blobs", "blobs"));
        reader.put("kafka.bootstrap.servers", KAFKA.bootstrap());
        choose(configuration, PortOption.TRAJECTORY_READER, "kafka", reader);
        return configuration;
    }

    private Map<String, String> file(String name) {
        return Map.of("path", folder.resolve(name).toUri().toString());
    }

    /** Settings of a port that works on file stores. */
    private Map<String, String> on(Map<String, String> stores) {
        Map<String, String> settings = new HashMap<>();
        stores.forEach((store, name) -> {
            settings.put(store, "file");
            settings.put(store + ".path", file(name).get("path"));
        });
        return settings;
    }

    private static void choose(
            Configuration configuration, PortOption port, String name, Map<String, String> settings) {
        configuration.set(port.implementation(), name);
        configuration.set(port.settings(), settings);
    }

    private JsonNode json(String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(page.address() + path)).build();
        HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return JSON.readTree(reply.body());
    }

    private JsonNode await(String path, Predicate<JsonNode> wanted) throws Exception {
        JsonNode last = json(path);
        while (!wanted.test(last)) {
            LockSupport.parkNanos(POLL_NANOS);
            last = json(path);
        }
        return last;
    }
}
