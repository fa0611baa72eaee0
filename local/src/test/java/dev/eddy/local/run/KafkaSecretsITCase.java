// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.kafka.KafkaSecrets;
import dev.eddy.connector.kafka.KafkaSinks;
import dev.eddy.connector.kafka.KafkaSources;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.connector.kafka.Topics;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that lets in only who knows the password. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KafkaSecretsITCase {
    private static final String SECRET = "hunter2-of-the-broker";
    private static final String LOGIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"eddy\" password=\"";

    @TempDir
    private static Path folder;

    private static EmbeddedKafka broker;

    @BeforeAll
    static void start() throws Exception {
        LocalPorts ports = LocalPorts.free(port -> false);
        String listener = "SASL_PLAINTEXT://127.0.0.1:" + ports.broker();
        broker = new EmbeddedKafka(
                folder.resolve("logs"),
                ports.broker(),
                ports.controller(),
                Map.of(
                        "listeners", listener + ",CONTROLLER://127.0.0.1:" + ports.controller(),
                        "advertised.listeners", listener,
                        "listener.security.protocol.map", "SASL_PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
                        "inter.broker.listener.name", "SASL_PLAINTEXT",
                        "sasl.mechanism.inter.broker.protocol", "PLAIN",
                        "sasl.enabled.mechanisms", "PLAIN",
                        "listener.name.sasl_plaintext.plain.sasl.jaas.config",
                                LOGIN + SECRET + "\" user_eddy=\"" + SECRET + "\";"));
        broker.start();
        Files.writeString(folder.resolve("password"), SECRET + "\n");
        Files.writeString(folder.resolve("wrong"), "wr0ng-0ne");
        Topics.create(client("password"), 1, (short) 1, topic -> -1);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Properties client(String file) {
        return KafkaSecrets.client(
                "eddy.kafka.client.",
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrap(),
                        "security.protocol",
                        "SASL_PLAINTEXT",
                        "sasl.mechanism",
                        "PLAIN",
                        "sasl.jaas.config",
                        LOGIN + "${directory:" + folder + ":" + file + "}\";"));
    }

    @Test
    void aJobReadsAndWritesAndItsGraphHoldsNoPassword() throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client("password"), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("queries", "key", "asked")).get();
        }
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
        environment.enableCheckpointing(100);
        environment
                .fromSource(
                        KafkaSources.read(client("password"), "reader", Topic.QUERIES),
                        WatermarkStrategy.noWatermarks(),
                        "queries",
                        Incoming.TYPE)
                .map(record -> new Outgoing(Topic.ANSWERS, "key", record.value()))
                .returns(Outgoing.TYPE)
                .sinkTo(KafkaSinks.exactlyOnce(
                        client("password"), "secrets", Duration.ofMinutes(1), Set.of(Topic.ANSWERS)));
        JobGraph graph = environment.getStreamGraph(false).getJobGraph();
        assertThat(new String(InstantiationUtil.serializeObject(graph), ISO_8859_1))
                .contains("${directory:" + folder + ":password}")
                .doesNotContain(SECRET);
        JobClient job = environment.executeAsync();
        List<String> answers = new ArrayList<>();
        try (TopicReader reader = TopicReader.fromBeginning(client("password"), Topic.ANSWERS)) {
            while (answers.isEmpty()) {
                reader.poll(Duration.ofMillis(100)).forEach(record -> answers.add(new String(record.value(), UTF_8)));
            }
        } finally {
            job.cancel().get();
        }
        assertThat(answers).containsExactly("asked");
    }

    @Test
    void aWrongPasswordIsRefusedAndNotShown() {
        assertThatThrownBy(() -> Topics.create(client("wrong"), 1, (short) 1, topic -> -1))
                .hasStackTraceContaining(SaslAuthenticationException.class.getName())
                .satisfies(failure -> assertThat(failure.toString()).doesNotContain("wr0ng-0ne"));
    }
}
