// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import dev.eddy.schemas.Topic;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates the topics of the catalogue. */
public final class Topics {
    /** A record goes with its segment, hence this much later than its topic's retention at most. */
    static final Duration SEGMENT = Duration.ofDays(1);

    /** The largest record that may be asked of Eddy: a query or a label. Kafka's own default. */
    static final int MAX_ASKED_BYTES = 1_048_576;
    /** The largest record that a job may write. It leaves room for a query of the largest size inside. */
    public static final int MAX_DERIVED_BYTES = 4 * MAX_ASKED_BYTES;

    /** Written by whoever asks, not by Eddy's jobs. */
    private static final Set<Topic> ASKED = Set.of(Topic.QUERIES, Topic.LABELS, Topic.POLICY_CONTROL);

    private static final Set<Topic> BUSY =
            Set.of(Topic.QUERIES, Topic.LABELS, Topic.ANSWERS, Topic.TRAJECTORIES, Topic.REWARDED_TRAJECTORIES);

    private static final RetryPolicy<Object> UNTIL_KNOWN = RetryPolicy.builder()
            .handleIf(failure -> failure.getCause() instanceof UnknownTopicOrPartitionException)
            .withBackoff(Duration.ofMillis(20), Duration.ofSeconds(1))
            .withMaxDuration(Duration.ofMinutes(1))
            .withMaxRetries(-1)
            .build();

    private Topics() {}

    /**
     * Creates the topics that are missing and returns when each can be written to; one that exists is left as it is.
     *
     * @param client how to reach the broker: {@code bootstrap.servers} and what its security asks for
     * @param busyPartitions partitions of the topics that carry every rollout; the others have one, since their order over all
     *     keys matters (policy updates) or they are small
     * @param maxBytes of a topic, beyond which its oldest records go; -1 for no bound
     * @return the names created
     */
    public static Set<String> create(
            Properties client, int busyPartitions, short replication, ToLongFunction<Topic> maxBytes)
            throws InterruptedException {
        List<NewTopic> wanted = catalogue(busyPartitions, replication, maxBytes);
        Set<String> created = new TreeSet<>();
        try (Admin admin = Admin.create(client)) {
            for (Map.Entry<String, KafkaFuture<Void>> one :
                    admin.createTopics(wanted).values().entrySet()) {
                try {
                    one.getValue().get();
                    created.add(one.getKey());
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof TopicExistsException)) {
                        throw new IllegalStateException(
                                "topic '" + one.getKey() + "' cannot be created at "
                                        + client.getProperty("bootstrap.servers") + ": "
                                        + e.getCause().getMessage(),
                                e.getCause());
                    }
                }
            }
            awaitLeaders(
                    admin,
                    wanted.stream()
                            .filter(topic -> created.contains(topic.name()))
                            .toList(),
                    client);
        }
        return created;
    }

    /** What {@link #create} asks for. */
    static List<NewTopic> catalogue(int busyPartitions, short replication, ToLongFunction<Topic> maxBytes) {
        List<NewTopic> wanted = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            int partitions = BUSY.contains(topic) ? busyPartitions : 1;
            wanted.add(new NewTopic(topic.topicName(), partitions, replication)
                    .configs(configuration(topic, maxBytes.applyAsLong(topic), partitions)));
        }
        return wanted;
    }

    /** The controller answers before the brokers host a topic: who writes then may lose batches, who asks is told it is not there. */
    private static void awaitLeaders(Admin admin, List<NewTopic> topics, Properties client) {
        List<String> names = topics.stream().map(NewTopic::name).toList();
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (NewTopic topic : topics) {
            for (int partition = 0; partition < topic.numPartitions(); partition++) {
                ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
            }
        }
        try {
            Failsafe.with(UNTIL_KNOWN).run(() -> {
                admin.describeTopics(names).allTopicNames().get();
                admin.listOffsets(ends).all().get();
            });
        } catch (FailsafeException e) {
            throw new IllegalStateException(
                    "the topics created at " + client.getProperty("bootstrap.servers") + " have no leaders: "
                            + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    /**
     * Gives the topics of the catalogue their bounds, where they were created with others.
     *
     * @param maxBytes as in {@link #create}
     */
    public static void bound(Properties client, ToLongFunction<Topic> maxBytes) throws InterruptedException {
        List<String> names = Arrays.stream(Topic.values()).map(Topic::topicName).toList();
        try (Admin admin = Admin.create(client)) {
            Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
            admin.describeTopics(names)
                    .allTopicNames()
                    .get()
                    .forEach((name, topic) -> changes.put(
                            new ConfigResource(ConfigResource.Type.TOPIC, name),
                            List.of(bytes(
                                    maxBytes.applyAsLong(Topic.named(name)),
                                    topic.partitions().size()))));
            admin.incrementalAlterConfigs(changes).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "the topics at " + client.getProperty("bootstrap.servers") + " cannot be given their bounds: "
                            + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    private static AlterConfigOp bytes(long maxBytes, int partitions) {
        return new AlterConfigOp(
                new ConfigEntry(
                        TopicConfig.RETENTION_BYTES_CONFIG, Long.toString(maxBytes < 0 ? -1 : maxBytes / partitions)),
                AlterConfigOp.OpType.SET);
    }

    private static Map<String, String> configuration(Topic topic, long maxBytes, int partitions) {
        Map<String, String> configuration = new HashMap<>();
        long retention = topic.retention() == null ? -1 : topic.retention().toMillis();
        configuration.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention));
        configuration.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(SEGMENT.toMillis()));
        if (maxBytes >= 0) {
            configuration.put(TopicConfig.RETENTION_BYTES_CONFIG, Long.toString(maxBytes / partitions));
        }
        // An asker's clock must not decide how long a segment is kept.
        configuration.put(
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, ASKED.contains(topic) ? "LogAppendTime" : "CreateTime");
        configuration.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(ASKED.contains(topic) ? MAX_ASKED_BYTES : MAX_DERIVED_BYTES));
        return configuration;
    }
}
