// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.job.RewardJob;
import dev.eddy.job.ServeJob;
import dev.eddy.job.TrainJob;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.report.Ledger;
import dev.eddy.local.report.LedgerReader;
import dev.eddy.local.run.LocalRuntime;
import dev.eddy.local.run.NewRun;
import dev.eddy.local.run.RunFolder;
import dev.eddy.operator.Incoming;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.AnswerStatus;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything bad that may stand on the topics that others write, among good questions, before real jobs. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileInputITCase {
    private static final DemoSettings SETTINGS = SmallDemo.settings(1, "acticl");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Codec<Query> QUERIES = Codec.of(Query.class);
    private static final Codec<Label> LABELS = Codec.of(Label.class);
    private static final List<Topic> WATCHED =
            List.of(Topic.REWARDED_TRAJECTORIES, Topic.TRAINING_GROUPS, Topic.GROUP_RECEIPTS, Topic.POLICY_UPDATES);
    private static final List<String> GOOD = List.of("good first", "good between", "good last");

    @TempDir
    private static Path temp;

    private static final Map<String, SourcePosition> SENT = new HashMap<>();
    private static LocalRuntime runtime;
    private static Ledger ledger;
    private static List<DeadLetter> letters;
    private static List<Trajectory> trajectories;
    private static List<Answer> answers;
    private static List<RewardedTrajectory> rewarded;
    private static Throwable tooLarge;
    private static int restarts;
    private static Throwable resumed;
    private static List<Pupil> pupils;
    private static long leftOut;

    @BeforeAll
    static void sendIt() throws Exception {
        try (RunFolder folder = NewRun.in(temp.resolve("run"));
                LocalRuntime started = LocalRuntime.start(folder, SmallDemo.options(Duration.ofMillis(250)), false);
                Subject subject = Subjects.open("acticl", null, SETTINGS.seed(), folder.root())) {
            runtime = started;
            Tenant tenant = Tenant.of(subject, SETTINGS, true);
            Configuration jobs =
                    new LocalConfiguration(folder, runtime.client(), SETTINGS, List.of(tenant)).jobs(pupil -> null);
            // Short, since the label of nothing is waited for; long enough for a label that comes before its
            // trajectory.
            jobs.set(RewardJob.LABEL_RETENTION, Duration.ofSeconds(5));
            submit(ServeJob.NAME, environment -> ServeJob.build(environment, jobs));
            submit(RewardJob.NAME, environment -> RewardJob.build(environment, jobs));
            submit(TrainJob.NAME, environment -> TrainJob.build(environment, jobs)); // announces version 0
            runtime.awaitRunning(PATIENCE);
            pupils = tenant.pupils();
            try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("compression.type", "lz4"))) {
                send(producer, tenant, subject.ports().get(BlobStore.class));
            }
            restarts = runtime.restarts();
            runtime.stop(PATIENCE);
            read();
            resumed = catchThrowable(HostileInputITCase::readAgain);
        }
    }

    /** As the next process of the run does. */
    private static void readAgain() throws Exception {
        new Asker(runtime.client()).close();
        try (Watch watch = new Watch(runtime.client(), pupils)) {
            while (watch.malformed() < WATCHED.size() || watch.served() == 0) {
                watch.poll();
            }
            leftOut = watch.malformed();
        }
    }

    private interface Wiring {
        void build(StreamExecutionEnvironment environment);
    }

    private static void submit(String job, Wiring wiring) throws Exception {
        StreamExecutionEnvironment environment = runtime.environment(job);
        wiring.build(environment);
        runtime.submit(job, environment);
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, String> settings) {
        Properties all = runtime.client();
        all.setProperty("max.request.size", Integer.toString(16 << 20));
        all.putAll(settings);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, Tenant tenant, BlobStore blobs) throws Exception {
        Question asked = new Questions(tenant.own(), SETTINGS.seed()).probe(0, 0);
        Query good = asked.query();
        byte[] malformed = {1, 2, 3};
        String long2Mib = "x".repeat(2 << 20);

        Query first = Query.newBuilder(good)
                .setQueryId("good first")
                .setMode("zero_shot")
                .build();
        send(producer, "good first", Topic.QUERIES, QUERIES.encode(first));
        send(producer, "malformed", Topic.QUERIES, malformed);
        send(producer, "tombstone", Topic.QUERIES, null);
        send(producer, "length beyond the end", Topic.QUERIES, HostileBytes.lengthBeyondTheEnd(QUERIES.encode(good)));
        send(producer, "a label among queries", Topic.QUERIES, LABELS.encode(asked.label()));
        query(producer, Query.newBuilder(good).setQueryId("unknown agent").setAgent("oracle"));
        query(producer, Query.newBuilder(good).setQueryId("no picture").setPictures(List.of()));
        query(producer, Query.newBuilder(good).setQueryId("unknown mode").setMode("clairvoyant"));
        query(producer, Query.newBuilder(good).setQueryId("unknown tier").setTier("boundless"));
        query(producer, Query.newBuilder(good).setQueryId("negative count").setCount(-1));
        query(producer, Query.newBuilder(good).setQueryId("large once unpacked").setText(long2Mib));
        send(producer, "sent twice", Topic.QUERIES, QUERIES.encode(first));
        query(
                producer,
                Query.newBuilder(good)
                        .setQueryId("good between")
                        .setMode("mmices")
                        .setCount(4));

        query(producer, Query.newBuilder(good).setQueryId("no such bank").setBankId("glyphs/7/strict/nowhere"));
        query(producer, Query.newBuilder(good).setQueryId("bank outside").setBankId("bank/../../run"));
        query(producer, Query.newBuilder(good).setQueryId("unreachable count").setCount(2_000));
        query(producer, picture(good, "picture not stored", "0".repeat(64)));
        query(producer, picture(good, "picture outside", "../../../etc/passwd"));
        query(
                producer,
                picture(
                        good,
                        "no picture at all",
                        blobs.put("a text".getBytes(UTF_8)).join()));
        query(
                producer,
                picture(
                        good,
                        "picture cut off",
                        blobs.put(HostileBytes.pictureCutOff()).join()));
        query(
                producer,
                picture(
                        good,
                        "picture bomb",
                        blobs.put(HostileBytes.pictureBomb()).join()));

        for (Topic topic : WATCHED) {
            send(producer, "malformed on " + topic.topicName(), topic, malformed);
        }
        send(producer, "malformed label", Topic.LABELS, malformed);
        label(
                producer,
                Label.newBuilder(asked.label()).setQueryId("unknown metric").setMetric("bleu"));
        label(producer, Label.newBuilder(asked.label()).setQueryId("label of nothing"));
        label(producer, Label.newBuilder(asked.label()).setQueryId(long2Mib), "large label");
        try (KafkaProducer<byte[], byte[]> plain = producer(Map.of())) {
            tooLarge =
                    catchThrowable(() -> plain.send(new ProducerRecord<>(Topic.QUERIES.topicName(), new byte[2 << 20]))
                            .get());
        }
        query(
                producer,
                Query.newBuilder(good).setQueryId("good last").setMode("random").setCount(4));

        awaitIds(
                Topic.TRAJECTORIES,
                value -> Codec.of(Trajectory.class).decode(value).getQuery().getQueryId(),
                11);
        label(producer, Label.newBuilder(asked.label()).setQueryId("good last"));
        awaitIds(
                Topic.REWARDED_TRAJECTORIES,
                value -> Codec.of(RewardedTrajectory.class).decode(value).getQueryId(),
                1);
        awaitIds(
                Topic.DEAD_LETTERS,
                value -> Codec.of(DeadLetter.class).decode(value).getSource().toString(),
                17);
    }

    private static Query.Builder picture(Query good, String id, String sha256) {
        return Query.newBuilder(good).setQueryId(id).setPictures(List.of(new Picture(sha256, 64, 64, null)));
    }

    private static void query(KafkaProducer<byte[], byte[]> producer, Query.Builder query) throws Exception {
        send(producer, query.getQueryId(), Topic.QUERIES, QUERIES.encode(query.build()));
    }

    private static void label(KafkaProducer<byte[], byte[]> producer, Label.Builder label) throws Exception {
        label(producer, label, label.getQueryId());
    }

    private static void label(KafkaProducer<byte[], byte[]> producer, Label.Builder label, String name)
            throws Exception {
        send(producer, name, Topic.LABELS, LABELS.encode(label.build()));
    }

    /** Without a key, which nothing may count on; to one partition, so that what is sent twice also comes second. */
    private static void send(KafkaProducer<byte[], byte[]> producer, String name, Topic topic, byte[] value)
            throws Exception {
        RecordMetadata place = producer.send(new ProducerRecord<>(topic.topicName(), 0, null, value))
                .get();
        SENT.put(name, new SourcePosition(place.topic(), place.partition(), place.offset()));
    }

    private interface Id {
        String of(byte[] value);
    }

    private static void awaitIds(Topic topic, Id id, int count) {
        Set<String> found = new HashSet<>();
        try (TopicReader reader = TopicReader.fromBeginning(runtime.client(), topic)) {
            while (found.size() < count) {
                for (Incoming record : reader.poll(Duration.ofMillis(100))) {
                    try {
                        found.add(id.of(record.value()));
                    } catch (MalformedRecordException e) {
                        assertThat(WATCHED).contains(topic);
                    }
                }
            }
        }
    }

    private static void read() throws Exception {
        Properties client = runtime.client();
        letters = SmallDemo.read(client, Topic.DEAD_LETTERS, DeadLetter.class);
        trajectories = SmallDemo.read(client, Topic.TRAJECTORIES, Trajectory.class);
        answers = SmallDemo.read(client, Topic.ANSWERS, Answer.class);
        rewarded = SmallDemo.read(client, Topic.REWARDED_TRAJECTORIES, RewardedTrajectory.class);
        ledger = LedgerReader.read(client, PATIENCE);
    }

    @ParameterizedTest
    @CsvSource({
        "malformed,             MALFORMED,       3 bytes",
        "tombstone,             MALFORMED,       tombstone",
        "length beyond the end, MALFORMED,       2147483547 bytes",
        "a label among queries, MALFORMED,       schema",
        "unknown agent,         INVALID_QUERY,   no agent 'oracle'; it serves [acticl]",
        "no picture,            INVALID_QUERY,   at least one picture",
        "unknown mode,          INVALID_QUERY,   mode 'clairvoyant' is none of",
        "unknown tier,          INVALID_QUERY,   tier 'boundless' is none of",
        "negative count,        INVALID_QUERY,   got -1",
        "large once unpacked,   TOO_LARGE,       allowed are 1048576",
        "sent twice,            DUPLICATE_QUERY, came before",
        "malformed label,       MALFORMED,       3 bytes",
        "malformed on training-groups, MALFORMED, 3 bytes",
        "malformed on policy-updates,  MALFORMED, 3 bytes",
        "unknown metric,        INVALID_LABEL,   bleu",
        "label of nothing,      UNUSED_LABEL,    label of nothing",
        "large label,           TOO_LARGE,       allowed are 1048576"
    })
    void whatCannotBeUsedIsOneDeadLetterThatSaysWhyAndFromWhere(String name, String reason, String message) {
        assertThat(letters)
                .filteredOn(letter -> letter.getSource().equals(SENT.get(name)))
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.getReason()).isEqualTo(reason);
                    assertThat(letter.getMessage()).contains(message);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "no such bank,       is no bank of a world",
        "bank outside,       there is no bank bank/../../run",
        "unreachable count,  2000",
        "picture not stored, 0000000000000000000000000000000000000000000000000000000000000000",
        "picture outside,    ../../../etc/passwd",
        "no picture at all,  is in no format that can be read",
        "picture cut off,    does not decode",
        "picture bomb,       is 100000 by 100000 pixels"
    })
    void aQuestionThatCannotBeAnsweredIsRejectedOnceWithTheReason(String id, String error) {
        assertThat(trajectories)
                .filteredOn(trajectory -> trajectory.getQuery().getQueryId().equals(id))
                .singleElement()
                .satisfies(trajectory -> {
                    assertThat(trajectory.getTermination()).isEqualTo(Termination.REJECTED);
                    assertThat(trajectory.getTrainable()).isFalse();
                    assertThat(trajectory.getError()).contains(error);
                });
        assertThat(answers)
                .filteredOn(answer -> answer.getQueryId().equals(id))
                .singleElement()
                .satisfies(answer -> {
                    assertThat(answer.getStatus()).isEqualTo(AnswerStatus.REJECTED);
                    assertThat(answer.getError()).contains(error);
                });
    }

    @Test
    void theGoodQuestionsAmongThemAreAnswered() {
        assertThat(answers)
                .filteredOn(answer -> GOOD.contains(answer.getQueryId()))
                .hasSize(GOOD.size())
                .allSatisfy(answer -> {
                    assertThat(answer.getStatus()).isEqualTo(AnswerStatus.ANSWERED);
                    assertThat(answer.getText()).isNotBlank();
                });
        assertThat(rewarded).singleElement().satisfies(one -> {
            assertThat(one.getQueryId()).isEqualTo("good last");
            assertThat(one.getStatus()).isEqualTo(RewardStatus.OK);
        });
    }

    @Test
    void nothingElseHappened() {
        assertThat(restarts).isZero();
        assertThat(letters).hasSize(17);
        assertThat(trajectories).hasSize(11);
        assertThat(ledger.queries()).isEqualTo(11);
        assertThat(ledger.rejected()).isEqualTo(11);
        assertThat(ledger.lost().queries()).isZero();
        assertThat(ledger.lost().rollouts()).isZero();
    }

    @Test
    void theBrokerRefusesARecordAboveItsBound() {
        assertThat(tooLarge).hasCauseInstanceOf(RecordTooLargeException.class);
    }

    @Test
    void theNextProcessOfTheRunReadsPastIt() {
        assertThat(resumed).isNull();
        assertThat(leftOut).isEqualTo(WATCHED.size());
    }
}
