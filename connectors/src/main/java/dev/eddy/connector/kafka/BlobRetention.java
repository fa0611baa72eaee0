// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.util.TimeUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Whether blobs, where they are deleted by age, outlive the records that name them. */
public final class BlobRetention {
    /** By how much a blob may be older than a record that names it: a day since it was written, and a loop's time. */
    public static final Duration MARGIN = Duration.ofDays(2);

    private static final int PATIENCE_MILLIS = 30_000;

    private BlobRetention() {}

    /**
     * Compares with what the topics at a broker are set to, and with the catalogue where they are still missing.
     *
     * @param retention how long blobs are kept after they were last put; null for ever, which no broker is asked about
     * @param option that says so, for the message
     * @throws IllegalArgumentException with all topics that keep records for longer
     * @throws IllegalStateException if the broker does not tell
     */
    public static void check(Properties client, Duration retention, String option) {
        if (retention == null) {
            return;
        }
        List<String> faults = faults(kept(client, option), retention);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("option '" + option + "' is " + shown(retention)
                    + ", so records at " + client.getProperty("bootstrap.servers")
                    + " would outlive the blobs that they name:\n- " + String.join("\n- ", faults)
                    + "\nRaise the option, and what deletes blobs with it, or lower " + TopicConfig.RETENTION_MS_CONFIG
                    + " or " + TopicConfig.SEGMENT_MS_CONFIG
                    + " of the topics; with the option left out, blobs are kept for ever.");
        }
    }

    /** @param kept how long each topic keeps records, until their segment goes; empty for ever */
    static List<String> faults(Map<Topic, Optional<Duration>> kept, Duration retention) {
        List<String> faults = new ArrayList<>();
        kept.forEach((topic, records) -> {
            String name = "topic '" + topic.topicName() + "' keeps them ";
            if (records.isEmpty()) {
                faults.add(name + "for ever, so blobs must be kept for ever too");
            } else if (retention.compareTo(records.get().plus(MARGIN)) < 0) {
                faults.add(name + shown(records.get()) + ", and a blob may be " + shown(MARGIN)
                        + " older than its record: it takes "
                        + shown(records.get().plus(MARGIN)));
            }
        });
        return faults;
    }

    private static Map<Topic, Optional<Duration>> kept(Properties client, String option) {
        Map<ConfigResource, Topic> topics = Arrays.stream(Topic.values())
                .filter(Topic::namesBlobs)
                .collect(Collectors.toMap(
                        topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.topicName()),
                        Function.identity()));
        Map<Topic, Optional<Duration>> kept = new EnumMap<>(Topic.class);
        try (Admin admin = Admin.create(client)) {
            Map<ConfigResource, KafkaFuture<Config>> asked = admin.describeConfigs(
                            topics.keySet(), new DescribeConfigsOptions().timeoutMs(PATIENCE_MILLIS))
                    .values();
            for (Map.Entry<ConfigResource, KafkaFuture<Config>> one : asked.entrySet()) {
                Topic topic = topics.get(one.getKey());
                kept.put(topic, kept(topic, one.getValue()));
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "the broker at " + client.getProperty("bootstrap.servers")
                            + " does not tell how long topics keep records, which '" + option
                            + "' must not be below: " + e.getCause().getMessage()
                            + ". Check bootstrap.servers and the right to describe the topics' configuration.",
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while topics were asked how long they keep records", e);
        }
        return kept;
    }

    private static Optional<Duration> kept(Topic topic, KafkaFuture<Config> asked)
            throws ExecutionException, InterruptedException {
        try {
            Config settings = asked.get();
            long millis =
                    Long.parseLong(settings.get(TopicConfig.RETENTION_MS_CONFIG).value());
            long segment =
                    Long.parseLong(settings.get(TopicConfig.SEGMENT_MS_CONFIG).value());
            boolean deleted =
                    settings.get(TopicConfig.CLEANUP_POLICY_CONFIG).value().contains(TopicConfig.CLEANUP_POLICY_DELETE);
            return deleted && millis >= 0
                    ? Optional.of(Duration.ofMillis(millis).plusMillis(segment))
                    : Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.ofNullable(topic.retention()).map(Topics.SEGMENT::plus);
            }
            throw e;
        }
    }

    private static String shown(Duration duration) {
        return TimeUtils.formatWithHighestUnit(duration);
    }
}
