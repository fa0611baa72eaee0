// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import dev.eddy.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** How much stands on the topics of the catalogue. */
public final class TopicSizes {
    private TopicSizes() {}

    /**
     * @param partitions 0 where the topic does not exist
     * @param offsets held by all partitions together: records and, on transactional topics, commit markers
     */
    public record Size(Topic topic, int partitions, long offsets) {}

    /** One line a topic, in the catalogue's order. */
    public static List<Size> read(Properties client) {
        List<Size> sizes = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = CommittedConsumer.open(client)) {
            for (Topic topic : Topic.values()) {
                List<TopicPartition> partitions = CommittedConsumer.partitions(consumer, List.of(topic));
                Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
                Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
                long held = 0;
                for (TopicPartition one : partitions) {
                    held += ends.get(one) - beginnings.get(one);
                }
                sizes.add(new Size(topic, partitions.size(), held));
            }
        }
        return sizes;
    }
}
