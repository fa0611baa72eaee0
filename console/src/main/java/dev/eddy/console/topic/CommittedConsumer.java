// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Consumers that see committed records only, join no group and commit no offsets. */
public final class CommittedConsumer {
    private static final Duration POLL = Duration.ofMillis(250);

    private CommittedConsumer() {}

    /** @param client how to reach the brokers */
    public static KafkaConsumer<byte[], byte[]> open(Properties client) {
        Properties settings = new Properties();
        settings.putAll(client);
        settings.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.setProperty(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Partitions of these topics; those of topics that do not exist are left out. */
    public static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, Collection<Topic> topics) {
        var existing = consumer.listTopics();
        List<TopicPartition> partitions = new ArrayList<>();
        for (Topic topic : topics) {
            for (var partition : existing.getOrDefault(topic.topicName(), List.of())) {
                partitions.add(new TopicPartition(topic.topicName(), partition.partition()));
            }
        }
        return partitions;
    }

    /** Reads on from where a consumer stands to the end of what is committed now. */
    private static void toEnd(
            KafkaConsumer<byte[], byte[]> consumer,
            DoubleConsumer progress,
            Consumer<ConsumerRecord<byte[], byte[]>> each) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        long total = left(consumer, ends);
        for (long left = total; left > 0; left = left(consumer, ends)) {
            long behind = left;
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                progress.accept(1 - (double) behind-- / total);
                if (record.offset() < ends.get(new TopicPartition(record.topic(), record.partition()))) {
                    each.accept(record);
                }
            }
        }
    }

    /** How many records are left to read until these ends. */
    static long left(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        long left = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            left += Math.max(0, end.getValue() - consumer.position(end.getKey()));
        }
        return left;
    }

    /** Like {@link #readAll(Properties, Topic, Consumer)}, with what each record says; one that cannot be read is left out. */
    public static <T> void readAll(
            Properties client,
            Topic topic,
            Function<byte[], T> decoder,
            BiConsumer<T, ConsumerRecord<byte[], byte[]>> each) {
        readAll(
                client,
                topic,
                record -> decoded(record.value(), decoder).ifPresent(value -> each.accept(value, record)));
    }

    /** What a record says; empty where it cannot be read. */
    public static <T> Optional<T> decoded(byte[] value, Function<byte[], T> decoder) {
        try {
            return Optional.ofNullable(decoder.apply(value));
        } catch (MalformedRecordException e) {
            return Optional.empty(); // whoever writes or takes it tells of it
        }
    }

    /** All committed records of a topic, oldest first in each partition; none where the topic does not exist. */
    public static void readAll(Properties client, Topic topic, Consumer<ConsumerRecord<byte[], byte[]>> each) {
        readAll(client, topic, share -> {}, each);
    }

    /** @param progress told the share that has been read, 0 to 1 */
    public static void readAll(
            Properties client, Topic topic, DoubleConsumer progress, Consumer<ConsumerRecord<byte[], byte[]>> each) {
        try (KafkaConsumer<byte[], byte[]> consumer = open(client)) {
            List<TopicPartition> partitions = partitions(consumer, List.of(topic));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            toEnd(consumer, progress, each);
        }
    }
}
