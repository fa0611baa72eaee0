// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts questions, labels and orders on their topics; what an earlier process of the run has put there is not put again. A
 * send that fails shows at the next call: a question that the broker did not take must not count as asked.
 */
final class Asker implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Codec<Query> queries = Codec.of(Query.class);
    private final Codec<Label> labels = Codec.of(Label.class);
    private final Codec<PolicyControl> controls = Codec.of(PolicyControl.class);
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failed = new AtomicReference<>();
    private final Set<String> askedBefore = new HashSet<>();
    private final Set<String> labelledBefore = new HashSet<>();

    Asker(Properties client) throws InterruptedException, TimeoutException {
        try (TopicReader reader = TopicReader.fromBeginning(client, Topic.QUERIES, Topic.LABELS)) {
            reader.readToEnd(PATIENCE, record -> {
                if (record.key() == null) {
                    return; // not from here: others may ask, too
                }
                String id = new String(record.key(), StandardCharsets.UTF_8);
                (record.topic().equals(Topic.QUERIES.topicName()) ? askedBefore : labelledBefore).add(id);
            });
        }
        Properties settings = new Properties();
        settings.putAll(client);
        settings.setProperty("acks", "all");
        settings.setProperty("enable.idempotence", "true");
        settings.setProperty("linger.ms", "2");
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** The label goes first, so that it is seldom the one that is waited for. */
    void ask(Asked asked) {
        String id = asked.query().getQueryId();
        if (!labelledBefore.contains(id)) {
            send(Topic.LABELS, id, labels.encode(asked.label()));
        }
        if (!askedBefore.contains(id)) {
            send(Topic.QUERIES, id, queries.encode(asked.query()));
        }
    }

    /** Lets the trainer of a policy train its short last batch. */
    void flush(String policy, String controlId) {
        PolicyControl control = PolicyControl.newBuilder()
                .setControlId(controlId)
                .setPolicy(policy)
                .setCommand(ControlCommand.FLUSH)
                .setIssuedAt(System.currentTimeMillis())
                .build();
        send(Topic.POLICY_CONTROL, policy, controls.encode(control));
        producer.flush();
    }

    private void send(Topic topic, String key, byte[] value) {
        Exception earlier = failed.get();
        if (earlier != null) {
            throw new IllegalStateException("the broker did not take a record: " + earlier.getMessage(), earlier);
        }
        producer.send(
                new ProducerRecord<>(topic.topicName(), key.getBytes(StandardCharsets.UTF_8), value),
                (metadata, exception) -> {
                    if (exception != null) {
                        failed.compareAndSet(null, exception);
                    }
                });
    }

    @Override
    public void close() {
        producer.close();
    }
}
