// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigData;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;

/**
 * Secrets of Kafka's clients are named, never written down: {@code ${env:NAME}}, {@code ${directory:FOLDER:FILE}} or {@code
 * ${file:PROPERTIES-FILE:KEY}}. Kafka's own configuration providers look them up when a client is opened, so they are on the
 * machine that opens it and in no job graph.
 */
public final class KafkaSecrets {
    private static final Pattern WRITTEN_IN_JAAS = Pattern.compile("(?i)(password|secret)\\s*+=\\s*+\"?+(?!\\$\\{)");

    private KafkaSecrets() {}

    /**
     * Properties of a client that looks its secrets up.
     *
     * @param prefix what stands before the settings' names, for messages
     * @param settings of the client; providers that they name replace those of this class
     * @throws IllegalArgumentException for a secret that is written down; the message does not show it
     */
    public static Properties client(String prefix, Map<String, String> settings) {
        settings.forEach((name, value) -> {
            if (isWritten(name, value)) {
                throw new IllegalArgumentException("'" + prefix + name
                        + "' holds a secret: name it instead, as ${env:NAME}, ${directory:FOLDER:FILE} or"
                        + " ${file:PROPERTIES-FILE:KEY}, and it is looked up where the client is opened");
            }
        });
        Properties client = new Properties();
        client.setProperty(AdminClientConfig.CONFIG_PROVIDERS_CONFIG, "env,directory,file");
        client.setProperty("config.providers.env.class", Variables.class.getName());
        client.setProperty("config.providers.directory.class", Folders.class.getName());
        client.setProperty("config.providers.file.class", PropertiesFiles.class.getName());
        client.putAll(settings);
        return client;
    }

    private static boolean isWritten(String name, String value) {
        if (name.equals(SaslConfigs.SASL_JAAS_CONFIG)) {
            return WRITTEN_IN_JAAS.matcher(value).find();
        }
        ConfigDef.ConfigKey key = AdminClientConfig.configDef().configKeys().get(name);
        boolean secret = key != null && key.type() == ConfigDef.Type.PASSWORD && !name.contains("certificate");
        return secret && !value.contains("${");
    }

    /** Kafka leaves a reference to nothing as it stands, and the broker would be sent that as the password. */
    private static ConfigData all(String provider, String path, Set<String> keys, ConfigData found) {
        Map<String, String> values = new HashMap<>();
        for (String key : keys) {
            String value = found.data().get(key);
            if (value == null || value.isBlank()) {
                String place = path == null || path.isEmpty() ? key : path + ":" + key;
                throw new ConfigException("a setting of Kafka's client names ${" + provider + ":" + place
                        + "}, which is empty or not there on the machine that opens the client");
            }
            values.put(key, value.strip());
        }
        return new ConfigData(values, found.ttl());
    }

    /** {@code ${env:NAME}}. Opened by Kafka. */
    public static final class Variables extends EnvVarConfigProvider {
        @Override
        public ConfigData get(String path, Set<String> keys) {
            return all("env", path, keys, super.get(path, keys));
        }
    }

    /** {@code ${directory:FOLDER:FILE}}: a whole file, as Kubernetes mounts a secret. Opened by Kafka. */
    public static final class Folders extends DirectoryConfigProvider {
        @Override
        public ConfigData get(String path, Set<String> keys) {
            return all("directory", path, keys, super.get(path, keys));
        }
    }

    /** {@code ${file:PROPERTIES-FILE:KEY}}. Opened by Kafka. */
    public static final class PropertiesFiles extends FileConfigProvider {
        @Override
        public ConfigData get(String path, Set<String> keys) {
            return all("file", path, keys, super.get(path, keys));
        }
    }
}
