// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Fetches records of the trajectories topic by position. Groups of consecutive batches lie near each other: it reads on from
 * where it stands rather than seek, and keeps what it passes on the way, since that is what will be asked for next. Not
 * thread-safe, but for {@link #wakeUp}.
 */
final class TrajectoryLog implements AutoCloseable {
    /** A place in the topic. */
    record Position(int partition, long offset) {}

    /** What came of a fetch: records by position, and why others cannot be had. */
    record Fetched(Map<Position, byte[]> records, Map<Position, PortException> failures) {}

    private static final String TOPIC = Topic.TRAJECTORIES.topicName();
    private static final Duration POLL = Duration.ofMillis(100);
    /** As many records are rather read and kept than skipped by a seek, which drops what was fetched ahead. */
    private static final long WORTH_READING = 100;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Cache<Position, byte[]> passed;
    private final Duration patience;

    /**
     * @param patience how long to wait for a record without any progress
     * @param passedBytes most bytes to keep of records that were passed on the way
     */
    TrajectoryLog(Properties client, Duration patience, long passedBytes) {
        Properties settings = new Properties();
        settings.putAll(client);
        settings.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.setProperty(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Long.toString(patience.toMillis()));
        this.consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.patience = patience;
        this.passed = Caffeine.newBuilder()
                .maximumWeight(passedBytes)
                .weigher((Position position, byte[] record) -> record.length)
                .executor(Runnable::run) // no pool that would outlive a job's class loader
                .build();
    }

    /** Fetches all positions; throws what Kafka throws where it cannot be reached or refuses. */
    Fetched fetch(Collection<Position> positions) {
        Fetched fetched = new Fetched(new HashMap<>(), new HashMap<>());
        Map<TopicPartition, TreeSet<Long>> missing = new HashMap<>();
        for (Position position : new HashSet<>(positions)) {
            byte[] record = passed.getIfPresent(position);
            if (record != null) {
                passed.invalidate(position);
                fetched.records().put(position, record);
            } else {
                missing.computeIfAbsent(new TopicPartition(TOPIC, position.partition()), unseen -> new TreeSet<>())
                        .add(position.offset());
            }
        }
        if (!missing.isEmpty()) {
            assign(missing, fetched);
            read(missing, fetched);
        }
        return fetched;
    }

    private void assign(Map<TopicPartition, TreeSet<Long>> missing, Fetched fetched) {
        Set<TopicPartition> assigned = new HashSet<>(consumer.assignment());
        if (!assigned.containsAll(missing.keySet())) {
            Set<TopicPartition> existing = new HashSet<>();
            for (PartitionInfo info : consumer.partitionsFor(TOPIC)) {
                existing.add(new TopicPartition(TOPIC, info.partition()));
            }
            for (TopicPartition partition : Set.copyOf(missing.keySet())) {
                if (!existing.contains(partition)) {
                    missing.remove(partition)
                            .forEach(offset -> fail(
                                    fetched, partition, offset, EffectStatus.REJECTED, "there is no such partition"));
                }
            }
            Set<TopicPartition> fresh = new HashSet<>(missing.keySet());
            fresh.removeAll(assigned);
            assigned.addAll(fresh);
            consumer.assign(assigned);
            fresh.forEach(
                    partition -> consumer.seek(partition, missing.get(partition).first()));
        }
        consumer.pause(consumer.assignment());
        consumer.resume(missing.keySet());
        missing.forEach(this::moveTo);
    }

    private void read(Map<TopicPartition, TreeSet<Long>> missing, Fetched fetched) {
        long lastProgress = System.nanoTime();
        while (!missing.isEmpty()) {
            try {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    Position position = new Position(record.partition(), record.offset());
                    TreeSet<Long> wanted = missing.get(new TopicPartition(TOPIC, record.partition()));
                    if (wanted != null && wanted.remove(record.offset())) {
                        fetched.records().put(position, record.value());
                    } else if (record.value() != null) {
                        passed.put(position, record.value());
                    }
                    lastProgress = System.nanoTime();
                }
            } catch (OffsetOutOfRangeException e) {
                e.offsetOutOfRangePartitions()
                        .forEach((partition, offset) -> dropOutOfRange(missing, fetched, partition));
            } catch (RetriableException e) {
                if (System.nanoTime() - lastProgress > patience.toNanos()) {
                    throw e;
                }
            }
            settle(missing, fetched);
            if (System.nanoTime() - lastProgress > patience.toNanos()) {
                giveUp(missing, fetched);
            }
        }
    }

    /** Drops what was passed without being seen, and moves on to the next that is wanted in each partition. */
    private void settle(Map<TopicPartition, TreeSet<Long>> missing, Fetched fetched) {
        for (TopicPartition partition : Set.copyOf(missing.keySet())) {
            TreeSet<Long> wanted = missing.get(partition);
            Set<Long> unseen = wanted.headSet(consumer.position(partition));
            unseen.forEach(offset -> fail(
                    fetched,
                    partition,
                    offset,
                    EffectStatus.REJECTED,
                    "no committed record stands there; was it deleted or compacted?"));
            unseen.clear();
            if (wanted.isEmpty()) {
                missing.remove(partition);
                consumer.pause(Set.of(partition));
            } else {
                moveTo(partition, wanted);
            }
        }
    }

    private void moveTo(TopicPartition partition, TreeSet<Long> wanted) {
        long distance = wanted.first() - consumer.position(partition);
        if (distance < 0 || distance > WORTH_READING) {
            consumer.seek(partition, wanted.first());
        }
    }

    private void dropOutOfRange(Map<TopicPartition, TreeSet<Long>> missing, Fetched fetched, TopicPartition partition) {
        long beginning = consumer.beginningOffsets(Set.of(partition)).get(partition);
        long end = consumer.endOffsets(Set.of(partition)).get(partition);
        TreeSet<Long> wanted = missing.getOrDefault(partition, new TreeSet<>());
        Set<Long> outside = new TreeSet<>(wanted.headSet(beginning));
        outside.addAll(wanted.tailSet(end));
        outside.forEach(offset -> fail(
                fetched,
                partition,
                offset,
                EffectStatus.REJECTED,
                "the topic holds " + beginning + " to " + (end - 1) + " there; was it deleted by retention?"));
        wanted.removeAll(outside);
        consumer.seek(partition, wanted.isEmpty() ? beginning : wanted.first());
    }

    private void giveUp(Map<TopicPartition, TreeSet<Long>> missing, Fetched fetched) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(missing.keySet());
        missing.forEach((partition, wanted) -> wanted.forEach(offset -> {
            boolean beyond = offset >= ends.get(partition);
            fail(
                    fetched,
                    partition,
                    offset,
                    beyond ? EffectStatus.REJECTED : EffectStatus.UNAVAILABLE,
                    "none came within " + patience.toMillis() + " ms"
                            + (beyond ? "; what is committed ends at " + ends.get(partition) : ""));
        }));
        missing.clear();
    }

    private static void fail(Fetched fetched, TopicPartition partition, long offset, EffectStatus status, String why) {
        fetched.failures()
                .put(
                        new Position(partition.partition(), offset),
                        new PortException(
                                status,
                                "no trajectory at offset " + offset + " of partition " + partition.partition()
                                        + " of topic '" + TOPIC + "': " + why));
    }

    /** Ends a wait of the thread that reads; it then sees a {@link org.apache.kafka.common.errors.WakeupException}. */
    void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
