// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddy.console.UserError;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads a topic as JSON, one object a record: where it stands, its key and its decoded value. */
public final class TopicTail {
    private static final Duration POLL = Duration.ofMillis(250);

    private final Properties client;
    private final Topic topic;

    public TopicTail(Properties client, Topic topic) {
        this.client = client;
        this.topic = topic;
    }

    /**
     * Reads on until the end of the topic, or for ever.
     *
     * @param last how many of the newest records of each partition to begin with; negative reads from the beginning
     * @param follow whether to wait for more at the end
     * @param wanted ends the reading when it turns false
     */
    public void read(long last, boolean follow, BooleanSupplier wanted, Consumer<JsonNode> out) {
        try (KafkaConsumer<byte[], byte[]> consumer = CommittedConsumer.open(client)) {
            List<TopicPartition> partitions = CommittedConsumer.partitions(consumer, List.of(topic));
            if (partitions.isEmpty()) {
                throw new UserError("there is no topic '" + topic.topicName() + "' at "
                        + client.getProperty("bootstrap.servers") + "; 'eddy topics create' makes it");
            }
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            begin(consumer, partitions, ends, last);
            while (wanted.getAsBoolean() && (follow || !reached(consumer, ends))) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    if (!wanted.getAsBoolean()) {
                        return;
                    }
                    if (follow || each.offset() < ends.get(new TopicPartition(each.topic(), each.partition()))) {
                        out.accept(json(each));
                    }
                }
            }
        }
    }

    private static void begin(
            KafkaConsumer<byte[], byte[]> consumer,
            List<TopicPartition> partitions,
            Map<TopicPartition, Long> ends,
            long last) {
        consumer.seekToBeginning(partitions);
        if (last >= 0) {
            Map<TopicPartition, Long> beginnings = new HashMap<>(consumer.beginningOffsets(partitions));
            partitions.forEach(one -> consumer.seek(one, Math.max(beginnings.get(one), ends.get(one) - last)));
        }
    }

    private static boolean reached(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private JsonNode json(ConsumerRecord<byte[], byte[]> each) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.put("partition", each.partition()).put("offset", each.offset());
        out.put("key", each.key() == null ? null : new String(each.key(), StandardCharsets.UTF_8));
        try {
            SpecificRecord value = Codec.of(topic.value()).decode(each.value());
            out.set("value", RecordJson.of(value));
        } catch (MalformedRecordException e) {
            out.put("malformed", e.getMessage());
        }
        return out;
    }
}
