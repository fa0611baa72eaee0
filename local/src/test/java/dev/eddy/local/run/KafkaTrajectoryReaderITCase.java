// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.BlobStore;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.port.TrajectoryReaderContract;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class KafkaTrajectoryReaderITCase extends TrajectoryReaderContract {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private final Codec<Trajectory> codec = Codec.of(Trajectory.class);

    @TempDir
    private Path folder;

    private Ports.Lease<BlobStore> blobs;

    @BeforeEach
    void openBlobs() throws Exception {
        blobs = Ports.lease(BlobStore.class, "file", Map.of("path", folder.toString()));
    }

    @AfterEach
    void closeBlobs() throws Exception {
        blobs.close();
    }

    @Override
    protected TrajectoryReader open() throws Exception {
        return PortChoice.of(
                        "kafka",
                        Map.of(
                                "kafka.bootstrap.servers",
                                KAFKA.bootstrap(),
                                "blobs",
                                "file",
                                "blobs.path",
                                folder.toString(),
                                "patience",
                                "PT6S"))
                .open(TrajectoryReader.class);
    }

    @Override
    protected BlobStore blobs() {
        return blobs.get();
    }

    @Override
    protected List<TrajectoryRef> write(List<Trajectory> trajectories) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.initTransactions();
            producer.beginTransaction();
            List<TrajectoryRef> refs = send(producer, trajectories);
            producer.commitTransaction();
            return refs;
        }
    }

    @Test
    void whatWasAbortedIsRejected() throws Exception {
        List<TrajectoryRef> aborted;
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.initTransactions();
            producer.beginTransaction();
            aborted = send(producer, some(1));
            producer.abortTransaction();
        }
        write(some(4));

        try (TrajectoryReader reader = open()) {
            assertFails(reader.read(aborted), EffectStatus.REJECTED)
                    .hasMessageContaining("offset " + aborted.get(0).getOffset())
                    .hasMessageContaining("no committed record");
        }
    }

    @Test
    void whatRetentionDeletedIsRejectedAndWhatStandsIsRead() throws Exception {
        List<Trajectory> written = some(20);
        List<TrajectoryRef> refs = write(written);
        TrajectoryRef last = refs.get(19);
        try (Admin admin = Admin.create(KAFKA.client())) {
            admin.deleteRecords(Map.of(
                            new TopicPartition(last.getTopic(), last.getPartition()),
                            RecordsToDelete.beforeOffset(last.getOffset())))
                    .all()
                    .get();
        }
        TrajectoryRef deleted =
                TrajectoryRef.newBuilder(last).setOffset(last.getOffset() - 1).build();

        try (TrajectoryReader reader = open()) {
            assertFails(reader.read(List.of(deleted)), EffectStatus.REJECTED)
                    .hasMessageContaining("partition " + last.getPartition())
                    .hasMessageContaining("retention");
            assertThat(await(reader.read(List.of(last)))).containsExactly(written.get(19));
        }
    }

    @Test
    void aRecordThatIsNoTrajectoryIsInvalid() throws Exception {
        TrajectoryRef ref;
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.initTransactions();
            producer.beginTransaction();
            RecordMetadata place = producer.send(
                            new ProducerRecord<>(Topic.TRAJECTORIES.topicName(), "garbage".getBytes(UTF_8)))
                    .get();
            producer.commitTransaction();
            ref = new TrajectoryRef("garbage", place.topic(), place.partition(), place.offset());
        }

        try (TrajectoryReader reader = open()) {
            assertFails(reader.read(List.of(ref)), EffectStatus.INVALID)
                    .hasMessageContaining("offset\": " + ref.getOffset());
        }
    }

    @Test
    void aBrokerThatCannotBeReachedIsUnavailable() throws Exception {
        try (TrajectoryReader reader = PortChoice.of(
                        "kafka",
                        Map.of(
                                "kafka.bootstrap.servers",
                                "127.0.0.1:" + FreePort.find(),
                                "blobs",
                                "file",
                                "blobs.path",
                                folder.toString(),
                                "patience",
                                "PT1S"))
                .open(TrajectoryReader.class)) {
            assertFails(
                    reader.read(List.of(new TrajectoryRef("q/0", "trajectories", 0, 0L))), EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void aClosedReaderSaysSo() throws Exception {
        TrajectoryReader reader = open();
        List<TrajectoryRef> refs = write(some(1));
        reader.close();

        assertFails(reader.read(refs), EffectStatus.UNAVAILABLE).hasMessageContaining("closed");
    }

    @Test
    void aWrongSettingIsNamed() {
        assertThatThrownBy(() -> PortChoice.of("kafka", Map.of()).open(TrajectoryReader.class))
                .hasMessageContaining("'kafka.bootstrap.servers'");
        assertThatThrownBy(() -> PortChoice.of(
                                "kafka", Map.of("kafka.bootstrap.servers", "x:1", "blobs", "file", "patience", "soon"))
                        .open(TrajectoryReader.class))
                .hasMessageContaining("'patience'")
                .hasMessageContaining("'soon'");
        assertThatThrownBy(
                        () -> PortChoice.of("kafka", Map.of("bootstrap", "x:1")).open(TrajectoryReader.class))
                .hasMessageContaining("'bootstrap'");
    }

    private List<TrajectoryRef> send(KafkaProducer<byte[], byte[]> producer, List<Trajectory> trajectories)
            throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (Trajectory trajectory : trajectories) {
            sent.add(producer.send(new ProducerRecord<>(
                    Topic.TRAJECTORIES.topicName(),
                    trajectory.getGroupId().getBytes(UTF_8),
                    codec.encode(trajectory))));
        }
        producer.flush();
        List<TrajectoryRef> refs = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            RecordMetadata place = sent.get(i).get();
            refs.add(new TrajectoryRef(
                    trajectories.get(i).getTrajectoryId(), place.topic(), place.partition(), place.offset()));
        }
        return refs;
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        Properties settings = KAFKA.client();
        settings.setProperty("transactional.id", "writer");
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
