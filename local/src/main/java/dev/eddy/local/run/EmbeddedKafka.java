// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A real Kafka broker with its controller (KRaft) in this JVM, on loopback. Its log folder survives restarts and kills, also on
 * other ports than before. A fault that Kafka holds fatal
 * (a log folder that cannot be written) halts the JVM. Not thread-safe.
 */
public final class EmbeddedKafka implements AutoCloseable {
    private static final String CLUSTER_ID = "ZWRkeS1vbmUtbWFjaGluZQ";
    private static final int NODE_ID = 1;

    private final Path logs;
    private final int port;
    private final Map<String, String> settings;
    private KafkaRaftServer server;

    /**
     * @param logs the broker's log folder; formatted at the first start
     * @param extra broker settings that replace the ones set here
     */
    public EmbeddedKafka(Path logs, int port, int controllerPort, Map<String, String> extra) {
        this.logs = logs.toAbsolutePath();
        this.port = port;
        this.settings = new LinkedHashMap<>(settings(this.logs, port, controllerPort));
        settings.putAll(extra);
    }

    /** Returns once the broker takes requests; throws with the log folder named if it cannot be formatted. */
    public void start() throws IOException {
        if (server != null) {
            throw new IllegalStateException("the broker on port " + port + " already runs");
        }
        if (!Files.exists(logs.resolve("meta.properties"))) {
            format();
        }
        KafkaRaftServer starting = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
        boolean started = false;
        try {
            starting.startup();
            started = true;
        } finally {
            if (!started) { // Scala code throws checked exceptions without declaring them
                starting.shutdown();
            }
        }
        server = starting;
    }

    /** What clients give as {@code bootstrap.servers}. */
    public String bootstrap() {
        return "127.0.0.1:" + port;
    }

    /** Stops it in order; stopping one that does not run is harmless. */
    public void stop() {
        if (server != null) {
            server.shutdown();
            server.awaitShutdown();
            server = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    private void format() throws IOException {
        Files.createDirectories(logs);
        Formatter formatter = new Formatter();
        formatter.setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        formatter.setNodeId(NODE_ID);
        formatter.setClusterId(CLUSTER_ID);
        formatter.addDirectory(logs.toString());
        formatter.setMetadataLogDirectory(logs.toString());
        formatter.setReleaseVersion(MetadataVersion.latestProduction());
        formatter.setControllerListenerName("CONTROLLER");
        formatter.setHasDynamicQuorum(false);
        try {
            formatter.run();
        } catch (Exception e) { // Formatter declares no narrower one
            throw new IOException("cannot format the broker's log folder " + logs, e);
        }
    }

    private static Map<String, String> settings(Path logs, int port, int controllerPort) {
        return Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(NODE_ID)),
                Map.entry("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort),
                Map.entry("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort),
                Map.entry("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port),
                Map.entry("controller.listener.names", "CONTROLLER"),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                Map.entry("log.dirs", logs.toString()),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("transaction.state.log.num.partitions", "4"),
                Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                Map.entry("share.coordinator.state.topic.min.isr", "1"),
                // A week: a sink's transaction must outlive the longest pause after which a run may be resumed.
                Map.entry("transaction.max.timeout.ms", "604800000"),
                // With the defaults a broker that was killed waits 11 s for its own old session.
                Map.entry("broker.session.timeout.ms", "2000"),
                Map.entry("broker.heartbeat.interval.ms", "500"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                // Small segments, so that retention and compaction have something to work on; small indexes, because
                // they
                // are allocated whole for each segment.
                Map.entry("log.segment.bytes", "67108864"),
                Map.entry("log.index.size.max.bytes", "262144"),
                Map.entry("transaction.state.log.segment.bytes", "16777216"),
                Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
                Map.entry("num.network.threads", "1"),
                Map.entry("num.io.threads", "2"));
    }
}
