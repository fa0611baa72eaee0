// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AskerITCase {
    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    @Test
    void whatAnEarlierProcessAskedIsNotAskedAgainThoughItsTimeIsAnother() throws Exception {
        ask(asked("again", "which?", 1));
        ask(asked("again", "which?", 2));

        assertThat(SmallDemo.read(KAFKA.client(), Topic.QUERIES, Query.class))
                .filteredOn(query -> query.getQueryId().equals("again"))
                .extracting(Query::getSubmittedAt)
                .containsExactly(1L);
        assertThat(SmallDemo.read(KAFKA.client(), Topic.LABELS, Label.class))
                .filteredOn(label -> label.getQueryId().equals("again"))
                .hasSize(1);
    }

    @Test
    void anotherQuestionUnderAnIdOfTheRunIsAnError() throws Exception {
        ask(asked("theirs", "what?", 1));

        assertThatThrownBy(() -> ask(asked("theirs", "which?", 2)))
                .hasMessageContaining("topic queries")
                .hasMessageContaining("'theirs'");
    }

    @Test
    void whatTheJobsDoNotReadIsNotTakenForAsked() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(KAFKA.client(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>("queries", "garbage".getBytes(UTF_8), new byte[] {1, 2, 3}))
                    .get();
        }

        ask(asked("garbage", "which?", 2));

        try (TopicReader reader = TopicReader.fromBeginning(KAFKA.client(), Topic.QUERIES)) {
            List<Integer> bytes = new ArrayList<>();
            reader.readToEnd(Duration.ofMinutes(2), record -> {
                if (record.key() != null && new String(record.key(), UTF_8).equals("garbage")) {
                    bytes.add(record.value().length);
                }
            });
            assertThat(bytes).hasSize(2);
        }
    }

    /** As one process of a run does. */
    private static void ask(Question asked) throws Exception {
        try (Asker asker = new Asker(KAFKA.client())) {
            asker.ask(asked);
        }
    }

    private static Question asked(String id, String text, long at) {
        Query query = Query.newBuilder()
                .setQueryId(id)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .setPictures(List.of())
                .setText(text)
                .setSubmittedAt(at)
                .build();
        Label label = Label.newBuilder()
                .setQueryId(id)
                .setTargets(List.of("dax"))
                .setMetric("exact_match")
                .setSubmittedAt(at)
                .build();
        return new Question(query, label);
    }
}
