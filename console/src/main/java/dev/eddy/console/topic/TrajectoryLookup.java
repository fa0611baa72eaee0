// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.DoubleConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Finds stored trajectories by id or place, and brings them whole. Thread-safe; blocks while it reads. */
public final class TrajectoryLookup {
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Properties client;
    private final BlobStore blobs;
    private final Codec<Trajectory> codec = Codec.of(Trajectory.class);

    /** @param blobs where trajectories too large for the topic are kept whole; stays the caller's */
    public TrajectoryLookup(Properties client, BlobStore blobs) {
        this.client = client;
        this.blobs = blobs;
    }

    /** The trajectory at one place; empty where retention has removed it or something else stands there. */
    public Optional<Trajectory> at(String topic, int partition, long offset) {
        TopicPartition place = new TopicPartition(topic, partition);
        try (KafkaConsumer<byte[], byte[]> consumer = CommittedConsumer.open(client)) {
            consumer.assign(List.of(place));
            if (offset < consumer.beginningOffsets(List.of(place)).get(place)
                    || offset >= consumer.endOffsets(List.of(place)).get(place)) {
                return Optional.empty();
            }
            consumer.seek(place, offset);
            long until = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < until) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    return each.offset() == offset ? decoded(each.value()).map(this::whole) : Optional.empty();
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Searches the topic, newest records last.
     *
     * @param lastPerPartition how many of the newest records of each partition to look at
     * @param progress told the share that has been read, 0 to 1
     */
    public Optional<Trajectory> find(String trajectoryId, long lastPerPartition, DoubleConsumer progress) {
        // The group id is the key, and the trajectory id begins with it: what has another key need not be decoded.
        try (KafkaConsumer<byte[], byte[]> consumer = CommittedConsumer.open(client)) {
            List<TopicPartition> partitions = CommittedConsumer.partitions(consumer, List.of(Topic.TRAJECTORIES));
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
            long total = 0;
            for (TopicPartition one : partitions) {
                long begin = Math.max(beginnings.get(one), ends.get(one) - lastPerPartition);
                consumer.seek(one, begin);
                total += ends.get(one) - begin;
            }
            long left = total;
            while (left > 0) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    if (each.key() != null && trajectoryId.startsWith(new String(each.key(), StandardCharsets.UTF_8))) {
                        Optional<Trajectory> found = decoded(each.value())
                                .filter(one -> one.getTrajectoryId().equals(trajectoryId));
                        if (found.isPresent()) {
                            return found.map(this::whole);
                        }
                    }
                }
                left = 0;
                for (TopicPartition one : partitions) {
                    left += Math.max(0, ends.get(one) - consumer.position(one));
                }
                progress.accept(1 - (double) left / total);
            }
            return Optional.empty();
        }
    }

    private Trajectory whole(Trajectory found) {
        return found.getBlob() == null
                ? found
                : codec.decode(blobs.get(found.getBlob()).join());
    }

    private Optional<Trajectory> decoded(byte[] value) {
        try {
            return Optional.of(codec.decode(value));
        } catch (MalformedRecordException e) {
            return Optional.empty(); // something else stands there, as the caller is told
        }
    }
}
