// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.kafka.KafkaTrajectoryReader;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.local.experiment.OfflineRun.Scored;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.Ports;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.UpdateCause;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.util.IOUtils;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** All agents, in every mode of their tables: by the jobs between real topics, and by the plain driver. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StreamAndDriverITCase {
    private static final long WORLD = 7;
    private static final int GROUP = 2;

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> resources = new ArrayDeque<>();
    private final Map<String, Trajectory> driven = new TreeMap<>();
    private final Map<String, RewardedTrajectory> scored = new TreeMap<>();

    @AfterEach
    void close() throws Exception {
        IOUtils.closeAll(resources);
    }

    @Test
    void writeTheSameTrajectoriesRewardsAndAdvantages() throws Exception {
        BothJobs jobs = new BothJobs(folder, WORLD, KAFKA.bootstrap());
        jobs.start();
        resources.push(jobs);
        PolicyStore policies = lease(PolicyStore.class, BothJobs.file(folder.resolve("policies")));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", KAFKA.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer())) {
            long seed = 0;
            for (String agent : Subjects.names()) {
                Subject subject = Subjects.open(agent, null, WORLD, folder);
                resources.push(subject);
                drive(subject, ++seed, policies, producer);
            }
        }

        Map<String, RewardedTrajectory> streamed = rewarded(jobs);

        try (TrajectoryReader reader = new KafkaTrajectoryReader(
                KAFKA.client(),
                Ports.lease(BlobStore.class, "file", BothJobs.file(folder.resolve("blobs"))),
                Duration.ofSeconds(30),
                1 << 20)) {
            for (RewardedTrajectory reward : streamed.values()) {
                String id = reward.getRef().getTrajectoryId();
                Trajectory whole = reader.read(List.of(reward.getRef())).join().get(0);
                assertThat(Alike.of(whole)).as(id).isEqualTo(Alike.of(driven.get(id)));
                assertThat(Alike.of(reward)).as(id).isEqualTo(Alike.of(scored.get(id)));
            }
        }
        assertThat(streamed.keySet()).isEqualTo(scored.keySet());
        assertThat(driven.values())
                .as("they had something to differ in")
                .anyMatch(run -> !run.getContext().isEmpty())
                .anyMatch(run -> !run.getSearches().isEmpty())
                .anyMatch(run -> !run.getCrops().isEmpty());
    }

    /** A group in each mode that policies learn in and a greedy run in every other, by the driver; and the same questions onto their topics. */
    private void drive(Subject subject, long seed, PolicyStore policies, KafkaProducer<byte[], byte[]> producer)
            throws Exception {
        OfflineRun run =
                new OfflineRun(subject, subject.recipe(), subject.coldStartMode(null), seed, policies, Map.of());
        PolicyVersion version =
                subject.family().scriptedTeacher().map(run::store).orElse(run.current());
        send(
                producer,
                Topic.POLICY_UPDATES,
                PolicyUpdate.newBuilder()
                        .setPolicy(version.policy())
                        .setVersion(version.version())
                        .setSha256(version.sha256())
                        .setCause(UpdateCause.TRAINED)
                        .setStep(0)
                        .build());
        long number = 0;
        List<ExperimentMode> modes = new ArrayList<>(subject.modes());
        modes.addAll(subject.furtherModes());
        for (ExperimentMode mode : modes) {
            boolean trains = mode.asksIn().equals(mode.policy());
            Part part = trains ? Part.TRAIN : Part.TEST;
            Decoding decoding = trains ? Decoding.SAMPLED : Decoding.GREEDY;
            List<Scored> group =
                    run.group(part, number, mode.asksIn(), mode.count(), decoding, trains ? GROUP : 1, version);
            group.forEach(one -> driven.put(one.trajectory().getTrajectoryId(), one.trajectory()));
            List<RewardedTrajectory> rewards =
                    group.stream().map(Scored::reward).toList();
            (trains ? OfflineRun.closed(rewards).members() : rewards)
                    .forEach(one -> scored.put(one.getRef().getTrajectoryId(), one));
            Query query = group.get(0).trajectory().getQuery();
            send(
                    producer,
                    Topic.LABELS,
                    subject.ask(part, number++, query.getQueryId()).label());
            send(producer, Topic.QUERIES, query);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends SpecificRecord> void send(KafkaProducer<byte[], byte[]> producer, Topic topic, T record)
            throws Exception {
        byte[] value = ((Codec<T>) Codec.of(record.getClass())).encode(record);
        producer.send(new ProducerRecord<>(topic.topicName(), value)).get();
    }

    private Map<String, RewardedTrajectory> rewarded(BothJobs jobs) throws Exception {
        Map<String, RewardedTrajectory> streamed = new TreeMap<>();
        Codec<RewardedTrajectory> codec = Codec.of(RewardedTrajectory.class);
        try (TopicReader reader = TopicReader.fromBeginning(KAFKA.client(), Topic.REWARDED_TRAJECTORIES)) {
            while (streamed.size() < scored.size()) {
                reader.poll(Duration.ofMillis(50)).forEach(record -> {
                    RewardedTrajectory one = codec.decode(record.value());
                    streamed.put(one.getRef().getTrajectoryId(), one);
                });
                jobs.assertRunning();
            }
        }
        return streamed;
    }

    private <P extends AutoCloseable> P lease(Class<P> port, Map<String, String> settings) throws Exception {
        Ports.Lease<P> lease = Ports.lease(port, "file", settings);
        resources.push(lease);
        return lease.get();
    }
}
