// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads topics outside of any job, committed records only unless it says otherwise, and in no consumer group. It knows the partitions that there were
 * when it was opened. Not thread-safe.
 */
public final class TopicReader implements AutoCloseable {
    /** Header of W3C's Trace Context. */
    static final String TRACEPARENT = "traceparent";

    private static final int TRACEPARENT_LENGTH = 55;

    private static final String COMMITTED = "read_committed";
    private static final Duration POLL = Duration.ofMillis(100);

    private final Properties client;
    private final KafkaConsumer<byte[], byte[]> consumer;

    private TopicReader(Properties client, String isolation, Topic... topics) {
        this.client = client;
        Properties settings = new Properties();
        settings.putAll(client);
        settings.setProperty("isolation.level", isolation);
        settings.setProperty("enable.auto.commit", "false");
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            consumer.assign(Arrays.stream(topics)
                    .flatMap(topic -> partitions(topic).stream())
                    .toList());
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    /** A reader that begins with the oldest record of each partition; fails if a topic does not exist. */
    public static TopicReader fromBeginning(Properties client, Topic... topics) {
        TopicReader reader = new TopicReader(client, COMMITTED, topics);
        reader.consumer.seekToBeginning(reader.consumer.assignment());
        return reader;
    }

    /** Like {@link #fromBeginning}, but also shows what open transactions hold and what aborted ones held. */
    public static TopicReader ofAllFromBeginning(Properties client, Topic... topics) {
        TopicReader reader = new TopicReader(client, "read_uncommitted", topics);
        reader.consumer.seekToBeginning(reader.consumer.assignment());
        return reader;
    }

    /** A reader of what becomes visible from now on; fails if a topic does not exist. */
    public static TopicReader fromEnd(Properties client, Topic... topics) {
        TopicReader reader = new TopicReader(client, COMMITTED, topics);
        reader.consumer.seekToEnd(reader.consumer.assignment());
        // Seeking is lazy: without this the end would be the one at the first poll.
        reader.consumer.assignment().forEach(reader.consumer::position);
        return reader;
    }

    /** Goes on with those of these partitions alone that there are, each from an offset on or from its oldest record. */
    public void narrow(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, Long> there = new HashMap<>(offsets);
        there.keySet().retainAll(consumer.assignment());
        consumer.assign(there.keySet());
        Map<TopicPartition, Long> oldest = consumer.beginningOffsets(there.keySet());
        there.forEach((partition, offset) -> consumer.seek(partition, Math.max(oldest.get(partition), offset)));
    }

    /** The records that come next, in each partition's order; empty if none came in time. */
    public List<Incoming> poll(Duration timeout) {
        List<Incoming> records = new ArrayList<>();
        consumer.poll(timeout).forEach(record -> records.add(incoming(record)));
        return records;
    }

    /**
     * Reads on to the end that the topics have now. Transactions still open there are waited for: a committed end alone can
     * lie before records whose commit markers are on their way.
     *
     * @param patience how long to wait without any progress
     * @throws TimeoutException if open transactions hold the reader longer than that; names the partitions
     */
    public void readToEnd(Duration patience, Consumer<Incoming> each) throws TimeoutException, InterruptedException {
        readRecordsToEnd(patience, record -> each.accept(incoming(record)));
    }

    /** Like {@link #readToEnd}, with the headers of the records. */
    public void readRecordsToEnd(Duration patience, Consumer<ConsumerRecord<byte[], byte[]>> each)
            throws TimeoutException, InterruptedException {
        Map<TopicPartition, Long> ends = highWatermarks();
        long lastProgress = System.nanoTime();
        Map<TopicPartition, Long> before = positions();
        while (!behind(before, ends).isEmpty()) {
            consumer.poll(POLL).forEach(each);
            Map<TopicPartition, Long> now = positions();
            if (!now.equals(before)) {
                before = now;
                lastProgress = System.nanoTime();
            } else if (System.nanoTime() - lastProgress > patience.toNanos()) {
                throw new TimeoutException("no progress for " + patience.toMillis() + " ms before the end of "
                        + behind(now, ends)
                        + ": transactions are still open there. Is their job running, or was it stopped without a"
                        + " savepoint?");
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }

    static Incoming incoming(ConsumerRecord<byte[], byte[]> record) {
        return new Incoming(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.key(),
                record.value(),
                traceparent(record.headers().lastHeader(TRACEPARENT)));
    }

    private static String traceparent(Header header) {
        return header == null || header.value() == null || header.value().length != TRACEPARENT_LENGTH
                ? null
                : new String(header.value(), StandardCharsets.US_ASCII);
    }

    private List<TopicPartition> partitions(Topic topic) {
        List<PartitionInfo> found = consumer.partitionsFor(topic.topicName());
        if (found == null || found.isEmpty()) {
            throw new IllegalStateException("there is no topic '" + topic.topicName() + "' at "
                    + client.getProperty("bootstrap.servers") + "; create it with: eddy topics create");
        }
        return found.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> positions = new HashMap<>();
        consumer.assignment().forEach(partition -> positions.put(partition, consumer.position(partition)));
        return positions;
    }

    private static List<TopicPartition> behind(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        return ends.keySet().stream()
                .filter(partition -> positions.get(partition) < ends.get(partition))
                .toList();
    }

    private Map<TopicPartition, Long> highWatermarks() throws InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        consumer.assignment().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        try (Admin admin = Admin.create(client)) {
            Map<TopicPartition, ListOffsetsResultInfo> found = admin.listOffsets(
                            latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .all()
                    .get();
            found.forEach((partition, info) -> ends.put(partition, info.offset()));
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "the ends of " + latest.keySet() + " cannot be read: "
                            + e.getCause().getMessage(),
                    e.getCause());
        }
        return ends;
    }
}
