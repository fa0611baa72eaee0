// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.ask;

import dev.eddy.console.UserError;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Questions that stand on the topic already, to be asked once more. */
public final class Questions {
    private static final Duration POLL = Duration.ofMillis(250);

    private Questions() {}

    /**
     * The question of this id.
     *
     * @param queryId {@code latest} takes the newest one that is not for training
     */
    public static Query find(Properties client, String queryId) {
        Codec<Query> codec = Codec.of(Query.class);
        Query found = null;
        try (KafkaConsumer<byte[], byte[]> consumer = CommittedConsumer.open(client)) {
            List<TopicPartition> partitions = CommittedConsumer.partitions(consumer, List.of(Topic.QUERIES));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    Query query = codec.decode(each.value());
                    boolean wanted = queryId.equals("latest")
                            ? query.getPurpose() != Purpose.TRAIN
                            : query.getQueryId().equals(queryId);
                    if (wanted && (found == null || query.getSubmittedAt() >= found.getSubmittedAt())) {
                        found = query;
                    }
                }
            }
        }
        if (found == null) {
            throw new UserError(
                    "there is no question '" + queryId + "' on the topic; 'eddy topics tail queries' shows some");
        }
        return found;
    }
}
