// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import dev.eddy.connector.kafka.KafkaSecrets;
import dev.eddy.console.UserError;
import dev.eddy.job.Catalogue;
import dev.eddy.local.run.LocalPorts;
import dev.eddy.local.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The settings in force: the command line goes before the configuration file, the file before the defaults. Immutable. */
public final class Settings {
    /** Read from the working folder where no other file is named. */
    public static final Path DEFAULT_FILE = Path.of("eddy.yaml");

    /** Where a setting comes from that was given with {@code -D}. */
    public static final String COMMAND_LINE = "command line";

    private final Catalogue catalogue;
    private final Configuration values = new Configuration();
    private final Map<String, String> origins = new TreeMap<>();

    private Settings(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * @param file the configuration file; null reads {@link #DEFAULT_FILE} if there is one
     * @param given settings of the command line by key
     * @throws UserError for a key that is no setting (with the nearest that is) or a value that is not of its type
     */
    public static Settings load(Catalogue catalogue, Path file, Map<String, String> given) {
        Settings settings = new Settings(catalogue);
        if (file != null || Files.exists(DEFAULT_FILE)) {
            Path read = file == null ? DEFAULT_FILE : file;
            settings.putAll(SettingsFile.read(read), read.toString());
        }
        settings.putAll(given, COMMAND_LINE);
        settings.checkTypes();
        return settings;
    }

    public <T> T get(ConfigOption<T> option) {
        return values.get(option);
    }

    /** Everything set, for the jobs. A copy. */
    public Configuration configuration() {
        return new Configuration(values);
    }

    /**
     * How to reach the brokers. A copy.
     *
     * @throws UserError if no broker is named and there is no run either, or a secret is written down or not there
     */
    public Properties client() {
        String prefix = ConsoleOptions.CLIENT.key() + ".";
        Map<String, String> named = new TreeMap<>();
        get(ConsoleOptions.CLIENT).forEach((name, value) -> named.put(name, Secrets.forKafka(prefix + name, value)));
        Properties client;
        try {
            client = KafkaSecrets.client(prefix, named);
        } catch (IllegalArgumentException e) {
            throw new UserError(e.getMessage(), e);
        }
        String brokers = get(ConsoleOptions.BOOTSTRAP_SERVERS);
        client.setProperty("bootstrap.servers", brokers == null ? brokerOfRun() : brokers);
        return client;
    }

    /** The folder of the local run, if its brokers are reached; null where others are set. */
    public Path reachedRun() {
        return get(ConsoleOptions.BOOTSTRAP_SERVERS) == null ? runFolder() : null;
    }

    /** What was set under a prefix, by whole key. */
    public Map<String, String> under(String prefix) {
        Map<String, String> found = new TreeMap<>(values.toMap());
        found.keySet().removeIf(key -> !key.startsWith(prefix));
        return found;
    }

    /** Where the value of a whole key comes from: {@link #COMMAND_LINE} or a file's name; null where it is not set. */
    public String origin(String key) {
        return origins.get(key);
    }

    /** The folder of the local run. */
    public Path runFolder() {
        return givenRunFolder().orElseGet(Settings::newestRun);
    }

    /** The folder of the local run, where it is set. */
    public Optional<Path> givenRunFolder() {
        return Optional.ofNullable(get(ConsoleOptions.RUN_FOLDER)).map(Path::of);
    }

    /** What leads to the newest run that had no folder named. */
    static Path newestRun() {
        return Path.of(System.getProperty("eddy.home", ""), ".eddy", "run");
    }

    private String brokerOfRun() {
        Path folder = runFolder();
        try {
            LocalPorts ports = RunFolder.portsOf(folder)
                    .orElseThrow(() -> new UserError("there is no run in " + folder.toAbsolutePath()
                            + ". Start './eddy demo', name the folder of a run with --folder, or set"
                            + " kafka.bootstrap-servers."));
            if (!RunFolder.isHeld(folder)) { // another run may have its port by now
                throw new UserError("the run in " + folder.toAbsolutePath()
                        + " is stopped: it serves nothing, and its topics cannot be read. It goes on with: "
                        + Typed.resuming(folder));
            }
            return "127.0.0.1:" + ports.broker();
        } catch (IOException e) {
            throw new UserError("the run in " + folder.toAbsolutePath() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** One setting in force. A value is hidden where its key speaks of a secret. */
    public record InForce(String key, String value, String origin, String description) {}

    /** All settings in order of their keys. */
    public List<InForce> inForce() {
        List<InForce> lines = new ArrayList<>();
        for (ConfigOption<?> option : catalogue.options()) {
            Object value = values.getOptional(option).map(Object.class::cast).orElse(option.defaultValue());
            String origin = origins.getOrDefault(option.key(), "default");
            lines.add(
                    new InForce(option.key(), Secrets.shown(option.key(), value), origin, Descriptions.plain(option)));
        }
        return lines;
    }

    private void putAll(Map<String, String> entries, String origin) {
        entries.forEach((key, value) -> {
            if (!catalogue.knows(key)) {
                throw new UserError(unknown(key, origin));
            }
            values.setString(key, value);
            origins.put(key, origin);
            String map = catalogue.mapOf(key);
            if (map != null) {
                origins.put(map, origin);
            }
        });
    }

    private String unknown(String key, String origin) {
        return "there is no setting '" + key + "' (" + origin + ")"
                + catalogue
                        .nearest(key)
                        .map(name -> "; did you mean '" + name + "'?")
                        .orElse(". 'eddy config' lists them all.");
    }

    private void checkTypes() {
        for (ConfigOption<?> option : catalogue.options()) {
            try {
                values.getOptional(option);
            } catch (IllegalArgumentException e) {
                Throwable root = e.getCause() == null ? e : e.getCause();
                throw new UserError(
                        "the setting " + option.key() + " (" + origins.get(option.key())
                                + ") has a value of the wrong kind: " + root.getMessage() + ". Expected: "
                                + Descriptions.plain(option),
                        e);
            }
        }
    }
}
