// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
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
    private final Codec<RewardedTrajectory> rewarded = Codec.of(RewardedTrajectory.class);

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
                    return each.offset() == offset
                            ? CommittedConsumer.decoded(each.value(), codec::decode)
                                    .map(this::whole)
                            : Optional.empty();
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Searches for a trajectory: by its reference on {@code rewarded-trajectories}, which is a tenth of the size, then on the
     * topic of trajectories itself.
     *
     * @param lastPerPartition how many of the newest records of each partition to look at
     * @param progress told the share that has been read, 0 to 1, once for each topic
     */
    public Optional<Trajectory> find(String trajectoryId, long lastPerPartition, DoubleConsumer progress) {
        Optional<TrajectoryRef> ref = search(
                Topic.REWARDED_TRAJECTORIES,
                trajectoryId,
                lastPerPartition,
                progress,
                value -> rewarded.decode(value).getRef(),
                TrajectoryRef::getTrajectoryId);
        Optional<Trajectory> referred = ref.flatMap(one -> at(one.getTopic(), one.getPartition(), one.getOffset()));
        return referred.isPresent()
                ? referred
                : search(
                                Topic.TRAJECTORIES,
                                trajectoryId,
                                lastPerPartition,
                                progress,
                                codec::decode,
                                Trajectory::getTrajectoryId)
                        .map(this::whole);
    }

    private <T> Optional<T> search(
            Topic topic,
            String trajectoryId,
            long lastPerPartition,
            DoubleConsumer progress,
            Function<byte[], T> decoder,
            Function<T, String> id) {
        try (KafkaConsumer<byte[], byte[]> consumer = CommittedConsumer.open(client)) {
            List<TopicPartition> partitions = CommittedConsumer.partitions(consumer, List.of(topic));
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long total = begin(consumer, ends, lastPerPartition);
            for (long left = total; left > 0; left = CommittedConsumer.left(consumer, ends)) {
                progress.accept(1 - (double) left / total);
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    if (mayBe(each, trajectoryId)) {
                        Optional<T> found = CommittedConsumer.decoded(each.value(), decoder)
                                .filter(one -> id.apply(one).equals(trajectoryId));
                        if (found.isPresent()) {
                            return found;
                        }
                    }
                }
            }
            return Optional.empty();
        }
    }

    /** The group id is the key, and the trajectory id begins with it: what has another key need not be decoded. */
    private static boolean mayBe(ConsumerRecord<byte[], byte[]> record, String trajectoryId) {
        return record.key() != null && trajectoryId.startsWith(new String(record.key(), StandardCharsets.UTF_8));
    }

    private static long begin(
            KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, long lastPerPartition) {
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(ends.keySet());
        ends.forEach((one, end) -> consumer.seek(one, Math.max(beginnings.get(one), end - lastPerPartition)));
        return CommittedConsumer.left(consumer, ends);
    }

    private Trajectory whole(Trajectory found) {
        return found.getBlob() == null
                ? found
                : codec.decode(blobs.get(found.getBlob()).join());
    }
}
