// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.job.JobOptions;
import dev.eddy.job.PortOption;
import dev.eddy.job.TrainJob;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.Ports;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The train job between real topics, with a trainer that dies in the middle of steps. */
@Timeout(value = 400, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TrainJobITCase {
    private static final int GROUPS = 101;
    private static final int BATCH = 4;
    /** Steps of the run, counted over its restarts, that die. */
    private static final String DEADLY = "2,3,15";

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    @TempDir
    private Path folder;

    @Test
    void everyGroupIsTrainedOnceAndEveryVersionIsStoredThoughStepsDie() throws Exception {
        List<Trajectory> trajectories =
                IntStream.range(0, GROUPS).mapToObj(TrainJobITCase::trajectory).toList();
        List<GroupReceipt> receipts = new ArrayList<>();
        List<PolicyUpdate> updates = new ArrayList<>();
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1, configuration());
        TrainJob.build(environment, configuration());
        JobClient job = environment.executeAsync();
        try (KafkaProducer<byte[], byte[]> producer = producer();
                TopicReader reader =
                        TopicReader.fromBeginning(KAFKA.client(), Topic.GROUP_RECEIPTS, Topic.POLICY_UPDATES)) {
            readUntil(reader, receipts, updates, () -> !updates.isEmpty());
            List<TrajectoryRef> refs = send(producer, trajectories);
            for (int i = 0; i < GROUPS; i++) {
                send(producer, Topic.TRAINING_GROUPS, group(i, refs.get(i)));
                if (i % 10 == 9) {
                    int submitted = i;
                    readUntil(reader, receipts, updates, () -> receipts.size() >= submitted - BATCH);
                }
            }
            readUntil(reader, receipts, updates, () -> receipts.size() >= GROUPS - GROUPS % BATCH);
            // An order that comes before the last group is over at once, so it is given again.
            for (int order = 0; updates.get(updates.size() - 1).getGroupsTrained() < GROUPS; order++) {
                send(producer, Topic.POLICY_CONTROL, flush(order));
                take(reader, Duration.ofSeconds(1), receipts, updates);
            }
        } finally {
            job.cancel().get();
        }

        assertThat(receipts)
                .extracting(GroupReceipt::getGroupId)
                .containsExactlyElementsOf(
                        IntStream.range(0, GROUPS).mapToObj(i -> "q" + i).toList());
        assertThat(receipts).extracting(GroupReceipt::getFate).containsOnly(GroupFate.TRAINED);
        assertThat(receipts.get(GROUPS - 1).getStep()).isEqualTo(26);
        assertThat(updates)
                .extracting(PolicyUpdate::getVersion)
                .containsExactlyElementsOf(IntStream.range(0, updates.size())
                        .mapToObj(i -> (long) i)
                        .toList());
        assertThat(updates.size()).as("several checkpoints stood").isGreaterThan(5);
        try (Ports.Lease<PolicyStore> store = Ports.lease(PolicyStore.class, "file", policies())) {
            for (PolicyUpdate update : updates) {
                byte[] stored = store.get()
                        .get(new PolicyVersion("acticl", update.getVersion(), update.getSha256()))
                        .join();
                assertThat(stored).isEqualTo(undisturbed(trajectories, update.getStep()));
            }
        }
    }

    /** Weights after so many steps of a trainer that nothing happens to. */
    private static byte[] undisturbed(List<Trajectory> trajectories, long steps) {
        FlakyTrainer trainer = new FlakyTrainer(new AtomicInteger(), Set.of());
        for (int step = 0; step < steps; step++) {
            trainer.step(
                    trajectories.subList(step * BATCH, Math.min(GROUPS, (step + 1) * BATCH)).stream()
                            .map(trajectory -> new Sample(trajectory, null))
                            .toList(),
                    0);
        }
        return trainer.weights();
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 10);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        configuration.set(JobOptions.KAFKA_CLIENT, Map.of("bootstrap.servers", KAFKA.bootstrap()));
        configuration.set(JobOptions.POLICIES, List.of("acticl"));
        choose(configuration, PortOption.POLICY_TRAINER, "flaky", Map.of("run", folder.toString(), "deadly", DEADLY));
        choose(configuration, PortOption.POLICY_STORE, "file", policies());
        choose(
                configuration,
                PortOption.TRAJECTORY_READER,
                "kafka",
                Map.of(
                        "kafka.bootstrap.servers", KAFKA.bootstrap(),
                        "blobs", "file",
                        "blobs.path", folder.resolve("blobs").toString()));
        configuration.set(TrainJob.BATCH_GROUPS, BATCH);
        configuration.set(TrainJob.MAX_POLICY_LAG, 100);
        configuration.set(TrainJob.PLANNED_STEPS, 26L);
        return configuration;
    }

    private static void choose(
            Configuration configuration, PortOption port, String name, Map<String, String> settings) {
        configuration.set(port.implementation(), name);
        configuration.set(port.settings(), settings);
    }

    private Map<String, String> policies() {
        return Map.of("path", folder.resolve("policies").toString());
    }

    private interface Condition {
        boolean holds();
    }

    private static void readUntil(
            TopicReader reader, List<GroupReceipt> receipts, List<PolicyUpdate> updates, Condition condition) {
        while (!condition.holds()) {
            take(reader, Duration.ofMillis(50), receipts, updates);
        }
    }

    private static void take(
            TopicReader reader, Duration patience, List<GroupReceipt> receipts, List<PolicyUpdate> updates) {
        reader.poll(patience).forEach(record -> {
            if (record.topic().equals(Topic.GROUP_RECEIPTS.topicName())) {
                receipts.add(Codec.of(GroupReceipt.class).decode(record.value()));
            } else {
                updates.add(Codec.of(PolicyUpdate.class).decode(record.value()));
            }
        });
    }

    private static PolicyControl flush(int order) {
        return PolicyControl.newBuilder()
                .setControlId("end-" + order)
                .setPolicy("acticl")
                .setCommand(ControlCommand.FLUSH)
                .build();
    }

    private static Trajectory trajectory(int i) {
        return Trajectory.newBuilder()
                .setTrajectoryId("q" + i + "/0")
                .setGroupId("q" + i)
                .setGroupSize(1)
                .setRolloutIndex(0)
                .setQuery(Query.newBuilder()
                        .setQueryId("q" + i)
                        .setAgent("acticl")
                        .setPolicy("acticl")
                        .setMode("trained")
                        .setPictures(List.of())
                        .setText("which?")
                        .build())
                .setSource(new SourcePosition("queries", 0, (long) i))
                .setTermination(Termination.ANSWERED)
                .build();
    }

    private static TrainingGroup group(int i, TrajectoryRef ref) {
        return TrainingGroup.newBuilder()
                .setGroupId("q" + i)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setQueryId("q" + i)
                .setGroupSize(1)
                .setMembers(List.of(GroupMember.newBuilder()
                        .setRef(ref)
                        .setRolloutIndex(0)
                        .setTrainable(true)
                        .setReward(1)
                        .setAdvantage(1)
                        .build()))
                .setEstimator("grpo")
                .setStatus(GroupStatus.COMPLETE)
                .setPolicyVersionMin(0)
                .setPolicyVersionMax(0)
                .build();
    }

    private static List<TrajectoryRef> send(KafkaProducer<byte[], byte[]> producer, List<Trajectory> trajectories)
            throws Exception {
        List<TrajectoryRef> refs = new ArrayList<>();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (Trajectory trajectory : trajectories) {
            sent.add(producer.send(new ProducerRecord<>(
                    Topic.TRAJECTORIES.topicName(),
                    trajectory.getGroupId().getBytes(UTF_8),
                    Codec.of(Trajectory.class).encode(trajectory))));
        }
        for (int i = 0; i < sent.size(); i++) {
            RecordMetadata place = sent.get(i).get();
            refs.add(new TrajectoryRef(
                    trajectories.get(i).getTrajectoryId(), place.topic(), place.partition(), place.offset()));
        }
        return refs;
    }

    private static <T extends SpecificRecord> void send(KafkaProducer<byte[], byte[]> producer, Topic topic, T value)
            throws Exception {
        @SuppressWarnings("unchecked") // a record's class is its type
        Codec<T> codec = Codec.of((Class<T>) value.getClass());
        producer.send(new ProducerRecord<>(topic.topicName(), "acticl".getBytes(UTF_8), codec.encode(value)))
                .get();
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        Properties settings = KAFKA.client();
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
