// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads topics into jobs: committed records only, undecoded, each with the place that it came from. */
public final class KafkaSources {
    private static final Duration PARTITION_DISCOVERY = Duration.ofMinutes(1);

    private KafkaSources() {}

    /**
     * An unbounded source from the earliest record on; after a restore, from where the checkpoint stands. Its position lives
     * in the checkpoint alone: nothing is committed to the consumer group.
     *
     * @param client how to reach the broker: {@code bootstrap.servers} and what its security asks for
     * @param reader names the consumer group and its clients, for the broker's logs and quotas
     */
    public static KafkaSource<Incoming> read(Properties client, String reader, Topic... topics) {
        return from(OffsetsInitializer.earliest(), client, reader, topics);
    }

    /**
     * Like {@link #read}, but it begins in each partition with the first record of this time or later.
     *
     * @param since epoch milliseconds
     */
    public static KafkaSource<Incoming> readSince(long since, Properties client, String reader, Topic... topics) {
        return from(OffsetsInitializer.timestamp(since), client, reader, topics);
    }

    private static KafkaSource<Incoming> from(
            OffsetsInitializer start, Properties client, String reader, Topic... topics) {
        return KafkaSource.<Incoming>builder()
                .setProperties(client)
                .setTopics(Arrays.stream(topics).map(Topic::topicName).toList())
                .setGroupId(reader)
                .setClientIdPrefix(reader)
                .setStartingOffsets(start)
                .setDeserializer(new AsTheyStand())
                .setProperty("isolation.level", "read_committed")
                .setProperty("commit.offsets.on.checkpoint", "false")
                // Unset it is off in some builders; much shorter and a partition can be handed out twice (FLINK-40615).
                .setProperty("partition.discovery.interval.ms", Long.toString(PARTITION_DISCOVERY.toMillis()))
                .build();
    }

    private static final class AsTheyStand implements KafkaRecordDeserializationSchema<Incoming> {
        private static final long serialVersionUID = 1L;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Incoming> out) {
            out.collect(TopicReader.incoming(record));
        }

        @Override
        public TypeInformation<Incoming> getProducedType() {
            return Incoming.TYPE;
        }
    }
}
