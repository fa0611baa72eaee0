// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts questions, labels and orders on their topics; what an earlier process of the run has put there is not put again. Others
 * may write to the topics, too: what stands there under an id of this run but is not what it asks is an error. A send that fails
 * shows at the next call: a question that the broker did not take must not count as asked.
 */
final class Asker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Asker.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Codec<Query> queries = Codec.of(Query.class);
    private final Codec<Label> labels = Codec.of(Label.class);
    private final Codec<PolicyControl> controls = Codec.of(PolicyControl.class);
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failed = new AtomicReference<>();
    private final Map<String, Query> askedBefore = new HashMap<>();
    private final Map<String, Label> labelledBefore = new HashMap<>();

    Asker(Properties client) throws InterruptedException, TimeoutException {
        try (TopicReader reader = TopicReader.fromBeginning(client, Topic.QUERIES, Topic.LABELS)) {
            reader.readToEnd(PATIENCE, record -> {
                if (record.topic().equals(Topic.QUERIES.topicName())) {
                    remember(record, queries, Query::getQueryId, Asker::timeless, askedBefore);
                } else {
                    remember(record, labels, Label::getQueryId, Asker::timeless, labelledBefore);
                }
            });
        }
        Properties settings = new Properties();
        settings.putAll(client);
        settings.setProperty("acks", "all");
        settings.setProperty("enable.idempotence", "true");
        settings.setProperty("linger.ms", "2");
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** True if an earlier process began to ask a question: with its label, as a rule. */
    boolean began(String id) {
        return labelledBefore.containsKey(id) || askedBefore.containsKey(id);
    }

    /** The version that an earlier process asked a question for; null if it asked none of this id, or for no version. */
    Long pinnedBefore(String id) {
        Query before = askedBefore.get(id);
        return before == null ? null : before.getPinnedVersion();
    }

    /** The label goes first, so that it is seldom the one that is waited for. */
    void ask(Question asked) {
        String id = asked.query().getQueryId();
        if (!standsBefore(Topic.LABELS, id, labelledBefore, timeless(asked.label()))) {
            send(Topic.LABELS, id, labels.encode(asked.label()));
        }
        if (!standsBefore(Topic.QUERIES, id, askedBefore, timeless(asked.query()))) {
            send(Topic.QUERIES, id, queries.encode(asked.query()));
        }
    }

    private static <T> boolean standsBefore(Topic topic, String id, Map<String, T> before, T asked) {
        T earlier = before.get(id);
        if (earlier != null && !earlier.equals(asked)) {
            throw new IllegalStateException("what topic " + topic.topicName() + " holds under the id '" + id
                    + "' is not what this run asks under it: somebody else writes under the run's ids. Begin a new run,"
                    + " and let others use ids of their own.");
        }
        return earlier != null;
    }

    /** The first record under an id is the one that counts, and what the jobs refuse to read counts for nothing. */
    private static <T extends SpecificRecord> void remember(
            Incoming record, Codec<T> codec, Function<T, String> id, UnaryOperator<T> timeless, Map<String, T> before) {
        if (record.value() == null || record.value().length > Incoming.MAX_ASKED_BYTES) {
            return;
        }
        try {
            T found = codec.decode(record.value());
            before.putIfAbsent(id.apply(found), timeless.apply(found));
        } catch (MalformedRecordException e) {
            LOG.debug("topic {} holds what is none of its records", record.topic(), e);
        }
    }

    /** Each process asks at its own time. */
    private static Query timeless(Query query) {
        return Query.newBuilder(query).setSubmittedAt(0).build();
    }

    private static Label timeless(Label label) {
        return Label.newBuilder(label).setSubmittedAt(0).build();
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
