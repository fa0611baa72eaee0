// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import dev.eddy.schemas.Topic;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How a run on one machine is laid out.
 *
 * @param slots the parallelisms of all jobs together
 * @param checkpointInterval bounds how soon a new policy reaches serving: about 2.3 times this
 * @param transactionTimeout how long a run may be down and still be resumed without loss
 * @param restartAttempts how often a job may fail before it is given up
 * @param busyPartitions of the topics that carry every rollout
 * @param maxBytes what the run folder may come to: topics drop their oldest records above their share of it, and a run that grows
 *     above it all the same must be stopped, see {@link LocalRuntime#tooLarge}
 * @param brokerSettings and
 * @param flinkSettings that replace the built-in ones
 * @param session the Flink cluster that the jobs run on; null for one in this process
 */
public record LocalOptions(
        int slots,
        Duration checkpointInterval,
        Duration transactionTimeout,
        int restartAttempts,
        int busyPartitions,
        long maxBytes,
        Map<String, String> brokerSettings,
        Map<String, String> flinkSettings,
        Session session) {
    private static final Duration LEAST_INTERVAL = Duration.ofMillis(10);
    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);

    public static final LocalOptions DEFAULT =
            new LocalOptions(10, Duration.ofMillis(250), Duration.ofDays(1), 5, 2, 20L << 30, Map.of(), Map.of(), null);

    /**
     * A session cluster on this machine, since its jobs read and write the run's folder.
     *
     * @param address {@code http://host:port} of its REST interface
     * @param jobJar what goes with each job
     */
    public record Session(URI address, Path jobJar) {}

    public LocalOptions {
        atLeast(LEAST_INTERVAL, "run.checkpoint-interval", checkpointInterval);
        atLeast(LEAST_TIMEOUT, "run.transaction-timeout", transactionTimeout);
        brokerSettings = Map.copyOf(brokerSettings);
        flinkSettings = Map.copyOf(flinkSettings);
    }

    /**
     * What a topic may come to; -1 for those whose every record is needed as long as the run lives. Half of the bound goes to
     * trajectories, a quarter to the other topics together, the rest is left to blobs, policies and checkpoints.
     */
    long topicBytes(Topic topic) {
        if (topic.retention() == null) {
            return -1;
        }
        return topic == Topic.TRAJECTORIES ? maxBytes / 2 : maxBytes / 4 / Topic.values().length;
    }

    private static void atLeast(Duration least, String name, Duration value) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException("'" + name + "' is " + value + "; it must be at least " + least);
        }
    }
}
