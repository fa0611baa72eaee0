// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeadLettersITCase {
    private static final byte[] POISON = {1, 2, 3};

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private final CommandRun eddy = new CommandRun(KAFKA);

    @Test
    void aRecordGoesBackOnceAndNotForEver() throws Exception {
        RecordMetadata original =
                send(new ProducerRecord<>(Topic.LABELS.topicName(), 1, "q-1".getBytes(UTF_8), POISON));
        refuse(Topic.LABELS, original.offset());

        assertThat(eddy.run("dead-letters", "list", "--topic", "labels")).isZero();
        assertThat(eddy.out()).contains("MALFORMED", "labels/1/" + original.offset(), "no label", "1 letters");

        assertThat(redrive("--dry-run")).contains("1 REDRIVEN", "nothing was changed");
        assertThat(labels()).hasSize(1);

        assertThat(redrive()).contains("1 REDRIVEN: put back");
        assertThat(redrive()).contains("1 ALREADY");
        ConsumerRecord<byte[], byte[]> copy = labels().get(1);
        assertThat(labels()).hasSize(2);
        assertThat(copy.key()).isEqualTo("q-1".getBytes(UTF_8));
        assertThat(copy.value()).isEqualTo(POISON);
        assertThat(copy.partition()).isEqualTo(1);
        assertThat(copy.headers().lastHeader("eddy.redriven-from").value())
                .isEqualTo(("1/" + original.offset()).getBytes(UTF_8));

        refuse(Topic.LABELS, copy.offset());
        assertThat(redrive("--max", "1")).contains("1 ALREADY", "1 TOO_OFTEN");
        assertThat(labels()).hasSize(2);
        assertThat(redrive("--max", "1", "--force")).contains("1 REDRIVEN", "1 TOO_OFTEN");
        assertThat(labels()).hasSize(3);
    }

    @Test
    void aCopyBehindAnOpenTransactionCounts() throws Exception {
        RecordMetadata original =
                send(new ProducerRecord<>(Topic.QUERIES.topicName(), 1, "q-2".getBytes(UTF_8), POISON));
        refuse(Topic.QUERIES, original.offset());
        try (KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        KAFKA.bootstrap(),
                        "transactional.id",
                        "other",
                        "transaction.timeout.ms",
                        "5000"), // the broker ends it then: nobody else does
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            other.initTransactions();
            other.beginTransaction();
            other.send(new ProducerRecord<>(Topic.QUERIES.topicName(), 1, null, POISON))
                    .get();

            String[] again = {"dead-letters", "redrive", "--topic", "queries"};
            assertThat(eddy.run(again)).as(eddy.err()).isZero();
            assertThat(eddy.out()).contains("1 REDRIVEN");
            assertThat(eddy.run(again)).as(eddy.err()).isZero();
            assertThat(eddy.out()).contains("1 ALREADY");
        }
    }

    @Test
    void whichLettersMustBeSaid() {
        assertThat(eddy.run("dead-letters", "redrive")).isEqualTo(2);
        assertThat(eddy.err()).contains("--topic, --reason or both");
        assertThat(eddy.run("dead-letters", "list", "--since", "yesterday")).isEqualTo(2);
        assertThat(eddy.err()).contains("a duration such as 30 min");
    }

    private String redrive(String... more) {
        List<String> arguments = new ArrayList<>(List.of("dead-letters", "redrive", "--topic", "labels"));
        arguments.addAll(List.of(more));
        assertThat(eddy.run(arguments.toArray(String[]::new))).as(eddy.err()).isZero();
        return eddy.out();
    }

    /** What a job does with a record that it cannot read. */
    private static void refuse(Topic topic, long offset) throws Exception {
        try (TopicReader reader = TopicReader.fromBeginning(KAFKA.client(), topic)) {
            List<Incoming> read = new ArrayList<>();
            reader.readToEnd(Duration.ofSeconds(30), read::add);
            Incoming bad = read.stream()
                    .filter(record -> record.partition() == 1 && record.offset() == offset)
                    .findFirst()
                    .orElseThrow();
            Outgoing letter = new DeadLetters("reward")
                    .about(
                            bad,
                            "MALFORMED",
                            "no " + topic.value().getSimpleName().toLowerCase(Locale.ROOT),
                            null,
                            System.currentTimeMillis());
            send(new ProducerRecord<>(letter.topic().topicName(), letter.key().getBytes(UTF_8), letter.value()));
        }
    }

    private static RecordMetadata send(ProducerRecord<byte[], byte[]> record) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", KAFKA.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer())) {
            return producer.send(record).get();
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> labels() {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        CommittedConsumer.readAll(KAFKA.client(), Topic.LABELS, records::add);
        return records;
    }
}
