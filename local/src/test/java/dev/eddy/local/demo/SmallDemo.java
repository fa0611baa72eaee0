// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.local.run.ForkedJvm;
import dev.eddy.local.run.LocalOptions;
import dev.eddy.local.run.RunFolder;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** The whole demo with little to do. As a program: {@code folder, training groups, checkpoint interval in ms, agents}. */
final class SmallDemo {
    private static final long POLL_NANOS = 50_000_000;

    private SmallDemo() {}

    public static void main(String[] arguments) throws Exception {
        DemoSettings settings = settings(Integer.parseInt(arguments[1]), arguments[3].split(","));
        LocalOptions options = options(Duration.ofMillis(Long.parseLong(arguments[2])));
        try (RunFolder folder = RunFolder.open(Path.of(arguments[0]));
                DemoRun run = DemoRun.start(folder, options, settings, false, new Printed(), () -> false)) {
            run.run();
        }
    }

    /** Batches of eight groups of four, and cold starts as small as they can be. */
    static DemoSettings settings(int trainingGroups, String... agents) {
        return settings(trainingGroups, Map.of(), agents);
    }

    static DemoSettings settings(int trainingGroups, Map<String, String> jobOptions, String... agents) {
        return new DemoSettings(
                List.of(agents), null, 7, trainingGroups, 4, 2, 1, 8, 8, 5, 5, 1, 5, "embedded", jobOptions);
    }

    /** The usual ones, but a job that fails is not restarted. */
    static LocalOptions options(Duration checkpointInterval) {
        LocalOptions usual = LocalOptions.DEFAULT;
        return new LocalOptions(
                usual.slots(),
                checkpointInterval,
                usual.transactionTimeout(),
                0,
                usual.busyPartitions(),
                usual.maxBytes(),
                Map.of(),
                Map.of(),
                null);
    }

    /**
     * Lets a process of its own go on with a demo, and kills it.
     *
     * @param said a line of the process's; what its topics hold is looked at from then on
     * @param enough asked after each look
     */
    static void killWhen(
            Path path,
            DemoSettings settings,
            Duration checkpointInterval,
            String said,
            Topic[] topics,
            Consumer<Incoming> each,
            BooleanSupplier enough)
            throws Exception {
        try (ForkedJvm run = new ForkedJvm(
                SmallDemo.class,
                path.resolveSibling("run.log"),
                path.toString(),
                Integer.toString(settings.trainingGroups()),
                Long.toString(checkpointInterval.toMillis()),
                String.join(",", settings.agents()))) {
            while (!run.printed().contains(said)) {
                assertThat(run.isAlive()).as(run.printed()).isTrue();
                LockSupport.parkNanos(POLL_NANOS); // the process needs the core
            }
            Properties client = new Properties();
            client.setProperty(
                    "bootstrap.servers",
                    "127.0.0.1:" + RunFolder.portsOf(path).orElseThrow().broker());
            try (TopicReader reader = TopicReader.fromBeginning(client, topics)) {
                do {
                    assertThat(run.isAlive()).as(run.printed()).isTrue();
                    reader.poll(Duration.ofMillis(20)).forEach(each);
                } while (!enough.getAsBoolean());
                run.kill();
            }
        }
    }

    /** What a read-committed reader finds on a topic of a run at rest, and can read. */
    static <T extends SpecificRecord> List<T> read(Properties client, Topic topic, Class<T> type) throws Exception {
        Codec<T> codec = Codec.of(type);
        List<T> found = new ArrayList<>();
        try (TopicReader reader = TopicReader.fromBeginning(client, topic)) {
            reader.readToEnd(Duration.ofMinutes(2), record -> {
                try {
                    found.add(codec.decode(record.value()));
                } catch (MalformedRecordException e) {
                    System.out.println("left out: " + e.getMessage());
                }
            });
        }
        return found;
    }

    /** Says on the standard output what begins and ends. */
    static final class Printed implements RunProgress {
        @Override
        public void begin(String what, long total) {
            System.out.println("begin " + what);
        }

        @Override
        public void at(long done, String note) {
            System.out.println(done + " " + note);
        }

        @Override
        public void end() {
            System.out.println("end");
        }

        @Override
        public void note(String line) {
            System.out.println(line);
        }
    }
}
