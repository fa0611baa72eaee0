// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

/** The chart must create the topics that the command creates. */
class ChartTopicsTest {
    private static final int BUSY = 7;

    private final List<NewTopic> catalogue = Topics.catalogue(BUSY, (short) 1, topic -> -1);

    @Test
    void itsTopicsAreTheCatalogue() throws IOException {
        List<String> chart = Files.readAllLines(chart("files/topics.yaml")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();

        assertThat(chart)
                .containsExactlyElementsOf(
                        catalogue.stream().map(ChartTopicsTest::line).toList());
    }

    @Test
    void allRollTheirSegmentsAlike() throws IOException {
        String template = Files.readString(chart("templates/kafka-topics.yaml"));

        assertThat(catalogue)
                .allSatisfy(topic -> assertThat(template)
                        .contains("\"segment.ms\" \"" + topic.configs().get("segment.ms") + "\""));
    }

    private static String line(NewTopic topic) {
        Map<String, String> configuration = topic.configs();
        return "%s: {busy: %s, asked: %s, retentionMs: \"%s\", maxMessageBytes: \"%s\"}"
                .formatted(
                        topic.name(),
                        topic.numPartitions() == BUSY,
                        configuration.get("message.timestamp.type").equals("LogAppendTime"),
                        configuration.get("retention.ms"),
                        configuration.get("max.message.bytes"));
    }

    private static Path chart(String file) {
        return Path.of("..", "helm", "eddy", file);
    }
}
