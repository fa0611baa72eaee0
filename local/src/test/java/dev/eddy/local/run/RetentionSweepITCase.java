// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class RetentionSweepITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");
    private static final Instant BEFORE = Instant.parse("2021-01-01T00:00:00Z");

    @TempDir
    Path temp;

    private RunFolder folder;

    @BeforeEach
    void open() throws IOException {
        folder = RunFolder.create(temp.resolve("run"), LocalPorts.free(), Map.of());
    }

    @AfterEach
    void close() throws IOException {
        folder.close();
    }

    @Test
    void earlierProcessesAndSavepointsGoOnceTheRunningOneHasACheckpoint() throws IOException {
        completed(folder.checkpoints("serve").resolve("a").resolve("chk-7"), 7);
        completed(folder.savepoints("serve").resolve("savepoint-a"), 8);
        Files.createDirectories(folder.checkpoints("serve").resolve("b").resolve("chk-9"));

        assertThat(RetentionSweep.checkpoints(folder, "serve", "b"))
                .as("the newest is not its own yet")
                .isZero();

        completed(folder.checkpoints("serve").resolve("b").resolve("chk-9"), 9);
        assertThat(RetentionSweep.checkpoints(folder, "serve", "b")).isEqualTo(2);

        assertThat(folder.checkpoints("serve")).isDirectoryNotContaining(path -> path.endsWith("a"));
        assertThat(folder.savepoints("serve")).isEmptyDirectory();
        assertThat(new CheckpointIndex(folder).newest("serve").orElseThrow().number())
                .isEqualTo(9);
    }

    @Test
    void aSavepointThatIsBeingWrittenIsLeftAloneUntilNoJobRuns() throws IOException {
        completed(folder.checkpoints("serve").resolve("b").resolve("chk-9"), 9);
        Path begun = Files.createDirectories(folder.savepoints("serve").resolve("savepoint-b"));

        RetentionSweep.checkpoints(folder, "serve", "b");
        assertThat(begun).exists();

        RetentionSweep.unfinishedSavepoints(folder, "serve");
        assertThat(begun).doesNotExist();
    }

    @Test
    void theNewestIsTheLargestNumberAndHalfWrittenOnesDoNotCount() throws IOException {
        Path newest = folder.checkpoints("serve").resolve("a").resolve("chk-10");
        completed(newest, 10);
        completed(folder.checkpoints("serve").resolve("b").resolve("chk-9"), 9);
        Files.createDirectories(folder.checkpoints("serve").resolve("b").resolve("chk-11"));

        assertThat(new CheckpointIndex(folder).newest("serve")).contains(new CheckpointIndex.Completed(10, newest));
        assertThat(new CheckpointIndex(folder).newest("reward")).isEmpty();
    }

    @Test
    void oldBlobsGoUnlessARecordABankOrANamedBlobNamesThem() throws Exception {
        String queried = blob("1", "a picture", LONG_AGO);
        String inTrajectory = blob("2", "a prompt piece", LONG_AGO);
        String trajectory = blob("3", "a whole trajectory that names 0" + inTrajectory + "0", LONG_AGO);
        String banked = blob("4", "another picture", LONG_AGO);
        String young = blob("5", "just stored", Instant.now());
        String forgotten = blob("6", "named by nothing", LONG_AGO);
        Files.createDirectories(folder.banks());
        Files.writeString(folder.banks().resolve("mine.jsonl"), "{\"sha256\":\"" + banked + "\"}");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(KAFKA.client(), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("queries", "picture 9" + queried + "9"));
            producer.send(new ProducerRecord<>("trajectories", trajectory));
        }

        assertThat(RetentionSweep.blobs(folder, KAFKA.client(), BEFORE)).isEqualTo(1);

        assertThat(file(forgotten)).doesNotExist();
        assertThat(List.of(queried, inTrajectory, trajectory, banked, young))
                .allSatisfy(hash -> assertThat(file(hash)).exists());
    }

    private String blob(String digit, String content, Instant stored) throws IOException {
        String hash = digit.repeat(64);
        Files.createDirectories(file(hash).getParent());
        Files.write(file(hash), content.getBytes(StandardCharsets.UTF_8));
        Files.setLastModifiedTime(file(hash), FileTime.from(stored));
        return hash;
    }

    private Path file(String hash) {
        return folder.blobs().resolve(hash.substring(0, 2)).resolve(hash);
    }

    private static void completed(Path place, long number) throws IOException {
        Files.createDirectories(place);
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(place.resolve("_metadata")))) {
            Checkpoints.storeCheckpointMetadata(new CheckpointMetadata(number, List.of(), List.of()), out);
        }
    }
}
