// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import dev.eddy.connector.kafka.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real broker with the topics of the catalogue for the tests of one class: {@code @RegisterExtension static final
 * KafkaExtension KAFKA = new KafkaExtension();}.
 */
public final class KafkaExtension implements BeforeAllCallback, AfterAllCallback {
    private Path folder;
    private EmbeddedKafka broker;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        folder = Files.createTempDirectory("eddy-kafka");
        LocalPorts ports = LocalPorts.free(port -> false);
        broker = new EmbeddedKafka(folder, ports.broker(), ports.controller(), Map.of());
        broker.start();
        Topics.create(client(), 2, (short) 1, topic -> -1);
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        broker.stop();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    public String bootstrap() {
        return broker.bootstrap();
    }

    /** Properties of a client of this broker. */
    public Properties client() {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", bootstrap());
        return client;
    }
}
