// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import java.time.Duration;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** What the command line and the page can be told; one constant a setting. */
public final class ConsoleOptions {
    public static final ConfigOption<String> BOOTSTRAP_SERVERS = ConfigOptions.key("kafka.bootstrap-servers")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Brokers to talk to, host:port with commas between. When not set: the broker of the run in run.folder.");

    public static final ConfigOption<Map<String, String>> CLIENT = ConfigOptions.key("kafka.client")
            .mapType()
            .defaultValue(Map.of())
            .withDescription("Any further settings of Kafka's clients, such as kafka.client.security.protocol. A"
                    + " secret is env:NAME or file:PATH, or within a value ${env:NAME}, ${directory:FOLDER:FILE} or"
                    + " ${file:PROPERTIES-FILE:KEY}.");

    public static final ConfigOption<Integer> PARTITIONS = ConfigOptions.key("topics.partitions")
            .intType()
            .defaultValue(2)
            .withDescription("Partitions of the topics that carry every rollout, where this command creates them.");

    public static final ConfigOption<Integer> REPLICATION = ConfigOptions.key("topics.replication")
            .intType()
            .defaultValue(1)
            .withDescription("Copies of each partition, where this command creates topics. Three on a cluster.");

    public static final ConfigOption<MemorySize> TOPIC_SIZE = ConfigOptions.key("topics.max-size")
            .memoryType()
            .noDefaultValue()
            .withDescription(
                    "Size of a topic beyond which its oldest records go, where this command creates it. No bound when not set.");

    public static final ConfigOption<String> RUN_FOLDER = ConfigOptions.key("run.folder")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Folder of one local run: broker, blobs, policies, checkpoints; --folder sets it. When not set: .eddy/run beside the eddy"
                            + " script, which leads to the newest run.");

    public static final ConfigOption<String> BANK_FOLDER = ConfigOptions.key("banks.folder")
            .stringType()
            .noDefaultValue()
            .withDescription("Folder of loaded banks. When not set: the folder 'banks' in run.folder.");

    public static final ConfigOption<String> BANK_ENCODER = ConfigOptions.key("banks.encoder")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Encoder by which 'eddy bank load' makes texts comparable, such as minilm, which compares what"
                            + " they mean, and pictures, too, with each other and with texts, if it sees pictures, as triton's may; it"
                            + " is needed again wherever the bank is used. When not set: the words of texts are compared, and drawings"
                            + " by their strokes.");

    public static final ConfigOption<Map<String, String>> BANK_ENCODER_SETTINGS = ConfigOptions.key(
                    "banks.encoder-settings")
            .mapType()
            .defaultValue(Map.of())
            .withDescription(
                    "Settings of banks.encoder, such as triton's endpoint and model. A job that uses the bank needs them as"
                            + " encoders.<encoder>.<setting> in eddy.demonstration-bank.settings.");

    public static final ConfigOption<String> BANK_VECTORS = ConfigOptions.key("banks.vectors.index")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Where 'eddy bank load' writes vectors: milvus. A job that uses the bank needs it as vectors, and its settings"
                            + " as vectors.<setting>, in eddy.demonstration-bank.settings. When not set: the process that"
                            + " opens the bank has them.");

    public static final ConfigOption<Map<String, String>> BANK_VECTORS_SETTINGS = ConfigOptions.key(
                    "banks.vectors.settings")
            .mapType()
            .defaultValue(Map.of())
            .withDescription(
                    "Settings of banks.vectors.index. Of milvus: endpoint (host:19530), prefix (eddy) of collections, index"
                            + " (flat, or hnsw), effort (128) of hnsw, consistency (bounded, or strong), deadline-ms (2000),"
                            + " load-deadline-ms (120000), tries (3), keepalive (PT1M), max-message-bytes, tls (false),"
                            + " tls-authorities, tls-certificate, tls-key, and token-file or token-variable of user:password.");

    public static final ConfigOption<Map<String, String>> FILE_SYSTEMS = ConfigOptions.key("file-systems")
            .mapType()
            .defaultValue(Map.of())
            .withDescription("Options of Flink's file systems for what this command itself keeps and reads, such as"
                    + " file-systems.s3.endpoint; secrets as env:NAME or file:PATH. A cluster elsewhere has its own.");

    public static final ConfigOption<String> BLOB_STORE = ConfigOptions.key("blobs.store")
            .stringType()
            .defaultValue("file")
            .withDescription("Which implementation of the blob store keeps pictures and large trajectories.");

    public static final ConfigOption<Map<String, String>> BLOB_SETTINGS = ConfigOptions.key("blobs.settings")
            .mapType()
            .defaultValue(Map.of())
            .withDescription("Settings of the blob store. When empty, the folder 'blobs' in run.folder is used.");

    public static final ConfigOption<String> PAGE_BIND = ConfigOptions.key("page.bind")
            .stringType()
            .defaultValue("127.0.0.1")
            .withDescription("Address that the page listens on. Any address but a loopback one needs page.token.");

    public static final ConfigOption<Integer> PAGE_PORT = ConfigOptions.key("page.port")
            .intType()
            .defaultValue(18080)
            .withDescription(
                    "Port that 'eddy page' listens on; 0 takes a free one. A demo's page has a port of its run.");

    public static final ConfigOption<String> PAGE_TOKEN = ConfigOptions.key("page.token")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Secret that readers of the page must present: env:NAME or file:PATH, never the secret itself.");

    public static final ConfigOption<Integer> PAGE_TRAJECTORIES = ConfigOptions.key("page.kept-trajectories")
            .intType()
            .defaultValue(2_000)
            .withDescription("How many recent trajectories the page lists, a policy and purpose.");

    public static final ConfigOption<Duration> ASK_TIMEOUT = ConfigOptions.key("ask.timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(60))
            .withDescription("How long 'eddy ask' waits for the answer.");

    public static final ConfigOption<MemorySize> PICTURE_BYTES = ConfigOptions.key("ask.max-picture-size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(8))
            .withDescription("Largest picture file that 'eddy ask' takes.");

    public static final ConfigOption<Long> PICTURE_PIXELS = ConfigOptions.key("ask.max-picture-pixels")
            .longType()
            .defaultValue(16_777_216L)
            .withDescription(
                    "Most pixels, width times height, of a picture that 'eddy ask' takes; read from its header before it is decoded.");

    private ConsoleOptions() {}
}
