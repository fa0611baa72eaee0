// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExportITCase {
    private static final byte[] PICTURE = {1, 2, 3};

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private final CommandRun eddy = new CommandRun(KAFKA);

    @TempDir
    private Path folder;

    @Test
    void groupsStandInOrderWithTheirPicturesAndHalfGroupsAreLeftOut() throws Exception {
        String sha256 = put(PICTURE);
        Trajectory first = ScriptedRun.of(query("q-1", sha256), "dax");
        try (TopicWriter writer = new TopicWriter(KAFKA.client())) {
            write(writer, group(first, store(writer, first), 1));
            write(writer, group(first, new SourcePosition("trajectories", 99, 0L), 1));
            Trajectory second = ScriptedRun.of(query("q-2", sha256), "wug");
            write(writer, group(second, store(writer, second), 2));
        }
        Path file = folder.resolve("groups.jsonl");
        Path again = folder.resolve("again.jsonl");

        assertThat(export(
                        "-o",
                        file.toString(),
                        "--blobs",
                        folder.resolve("pictures").toString()))
                .as(eddy.err())
                .isEqualTo(1);
        assertThat(eddy.err()).contains("2 groups written, 1 left out", "group q-1 is left out", "no such partition");
        assertThat(export("-o", again.toString())).isEqualTo(1);
        assertThat(export("--from-version", "2")).isZero();

        List<String> lines = Files.readAllLines(file);
        assertThat(Files.readAllLines(again)).isEqualTo(lines);
        assertThat(eddy.out().lines()).containsExactly(lines.get(1));
        assertThat(eddy.run(new Full(), "export", "-D", "run.folder=" + folder)).isEqualTo(2);
        assertThat(eddy.err()).contains("standard output took not every group");
        JsonNode row = new ObjectMapper().readTree(lines.get(0)).at("/members/0/rows/0");
        Row recorded = first.getRows().get(0);
        assertThat(row.path("prompt_ids")).hasSize(recorded.getPromptTokens());
        assertThat(row.path("response_ids")).hasSameSizeAs(row.path("logprobs"));
        assertThat(row.at("/images/0/sha256").asText()).isEqualTo(sha256);
        assertThat(folder.resolve("pictures").resolve(sha256)).hasBinaryContent(PICTURE);
        assertThat(folder.resolve("groups.jsonl.part")).doesNotExist();
    }

    @Test
    void aFileThatWouldNeverBeWholeIsRefused() {
        assertThat(export("--follow", "-o", folder.resolve("never").toString())).isEqualTo(2);
        assertThat(eddy.err()).contains("--follow never ends");
    }

    /** As a disk is, or a pipe whose reader ended. */
    private static final class Full extends Writer {
        @Override
        public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("no space left");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private int export(String... more) {
        List<String> arguments = new ArrayList<>(List.of("export", "-D", "run.folder=" + folder));
        arguments.addAll(List.of(more));
        return eddy.run(arguments.toArray(String[]::new));
    }

    private String put(byte[] picture) throws Exception {
        Map<String, String> settings =
                Map.of("path", folder.resolve("blobs").toUri().toString());
        try (Ports.Lease<BlobStore> blobs = Ports.lease(BlobStore.class, "file", settings)) {
            return blobs.get().put(picture).join();
        }
    }

    private static SourcePosition store(TopicWriter writer, Trajectory trajectory) throws InterruptedException {
        return writer.write(Topic.TRAJECTORIES, trajectory.getGroupId(), trajectory);
    }

    private static void write(TopicWriter writer, TrainingGroup group) throws InterruptedException {
        writer.write(Topic.TRAINING_GROUPS, group.getPolicy(), group);
    }

    private static TrainingGroup group(Trajectory run, SourcePosition place, long version) {
        return TrainingGroup.newBuilder()
                .setGroupId(run.getGroupId())
                .setAgent("acticl")
                .setPolicy("acticl")
                .setQueryId(run.getGroupId())
                .setGroupSize(1)
                .setMembers(List.of(GroupMember.newBuilder()
                        .setRef(new TrajectoryRef(
                                run.getTrajectoryId(), place.getTopic(), place.getPartition(), place.getOffset()))
                        .setRolloutIndex(0)
                        .setTrainable(true)
                        .setReward(1)
                        .setAdvantage(0.5)
                        .build()))
                .setEstimator("grpo")
                .setStatus(GroupStatus.COMPLETE)
                .setPolicyVersionMin(version)
                .setPolicyVersionMax(version)
                .build();
    }

    private static Query query(String id, String sha256) {
        return Query.newBuilder()
                .setQueryId(id)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("zero_shot")
                .setPictures(List.of(new Picture(sha256, 64, 48, null)))
                .setText("Which? Allowed names: dax, wug.")
                .setBankId("bank/mine")
                .setTier("local")
                .build();
    }
}
