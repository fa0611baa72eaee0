// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down every second that a run is alive, so that its next process knows how long it was down. That matters because a
 * broker gives up a transaction that was pre-committed with a checkpoint once its timeout is over, and the job that is then
 * restored from this checkpoint says nothing about the records lost.
 */
final class LifeSign implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LifeSign.class);
    /** Transactions begin before the last sign of life and are committed only some seconds after a start. */
    private static final double SAFE_SHARE = 0.9;

    private final Path file;
    private final Duration transactionTimeout;
    private final InstantSource clock;
    private final ScheduledExecutorService pulse = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "eddy-life-sign");
        thread.setDaemon(true);
        return thread;
    });

    /** @param transactionTimeout of the run's exactly-once sinks */
    LifeSign(Path file, Duration transactionTimeout, InstantSource clock) {
        this.file = file;
        this.transactionTimeout = transactionTimeout;
        this.clock = clock;
    }

    /** Starts to write. A resumed run must wait with it until what its last process had pre-committed is committed. */
    void begin() throws IOException {
        write(false);
        pulse.scheduleAtFixedRate(this::beat, 1, 1, TimeUnit.SECONDS);
    }

    /** Writes that all was committed: such a run can be resumed at any time. */
    void endInOrder() throws IOException {
        close();
        write(true);
    }

    @Override
    public void close() {
        pulse.shutdown();
        try {
            pulse.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Refuses a resume that comes so late that the broker may have given up pre-committed records.
     *
     * @throws RunRefusedException says what would be lost and how to start anyway
     */
    static void refuseIfTooLate(Path file, InstantSource clock) throws IOException {
        if (!Files.exists(file)) {
            return; // it died before its jobs ran, so nothing was ever pre-committed
        }
        Properties last = PropertyFile.read(file);
        if (Boolean.parseBoolean(last.getProperty("ended.in.order"))) {
            return;
        }
        Duration timeout = Duration.ofMillis(number(file, last, "transaction.timeout.ms"));
        Duration down = Duration.ofMillis(clock.millis() - number(file, last, "alive.at"));
        if (down.toMillis() > timeout.toMillis() * SAFE_SHARE) {
            throw new RunRefusedException("the run's last sign of life is " + readable(down)
                    + " old, but its sinks' transactions live only " + readable(timeout)
                    + " (run.transaction-timeout). What each job had written and pre-committed with its newest checkpoint"
                    + " may be gone: trajectories, rewards, training groups, receipts and policy updates of about one"
                    + " checkpoint interval, with nothing to make them again. To go on without them, resume with"
                    + " --accept-loss; the ledger then counts what is missing.");
        }
    }

    private void beat() {
        try {
            write(false);
        } catch (IOException | RuntimeException e) { // the pulse would end with it, and nobody would hear of it
            LOG.error("the run's sign of life cannot be written to {}; a resume will count from the last one", file, e);
        }
    }

    private void write(boolean ended) throws IOException {
        PropertyFile.write(
                file,
                Map.of(
                        "alive.at", Long.toString(clock.millis()),
                        "transaction.timeout.ms", Long.toString(transactionTimeout.toMillis()),
                        "ended.in.order", Boolean.toString(ended)));
    }

    private static long number(Path file, Properties properties, String name) {
        String value = properties.getProperty(name);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new RunRefusedException(
                    file + " has '" + value + "' where the number " + name
                            + " should stand, so nobody can tell how long the run was down. Repair it, or resume with"
                            + " --accept-loss.",
                    e);
        }
    }

    private static String readable(Duration duration) {
        return duration.toHours() > 0
                ? duration.toHours() + " h " + duration.toMinutesPart() + " min"
                : duration.toSeconds() + " s";
    }
}
