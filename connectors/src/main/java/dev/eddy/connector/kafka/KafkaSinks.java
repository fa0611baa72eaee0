// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes what jobs send out, each record to the topic that it names. Settings of the producer that a client's properties give
 * (compression.type, linger.ms ...) replace the ones chosen here.
 */
public final class KafkaSinks {
    private static final String MAX_REQUEST_BYTES = Integer.toString(Topics.MAX_DERIVED_BYTES);

    private KafkaSinks() {}

    /**
     * All records between two checkpoints are one transaction, visible to read-committed readers when the checkpoint stands.
     * What must become visible together must go through one such sink: two sinks are two transactions.
     *
     * @param prefix of the transactional ids: unique to a job of a run, and the same after every resume, since a restored
     *     job finds its open transactions by it
     * @param transactionTimeout what is pre-committed is lost if the job stays down for longer; at most the broker's {@code
     *     transaction.max.timeout.ms}
     * @param topics all that records may name
     */
    public static Sink<Outgoing> exactlyOnce(
            Properties client, String prefix, Duration transactionTimeout, Set<Topic> topics) {
        return new ExactlyOnceSink(builder(client, topics)
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(prefix)
                // Bounded ids, reused: the other strategy leaves one behind each checkpoint.
                .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
                .setProperty("transaction.timeout.ms", Long.toString(transactionTimeout.toMillis()))
                .build());
    }

    /** Visible at once; a record may come twice after a restore. */
    public static KafkaSink<Outgoing> atLeastOnce(Properties client, Set<Topic> topics) {
        return builder(client, topics)
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .build();
    }

    private static KafkaSinkBuilder<Outgoing> builder(Properties client, Set<Topic> topics) {
        Properties producer = new Properties();
        producer.setProperty("linger.ms", "5");
        producer.setProperty("batch.size", "131072");
        producer.setProperty("max.request.size", MAX_REQUEST_BYTES);
        // Trajectories shrink to a third for 20 us of writing and 10 us of reading each.
        producer.setProperty("compression.type", "lz4");
        producer.putAll(client);
        return KafkaSink.<Outgoing>builder()
                .setKafkaProducerConfig(producer)
                .setRecordSerializer(new ByTopic(topics))
                .setProperty("acks", "all");
    }

    /** Names its topics because the pooling strategy asks the broker for their open transactions. */
    private static final class ByTopic implements KafkaRecordSerializationSchema<Outgoing>, KafkaDatasetFacetProvider {
        private static final long serialVersionUID = 1L;

        private final ArrayList<String> names;

        private ByTopic(Set<Topic> topics) {
            names = new ArrayList<>(
                    topics.stream().map(Topic::topicName).sorted().toList());
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(Outgoing record, KafkaSinkContext context, Long timestamp) {
            String topic = record.topic().topicName();
            if (!names.contains(topic)) {
                throw new IllegalArgumentException(
                        "a record for topic '" + topic + "' reached a sink that was opened for " + names);
            }
            Long time = timestamp == null || timestamp < 0 ? null : timestamp;
            byte[] key = record.key().getBytes(StandardCharsets.UTF_8);
            ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(topic, null, time, key, record.value());
            if (record.traceparent() != null) {
                sent.headers().add(TopicReader.TRACEPARENT, record.traceparent().getBytes(StandardCharsets.UTF_8));
            }
            return sent;
        }

        @Override
        public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
            return Optional.of(
                    new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.copyOf(names))));
        }
    }
}
