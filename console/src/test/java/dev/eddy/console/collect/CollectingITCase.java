// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.console.terminal.Progress;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.port.PortException;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.configuration.Configuration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CollectingITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    @TempDir
    private Path folder;

    @Test
    void aJobThatFailsEndsTheCollectingByName() throws Exception {
        try (Admin admin = Admin.create(KAFKA.client())) {
            admin.deleteTopics(List.of(Topic.REWARDED_TRAJECTORIES.topicName()))
                    .all()
                    .get();
        }
        try (Subject subject = Subjects.open("mcite", null, 7, folder.resolve("world"));
                Progress progress = Progress.of("collecting", 1, new PrintWriter(new StringWriter()))) {
            Collecting.Plan plan = new Collecting.Plan(
                    "collect-fails", subject, new PolicyVersion("nobody", 0, "0".repeat(64)), "trained", 0, 1, 7);

            assertThatThrownBy(() -> new Collecting(KAFKA.client(), plan)
                            .run(new Configuration(), folder.resolve("scratch"), progress, () -> false))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("collect-fails: its collect job ended when 0 of 1 runs");
        }
    }

    @Test
    void whatIsGoneIsCountedAndWhatCannotBeReadIsPassedOver() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", KAFKA.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (Topic topic : List.of(Topic.COLLECTED_TRAJECTORIES, Topic.METRICS)) {
                producer.send(new ProducerRecord<>(topic.topicName(), new byte[] {1, 2, 3}))
                        .get();
            }
        }
        try (TopicWriter writer = new TopicWriter(KAFKA.client())) {
            writer.write(Topic.COLLECTED_TRAJECTORIES, "q", kept());
        }

        CollectedRuns runs = CollectedRuns.read(KAFKA.client(), new Empty(), "mcite", "collect-q");

        assertThat(runs.kept()).isEmpty();
        assertThat(runs.gone()).isEqualTo(1);
    }

    private static RewardedTrajectory kept() {
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef("collect-q/0", "trajectories", 0, 0L))
                .setGroupId("collect-q")
                .setQueryId("collect-q")
                .setRolloutIndex(0)
                .setAgent("mcite")
                .setPolicy("mcite")
                .setMode("trained")
                .setPurpose(Purpose.SERVE)
                .setDecoding(Decoding.SAMPLED)
                .setPolicyVersionMin(0)
                .setPolicyVersionMax(0)
                .setStatus(RewardStatus.OK)
                .setTermination(Termination.ANSWERED)
                .build();
    }

    /** Of a topic that retention has emptied. */
    private static final class Empty implements TrajectoryReader {
        @Override
        public CompletableFuture<List<Trajectory>> read(List<TrajectoryRef> refs) {
            return CompletableFuture.failedFuture(new PortException(EffectStatus.REJECTED, "gone"));
        }

        @Override
        public void close() {}
    }
}
