// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.Eddy;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.local.run.NewRun;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.AnswerStatus;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.UpdateCause;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import javax.imageio.ImageIO;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CommandsITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private Path picture;

    @BeforeEach
    void draw() throws Exception {
        picture = folder.resolve("symbol.png");
        ImageIO.write(new BufferedImage(64, 48, BufferedImage.TYPE_BYTE_GRAY), "png", picture.toFile());
    }

    @Test
    void topicsThatExistAreLeftAndListed() {
        assertThat(run("topics", "create")).isZero();
        assertThat(out.toString()).contains("every topic exists already");

        assertThat(run("topics", "list")).isZero();
        assertThat(out.toString()).contains("trajectories", "groupId", "30 days", "serve job");
    }

    @Test
    void blobsThatAreOlderThanTheyAreKeptAreSweptButForThoseOfBanks() throws Exception {
        Path old = blob("1", Instant.now().minus(Duration.ofDays(34)));
        Path banked = blob("2", Instant.now().minus(Duration.ofDays(34)));
        Path young = blob("3", Instant.now().minus(Duration.ofDays(32)));
        Files.createDirectories(folder.resolve("run/banks"));
        Files.writeString(folder.resolve("run/banks/mine.jsonl"), "{\"sha256\":\"" + "2".repeat(64) + "\"}");

        assertThat(run("blobs", "sweep")).isEqualTo(2);
        assertThat(err.toString()).contains("'eddy.blob-store.retention' is not set");
        assertThat(run("blobs", "sweep", "-D", "eddy.blob-store.retention=32 d"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("topic 'trajectories' keeps them 31 d", "33 d");
        assertThat(run("blobs", "sweep", "--dry-run", "-D", "eddy.blob-store.retention=33 d"))
                .isZero();
        assertThat(out.toString()).contains("would delete 1 blobs (3 bytes)", "33 d ago; 1 more are of banks");
        assertThat(old).exists();
        assertThat(run("blobs", "sweep", "-D", "eddy.blob-store.retention=33 d", "-D", "banks.folder=nowhere"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("nowhere", "'banks.folder'", "--no-banks");
        assertThat(run("blobs", "sweep", "-D", "eddy.blob-store.retention=33 d"))
                .isZero();

        assertThat(old).doesNotExist();
        assertThat(banked).exists();
        assertThat(young).exists();
    }

    private Path blob(String digit, Instant put) throws IOException {
        Path file = folder.resolve("run/blobs").resolve(digit.repeat(2)).resolve(digit.repeat(64));
        Files.createDirectories(file.getParent());
        Files.writeString(file, "old");
        return Files.setLastModifiedTime(file, FileTime.from(put));
    }

    @Test
    void aTailIsDecodedFilteredAndLimited() throws Exception {
        try (TopicWriter writer = new TopicWriter(KAFKA.client())) {
            for (int i = 0; i < 5; i++) {
                writer.write(Topic.ANSWERS, "tail-" + i, answer("tail-" + i, i % 2 == 0 ? "even" : "odd"));
            }
        }

        assertThat(run("topics", "tail", "answers", "--from-beginning", "--filter", "text=even", "--limit", "2"))
                .isZero();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.at("/value/text").asText()).isEqualTo("even");
        assertThat(first.path("key").asText())
                .isEqualTo(first.at("/value/queryId").asText());
    }

    @Test
    void aQuestionIsAskedWithItsPictureAndItsAnswerAndStepsArePrinted() throws Exception {
        CompletableFuture<Query> served = CompletableFuture.supplyAsync(() -> serveOne("dax"));

        int code = run(
                "ask",
                "--picture",
                picture.toString(),
                "--text",
                "Which? Allowed names: dax, wug.",
                "--bank",
                "bank/mine",
                "--agent",
                "acticl",
                "--mode",
                "zero_shot");

        Query asked = served.get();
        assertThat(code).as(err.toString()).isZero();
        assertThat(asked.getPurpose()).isEqualTo(Purpose.SERVE);
        assertThat(asked.getPictures()).singleElement().satisfies(one -> {
            assertThat(one.getWidth()).isEqualTo(64);
            assertThat(one.getHeight()).isEqualTo(48);
            assertThat(folder.resolve("run/blobs")
                            .resolve(one.getSha256().substring(0, 2))
                            .resolve(one.getSha256()))
                    .hasSameBinaryContentAs(picture);
        });
        assertThat(out.toString())
                .contains("answer    dax")
                .contains("policy version 5")
                .contains("./eddy replay " + asked.getQueryId() + "/0");
    }

    @Test
    void aQuestionThatNobodyAnswersEndsWithAdvice() {
        assertThat(run("ask", "--agent", "mcite", "--text", "?", "--corpus", "b", "-D", "ask.timeout=1 s"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("within 1 s (ask.timeout)", "dead-letters");
    }

    @Test
    void aQuestionIsForTheAgentOfTheRunWhereNoneIsNamed() throws Exception {
        assertThat(run("ask", "--text", "?")).isEqualTo(2);
        assertThat(err.toString()).contains("--agent is needed: there is no run in " + folder.resolve("run"));
        NewRun.in(folder.resolve("run"), Map.of("demo.agent", "svrl")).close();
        try (TopicReader queries = TopicReader.fromEnd(KAFKA.client(), Topic.QUERIES)) {
            String address = "https://example.org/a.png";
            run("ask", "--picture", picture.toString(), "--picture", address, "--text", "?", "-D", "ask.timeout=1 ms");

            Query asked = next(queries, Query.class, one -> true);
            assertThat(asked.getPictures().get(1)).isEqualTo(new Picture("", 0, 0, address));
            assertThat(asked.getAgent()).isEqualTo("svrl");
            assertThat(asked.getPolicy()).isEqualTo("svrl");
            assertThat(asked.getMode()).isEqualTo("trained");
            assertThat(asked.getBankId()).isNull();
        }
    }

    @Test
    void aStoredTrajectoryReachesItsRecordedOutcome() throws Exception {
        Trajectory trajectory = ScriptedRun.of(query("replayed"), "dax");
        store(trajectory);

        assertThat(run("replay", "replayed/0")).isZero();
        assertThat(out.toString()).contains("ended ANSWERED with [dax]", "the replay reaches the recorded outcome");
    }

    @Test
    void aTrajectoryIsReplayedUnderItsOwnSettings() throws Exception {
        store(ScriptedRun.of(
                query("other settings"), "dax", Map.of("answer-tokens", "77", "tier.local", "3/9000/700")));

        assertThat(run("replay", "other settings/0")).as(out.toString()).isZero();
    }

    @Test
    void aTrajectoryThatWasTamperedWithIsToldWhereItDiffers() throws Exception {
        store(Trajectory.newBuilder(ScriptedRun.of(query("tampered"), "dax"))
                .setAnswers(List.of("wug"))
                .build());

        assertThat(run("replay", "tampered/0")).isEqualTo(Eddy.BROKEN_PROMISE);
        assertThat(out.toString()).contains("the replay differs at answers: recorded [wug], replayed [dax]");
    }

    @Test
    void aTrajectoryThatIsNotThereIsSaidSo() {
        assertThat(run("replay", "nobody/0")).isEqualTo(2);
        assertThat(err.toString()).contains("no trajectory 'nobody/0'");
    }

    @Test
    void aRollbackIsOrderedForAnAnnouncedVersionOnly() throws Exception {
        try (TopicWriter writer = new TopicWriter(KAFKA.client());
                TopicReader orders = TopicReader.fromEnd(KAFKA.client(), Topic.POLICY_CONTROL)) {
            writer.write(Topic.POLICY_UPDATES, "rolled", update(3));
            writer.write(Topic.POLICY_UPDATES, "rolled", update(4));

            assertThat(run("rollback", "--policy", "rolled", "--to-version", "7"))
                    .isEqualTo(2);
            assertThat(err.toString()).contains("no announced version 7; announced are 3 to 4");
            assertThat(run("rollback", "--policy", "unknown", "--to-version", "0"))
                    .isEqualTo(2);
            assertThat(err.toString()).contains("no version of a policy 'unknown'", "rolled");
            assertThat(run("rollback", "--policy", "rolled", "--to-version", "3"))
                    .isZero();

            PolicyControl order = next(orders, PolicyControl.class, one -> true);
            assertThat(order.getCommand()).isEqualTo(ControlCommand.ROLLBACK);
            assertThat(order.getPolicy()).isEqualTo("rolled");
            assertThat(order.getVersion()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @CsvSource({"pin, PIN, 4", "unpin, UNPIN,", "flush, FLUSH,"})
    void anOrderStandsOnItsTopic(String name, ControlCommand command, Long version) throws Exception {
        try (TopicWriter writer = new TopicWriter(KAFKA.client());
                TopicReader orders = TopicReader.fromEnd(KAFKA.client(), Topic.POLICY_CONTROL)) {
            writer.write(Topic.POLICY_UPDATES, "rolled", update(4));
            List<String> arguments = new ArrayList<>(List.of(name, "--policy", "rolled"));
            if (version != null) {
                arguments.addAll(List.of("--to-version", version.toString()));
            }

            assertThat(run(arguments.toArray(String[]::new))).as(err.toString()).isZero();

            PolicyControl order = next(orders, PolicyControl.class, one -> true);
            assertThat(order.getCommand()).isEqualTo(command);
            assertThat(order.getPolicy()).isEqualTo("rolled");
            assertThat(order.getVersion()).isEqualTo(version);
        }
    }

    @Test
    void anOldQuestionIsFoundAmongRecordsThatAreNone() throws Exception {
        try (TopicWriter writer = new TopicWriter(KAFKA.client());
                KafkaProducer<byte[], byte[]> other =
                        new KafkaProducer<>(KAFKA.client(), new ByteArraySerializer(), new ByteArraySerializer())) {
            other.send(new ProducerRecord<>(Topic.QUERIES.topicName(), new byte[] {1, 2, 3}))
                    .get();
            writer.write(Topic.QUERIES, "of old", query("of old"));
        }

        assertThat(run("ask", "--again", "of old", "-D", "ask.timeout=1 s")).isEqualTo(2);
        assertThat(err.toString()).contains("within 1 s (ask.timeout)");
        assertThat(run("ask", "--again", "unheard of")).isEqualTo(2);
        assertThat(err.toString()).contains("no question 'unheard of'", "of which 1 records cannot be read");
    }

    @Test
    void theLatestQuestionIsTheNewestThatWasAnswered() throws Exception {
        long now = System.currentTimeMillis();
        try (TopicWriter writer = new TopicWriter(KAFKA.client());
                TopicReader queries = TopicReader.fromEnd(KAFKA.client(), Topic.QUERIES)) {
            for (String id : List.of("answered before", "answered", "failed", "unanswered")) {
                Query query = Query.newBuilder(query(id))
                        .setText(id)
                        .setSubmittedAt(now++)
                        .build();
                writer.write(Topic.QUERIES, id, query);
            }
            for (String id : List.of("answered", "answered before")) {
                writer.write(Topic.ANSWERS, id, answer(id, "dax"));
            }
            Answer failed = Answer.newBuilder(answer("failed", ""))
                    .setStatus(AnswerStatus.FAILED)
                    .build();
            writer.write(Topic.ANSWERS, "failed", failed);

            run("ask", "--again", "latest", "-D", "ask.timeout=1 ms");

            Query asked = next(queries, Query.class, one -> one.getQueryId().startsWith("ask-"));
            assertThat(asked.getText()).isEqualTo("answered");
        }
    }

    @Test
    void aVersionThatIsNotAnnouncedIsNotAskedFor() throws Exception {
        try (TopicWriter writer = new TopicWriter(KAFKA.client())) {
            writer.write(Topic.QUERIES, "versioned", query("versioned"));
            writer.write(Topic.POLICY_UPDATES, "rolled", update(4));
        }

        assertThat(run("ask", "--again", "versioned", "--policy", "roled")).isEqualTo(2);
        assertThat(err.toString()).contains("no version of a policy 'roled' is announced; there are rolled");
        assertThat(run("ask", "--again", "versioned", "--policy", "rolled", "--at-version", "99"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("policy 'rolled' has no announced version 99");
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of(
                "-D", "kafka.bootstrap-servers=" + KAFKA.bootstrap(), "-D", "run.folder=" + folder.resolve("run")));
        CommandLine commandLine = Eddy.commandLine();
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(all.toArray(String[]::new));
    }

    /** Stands in for the serve job: answers the next question that is asked. */
    private static Query serveOne(String answer) {
        try (TopicReader queries = TopicReader.fromBeginning(KAFKA.client(), Topic.QUERIES)) {
            Query query = next(queries, Query.class, one -> one.getMode().equals("zero_shot"));
            try (TopicWriter writer = new TopicWriter(KAFKA.client())) {
                writer.write(Topic.ANSWERS, query.getQueryId(), answer(query.getQueryId(), answer));
            }
            store(ScriptedRun.of(query, answer));
            return query;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T extends SpecificRecord> T next(TopicReader reader, Class<T> type, Predicate<T> wanted) {
        Codec<T> codec = Codec.of(type);
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            for (Incoming each : reader.poll(Duration.ofMillis(100))) {
                T value = codec.decode(each.value());
                if (wanted.test(value)) {
                    return value;
                }
            }
        }
        throw new AssertionError("no such " + type.getSimpleName() + " came within " + PATIENCE);
    }

    private static void store(Trajectory trajectory) throws InterruptedException {
        try (TopicWriter writer = new TopicWriter(KAFKA.client())) {
            writer.write(Topic.TRAJECTORIES, trajectory.getGroupId(), trajectory);
        }
    }

    private static Answer answer(String queryId, String text) {
        return Answer.newBuilder()
                .setAnswerId(queryId + "/0/0")
                .setQueryId(queryId)
                .setTrajectoryId(queryId + "/0")
                .setRolloutIndex(0)
                .setAnswerIndex(0)
                .setStatus(AnswerStatus.ANSWERED)
                .setText(text)
                .setPolicyVersion(5)
                .build();
    }

    private static Query query(String id) {
        return Query.newBuilder()
                .setQueryId(id)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("zero_shot")
                .setPictures(List.of(new dev.eddy.schemas.Picture("0".repeat(64), 64, 48, null)))
                .setText("Which? Allowed names: dax, wug.")
                .setBankId("bank/mine")
                .setTier("local")
                .build();
    }

    private static PolicyUpdate update(long version) {
        return PolicyUpdate.newBuilder()
                .setPolicy("rolled")
                .setVersion(version)
                .setSha256("0".repeat(64))
                .setCause(UpdateCause.TRAINED)
                .setStep(version)
                .build();
    }
}
