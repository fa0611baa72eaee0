// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.schemas.Topic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, really killed. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KillAndResumeITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Between two looks: the processes under test need the cores. */
    private static final long POLL_NANOS = 5_000_000;

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofMillis(200);
    private static final List<String> QUERIES =
            IntStream.range(0, 200).mapToObj(i -> "query-" + i).toList();

    @TempDir
    Path temp;

    private Path path;

    @BeforeEach
    void aNewRun() throws Exception {
        path = temp.resolve("run");
        RunFolder.create(path, LocalPorts.free(port -> false), Map.of()).close();
    }

    @Test
    void aRunKilledBeforeItsFirstCheckpointLosesNothingAndWritesNothingTwice() throws Exception {
        try (ForkedJvm run = fork(NEVER, DAY, 0)) {
            awaitTrajectoriesWritten(run);
            run.kill();
        }
        assertThat(resumeAndRead()).containsExactlyInAnyOrderElementsOf(QUERIES);
    }

    @Test
    void aRunKilledBetweenPreCommitAndCommitCommitsWhenResumed() throws Exception {
        try (ForkedJvm run = fork(SOON, DAY, QUERIES.size())) {
            run.awaitKilled();
        }
        assertThat(committedNow()).as("what the killed process had committed").hasSizeLessThan(QUERIES.size());
        try (RunFolder folder = RunFolder.open(path)) {
            assertThat(new CheckpointIndex(folder).newest(CopyRun.JOB)).isPresent();
        }

        assertThat(resumeAndRead()).containsExactlyInAnyOrderElementsOf(QUERIES);
    }

    @Test
    void aResumeLaterThanTheTransactionTimeoutIsRefusedUnlessTheLossIsAccepted() throws Exception {
        Duration timeout = Duration.ofSeconds(3);
        try (ForkedJvm run = fork(SOON, timeout, QUERIES.size())) {
            run.awaitKilled();
        }
        long late = Files.getLastModifiedTime(path.resolve("life.properties")).toMillis() + timeout.toMillis();
        while (System.currentTimeMillis() < late) {
            LockSupport.parkNanos(POLL_NANOS);
        }

        LocalOptions options = CopyRun.options(SOON, timeout);
        try (RunFolder folder = RunFolder.open(path)) {
            assertThatThrownBy(() -> LocalRuntime.start(folder, options, false))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("live only 3 s")
                    .hasMessageContaining("training groups")
                    .hasMessageContaining("--accept-loss");
            try (LocalRuntime runtime = LocalRuntime.start(folder, options, true)) {
                runtime.submit(CopyRun.JOB, CopyRun.wire(runtime, options, 0, 1));
                runtime.awaitRunning(PATIENCE);
            }
        }
    }

    @Test
    void anUnreadableNewestCheckpointIsRefusedAndNoOlderOneTakesItsPlace() throws Exception {
        try (ForkedJvm run = fork(SOON, DAY, 0)) {
            awaitCommitted(run);
            run.kill();
        }
        LocalOptions options = CopyRun.options(SOON, DAY);
        try (RunFolder folder = RunFolder.open(path);
                LocalRuntime runtime = LocalRuntime.start(folder, options, false)) {
            Path newest = new CheckpointIndex(folder)
                    .newest(CopyRun.JOB)
                    .orElseThrow()
                    .place()
                    .resolve("_metadata");
            truncate(newest);
            assertThatThrownBy(() -> runtime.submit(CopyRun.JOB, CopyRun.wire(runtime, options, 0, 1)))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining(newest.toString())
                    .hasMessageContaining("written twice");
        }
    }

    @Test
    void twoProcessesCannotHoldOneRun() throws Exception {
        try (ForkedJvm run = fork(NEVER, DAY, 0)) {
            awaitTrajectoriesWritten(run);
            assertThatThrownBy(() -> RunFolder.open(path))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("in use by another Eddy process");
        }
    }

    @Test
    void aRunKilledWhileItDeletesOldCheckpointsResumesFromTheNewest() throws Exception {
        try (ForkedJvm run = fork(SOON, DAY, 0)) {
            awaitCommitted(run);
            run.kill();
        }
        Path newest;
        try (RunFolder folder = RunFolder.open(path)) {
            newest = new CheckpointIndex(folder)
                    .newest(CopyRun.JOB)
                    .orElseThrow()
                    .place();
            earlierProcesses(folder.checkpoints(CopyRun.JOB), newest, 3000);
        }
        Path attempt = newest.getParent();
        try (ForkedJvm sweep = new ForkedJvm(
                SweepProgram.class,
                temp.resolve("sweep.log"),
                path.toString(),
                attempt.getFileName().toString())) {
            while (children(attempt.getParent()) > 2500) {
                assertThat(sweep.isAlive()).as(sweep.printed()).isTrue();
                LockSupport.parkNanos(POLL_NANOS);
            }
            sweep.kill();
        }

        assertThat(children(attempt.getParent()))
                .as("the kill came in the middle")
                .isGreaterThan(1);
        try (RunFolder folder = RunFolder.open(path)) {
            assertThat(new CheckpointIndex(folder)
                            .newest(CopyRun.JOB)
                            .orElseThrow()
                            .place())
                    .isEqualTo(newest);
        }
        assertThat(resumeAndRead()).containsExactlyInAnyOrderElementsOf(QUERIES);
    }

    @Test
    void aRunThatWasStoppedInOrderGoesOnFromItsSavepoint() throws Exception {
        LocalOptions options = CopyRun.options(SOON, DAY);
        try (RunFolder folder = RunFolder.open(path);
                LocalRuntime runtime = LocalRuntime.start(folder, options, false)) {
            runtime.submit(CopyRun.JOB, CopyRun.wire(runtime, options, 0, 1));
            runtime.awaitRunning(PATIENCE);
            awaitIdleCheckpoints(folder);
            ask();
            runtime.stop(PATIENCE);
            assertThat(new CheckpointIndex(folder)
                            .newest(CopyRun.JOB)
                            .orElseThrow()
                            .place())
                    .hasParent(folder.savepoints(CopyRun.JOB));
        }

        assertThat(resumeAndRead()).containsExactlyInAnyOrderElementsOf(QUERIES);
    }

    /** The writers that a smaller job no longer has leave their transactions to those that it has. */
    @Test
    void aRunKilledAtEachOfSeveralParallelismsLosesNothingAndWritesNothingTwice() throws Exception {
        List<String> asked = new ArrayList<>();
        for (int parallelism : new int[] {CopyRun.MAX_PARALLELISM, 2}) {
            try (ForkedJvm run = fork(SOON, DAY, 50, parallelism)) {
                run.awaitKilled();
            }
            asked.addAll(QUERIES);
        }

        assertThat(resumeAndRead(asked.size(), 3)).containsExactlyInAnyOrderElementsOf(asked);
    }

    /** A process that holds the run and is asked all queries. */
    private ForkedJvm fork(Duration interval, Duration timeout, int diesAfter) throws Exception {
        return fork(interval, timeout, diesAfter, 1);
    }

    private ForkedJvm fork(Duration interval, Duration timeout, int diesAfter, int parallelism) throws Exception {
        ForkedJvm run = new ForkedJvm(
                CopyRun.class,
                temp.resolve("run.log"),
                path.toString(),
                Long.toString(interval.toMillis()),
                Long.toString(timeout.toMillis()),
                Integer.toString(diesAfter),
                Integer.toString(parallelism));
        ask();
        return run;
    }

    private void ask() throws Exception {
        Properties oneAtATime = client();
        // A topic that was just made has no leader yet, and batches that follow one that is refused for it are lost.
        oneAtATime.setProperty("max.in.flight.requests.per.connection", "1");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(oneAtATime, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = QUERIES.stream()
                    .map(query -> producer.send(new ProducerRecord<>("queries", query, query)))
                    .toList();
            for (Future<RecordMetadata> record : sent) {
                record.get();
            }
        }
    }

    /** Resumes here, waits for all trajectories and a checkpoint of this process, and reads what is committed in the end. */
    private List<String> resumeAndRead() throws Exception {
        return resumeAndRead(QUERIES.size(), 1);
    }

    private List<String> resumeAndRead(int expected, int parallelism) throws Exception {
        LocalOptions options = CopyRun.options(SOON, DAY);
        try (RunFolder folder = RunFolder.open(path);
                LocalRuntime runtime = LocalRuntime.start(folder, options, false)) {
            String attempt = runtime.submit(CopyRun.JOB, CopyRun.wire(runtime, options, 0, parallelism))
                    .toHexString();
            runtime.awaitRunning(PATIENCE);
            try (TopicReader reader = TopicReader.fromBeginning(runtime.client(), Topic.TRAJECTORIES)) {
                List<String> found = new ArrayList<>();
                while (found.size() < expected) {
                    reader.poll(PATIENCE).forEach(record -> found.add(text(record.value())));
                }
                while (!attemptOf(folder).equals(attempt)) {
                    LockSupport.parkNanos(POLL_NANOS);
                }
                reader.readToEnd(PATIENCE, record -> found.add(text(record.value())));
                assertThat(runtime.restarts()).isZero();
                return found;
            }
        }
    }

    /** Two without a record between them: their transactions are empty. */
    private static void awaitIdleCheckpoints(RunFolder folder) throws IOException {
        Set<Path> seen = new HashSet<>();
        while (seen.size() < 2) {
            new CheckpointIndex(folder).newest(CopyRun.JOB).ifPresent(newest -> seen.add(newest.place()));
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static String attemptOf(RunFolder folder) throws IOException {
        return new CheckpointIndex(folder)
                .newest(CopyRun.JOB)
                .map(newest -> newest.place().getParent().getFileName().toString())
                .orElse("");
    }

    private List<String> committedNow() throws Exception {
        try (RunFolder folder = RunFolder.open(path);
                EmbeddedKafka broker = new EmbeddedKafka(
                        folder.brokerLogs(),
                        folder.ports().broker(),
                        folder.ports().controller(),
                        Map.of())) {
            broker.start();
            List<String> found = new ArrayList<>();
            try (TopicReader reader = TopicReader.fromBeginning(client(), Topic.TRAJECTORIES)) {
                assertThatThrownBy(() ->
                                reader.readToEnd(Duration.ofMillis(500), record -> found.add(text(record.value()))))
                        .isInstanceOf(TimeoutException.class)
                        .hasMessageContaining("transactions are still open");
            }
            return found;
        }
    }

    private void awaitTrajectoriesWritten(ForkedJvm run) throws Exception {
        while (logBytes("trajectories-0") == 0 || logBytes("trajectories-1") == 0) {
            assertThat(run.isAlive()).as(run.printed()).isTrue();
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private long logBytes(String partition) throws IOException {
        Path log = path.resolve("kafka").resolve(partition).resolve("00000000000000000000.log");
        return Files.exists(log) ? Files.size(log) : 0;
    }

    private void awaitCommitted(ForkedJvm run) throws Exception {
        awaitTrajectoriesWritten(run);
        try (TopicReader reader = TopicReader.fromBeginning(client(), Topic.TRAJECTORIES)) {
            int found = 0;
            while (found < QUERIES.size()) {
                found += reader.poll(PATIENCE).size();
            }
        }
    }

    private Properties client() throws IOException {
        LocalPorts ports = LocalPorts.of(PropertyFile.read(path.resolve("run.properties")));
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", "127.0.0.1:" + ports.broker());
        return client;
    }

    private static void earlierProcesses(Path checkpoints, Path newest, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Path earlier = Files.createDirectories(
                    checkpoints.resolve(String.format("%032x", i)).resolve("chk-1"));
            Files.copy(newest.resolve("_metadata"), earlier.resolve("_metadata"));
        }
    }

    private static int children(Path folder) throws IOException {
        return CheckpointIndex.children(folder).size();
    }

    private static void truncate(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
            channel.write(ByteBuffer.allocate(1), 0);
        }
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    /** Deletes what earlier processes of a run left: {@code folder, attempt}. */
    static final class SweepProgram {
        private SweepProgram() {}

        public static void main(String[] arguments) throws Exception {
            try (RunFolder folder = RunFolder.open(Path.of(arguments[0]))) {
                RetentionSweep.checkpoints(folder, CopyRun.JOB, arguments[1]);
            }
        }
    }
}
