// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.job.CollectJob;
import dev.eddy.job.JobOptions;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrajectoryRef;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The collect job between real topics. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CollectJobITCase {
    private static final int RUNS = 40;
    private static final int GOOD = 10;

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    @TempDir
    private Path folder;

    @Test
    void keptRunsStandOnTheirTopicAndEveryOtherIsCounted() throws Exception {
        Codec<RewardedTrajectory> codec = Codec.of(RewardedTrajectory.class);
        List<RewardedTrajectory> runs =
                IntStream.range(0, RUNS).mapToObj(CollectJobITCase::run).toList();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", KAFKA.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (RewardedTrajectory run : runs) {
                producer.send(new ProducerRecord<>(Topic.REWARDED_TRAJECTORIES.topicName(), codec.encode(run)))
                        .get();
            }
        }
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1, configuration());
        CollectJob.build(environment, configuration());
        JobClient job = environment.executeAsync();
        List<RewardedTrajectory> kept = new ArrayList<>();
        Map<String, Double> counts = new HashMap<>();
        try (TopicReader reader =
                TopicReader.fromBeginning(KAFKA.client(), Topic.COLLECTED_TRAJECTORIES, Topic.METRICS)) {
            // Both become visible at once, but are fetched partition by partition.
            while (counts.values().stream().mapToDouble(Double::doubleValue).sum() < RUNS || kept.size() < GOOD) {
                reader.poll(Duration.ofMillis(50)).forEach(record -> {
                    if (record.topic().equals(Topic.METRICS.topicName())) {
                        MetricPoint point = Codec.of(MetricPoint.class).decode(record.value());
                        counts.put(point.getLabels().get("fate"), point.getValue());
                    } else {
                        kept.add(codec.decode(record.value()));
                    }
                });
            }
        } finally {
            job.cancel().get();
        }

        assertThat(kept).containsExactlyInAnyOrderElementsOf(runs.subList(0, GOOD));
        assertThat(counts)
                .containsOnly(
                        Map.entry("kept", 10.0),
                        Map.entry("wrong_answer", 10.0),
                        Map.entry("citation_off", 10.0),
                        Map.entry("page_not_found", 10.0));
    }

    /** The first ten are good, the others each fall for something else. */
    private static RewardedTrajectory run(int number) {
        Map<String, Double> stats = new HashMap<>(Map.of(
                "firstHitRank", 1.0,
                "relaxedEM", number / 10 == 1 ? 0.0 : 1.0,
                "gatePassShare", 1.0,
                "meanIoU", number / 10 == 2 ? 0.1 : 0.9,
                "leastIoGT", 1.0,
                "clippedBoxes", 0.0,
                "actions", 3.0));
        if (number / 10 == 3) {
            stats.remove("firstHitRank");
        }
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef("q" + number + "/0", "trajectories", 0, (long) number))
                .setGroupId("q" + number)
                .setQueryId("q" + number)
                .setRolloutIndex(0)
                .setAgent("mcite")
                .setPolicy("mcite.script")
                .setMode("trained")
                .setPurpose(Purpose.SERVE)
                .setDecoding(Decoding.SAMPLED)
                .setPolicyVersionMin(0)
                .setPolicyVersionMax(0)
                .setStatus(RewardStatus.OK)
                .setTrainable(true)
                .setTermination(Termination.ANSWERED)
                .setStats(stats)
                .build();
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        configuration.set(JobOptions.KAFKA_CLIENT, Map.of("bootstrap.servers", KAFKA.bootstrap()));
        configuration.set(CollectJob.REPORT_INTERVAL, Duration.ofMillis(200));
        return configuration;
    }
}
