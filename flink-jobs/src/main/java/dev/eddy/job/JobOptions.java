// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.connector.kafka.KafkaSecrets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/** Options that all jobs share. */
public final class JobOptions {
    public static final ConfigOption<Map<String, String>> KAFKA_CLIENT = ConfigOptions.key("eddy.kafka.client")
            .mapType()
            .defaultValue(Map.of())
            .withDescription("How to reach the broker: bootstrap.servers and what its security asks for, as Kafka's"
                    + " clients name it. Secrets are named and looked up where a client is opened: ${env:NAME},"
                    + " ${directory:FOLDER:FILE} or ${file:PROPERTIES-FILE:KEY}.");

    public static final ConfigOption<String> TRANSACTION_PREFIX = ConfigOptions.key("eddy.kafka.transaction-prefix")
            .stringType()
            .defaultValue("eddy")
            .withDescription("Begins the transactional ids of this deployment; the job's name follows. Unique on the"
                    + " broker, and the same after every resume.");

    public static final ConfigOption<Duration> TRANSACTION_TIMEOUT = ConfigOptions.key("eddy.kafka.transaction-timeout")
            .durationType()
            .defaultValue(Duration.ofHours(24))
            .withDescription("How long a job may be down before what it had pre-committed is lost. At most the broker's"
                    + " transaction.max.timeout.ms, which is 15 min unless it was raised.");

    public static final ConfigOption<List<String>> AGENTS = ConfigOptions.key("eddy.agents")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription("Agents that serve. The reward job scores the runs of these.");

    public static final ConfigOption<List<String>> POLICIES = ConfigOptions.key("eddy.policies")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription("Policies that learn, each with weights, optimiser and versions of its own.");

    public static final ConfigOption<Map<String, String>> AGENT_SETTINGS = ConfigOptions.key("eddy.agent.settings")
            .mapType()
            .defaultValue(Map.of())
            .withDescription("Settings of agents, each name with the agent's before it: <agent>.<setting>.");

    public static final ConfigOption<Duration> BLOB_RETENTION = ConfigOptions.key("eddy.blob-store.retention")
            .durationType()
            .noDefaultValue()
            .withDescription(
                    "How long a blob is kept after it was last put: 'eddy blobs sweep' deletes by it, or a rule of"
                            + " the bucket that says the same. Two days more at least than any topic keeps records that name blobs,"
                            + " which is checked when a job starts. For ever when not set.");

    private JobOptions() {}

    /**
     * Settings by agent, with the agent's name taken off each; agents without any have an empty map.
     *
     * @throws IllegalArgumentException for a setting of an agent that is not served
     */
    static Map<String, Map<String, String>> byAgent(
            ReadableConfig configuration, ConfigOption<Map<String, String>> option) {
        return byOwner(configuration, AGENTS, option);
    }

    /** The same by policy that learns; where the names of two would do, the longer one counts. */
    static Map<String, Map<String, String>> byPolicy(
            ReadableConfig configuration, ConfigOption<Map<String, String>> option) {
        return byOwner(configuration, POLICIES, option);
    }

    private static Map<String, Map<String, String>> byOwner(
            ReadableConfig configuration, ConfigOption<List<String>> owners, ConfigOption<Map<String, String>> option) {
        Map<String, Map<String, String>> settings = new TreeMap<>();
        named(configuration, owners).forEach(owner -> settings.put(owner, new TreeMap<>()));
        configuration.get(option).forEach((name, value) -> {
            String owner = settings.keySet().stream()
                    .filter(each -> name.startsWith(each + "."))
                    .max(Comparator.comparingInt(String::length))
                    .orElseThrow(() -> new IllegalArgumentException("'" + name + "' in option '" + option.key()
                            + "' does not begin with one of " + settings.keySet() + ", which option '" + owners.key()
                            + "' names"));
            settings.get(owner).put(name.substring(owner.length() + 1), value);
        });
        return settings;
    }

    /** A list that must not be left out. */
    static List<String> named(ReadableConfig configuration, ConfigOption<List<String>> option) {
        return configuration
                .getOptional(option)
                .orElseThrow(() ->
                        new IllegalArgumentException("option '" + option.key() + "' is not set: it names the "
                                + option.key().substring(option.key().lastIndexOf('.') + 1)));
    }

    static Properties kafka(ReadableConfig configuration) {
        Properties client = KafkaSecrets.client(KAFKA_CLIENT.key() + ".", configuration.get(KAFKA_CLIENT));
        if (!client.containsKey("bootstrap.servers")) {
            throw new IllegalArgumentException("option '" + KAFKA_CLIENT.key()
                    + "' names no bootstrap.servers: set '" + KAFKA_CLIENT.key()
                    + ".bootstrap.servers', for example to localhost:9092");
        }
        return client;
    }
}
