// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.job;

import dev.eddy.port.PortChoice;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/** Chooses the implementation of a port: a pair of options, its name and its settings. */
public enum PortOption {
    POLICY_MODEL("policy-model", "Inference on policies."),
    DEMONSTRATION_BANK("demonstration-bank", "Banks of demonstrations."),
    BLOB_STORE("blob-store", "Pictures and large records by content hash."),
    POLICY_STORE("policy-store", "Weights by version."),
    EFFECT_JOURNAL("effect-journal", "First completions of effects."),
    POLICY_TRAINER("policy-trainer", "What learns."),
    TRAJECTORY_READER("trajectory-reader", "Trajectories by reference.");

    private final ConfigOption<String> name;
    private final ConfigOption<Map<String, String>> settings;

    PortOption(String key, String what) {
        name = ConfigOptions.key("eddy." + key + ".name")
                .stringType()
                .noDefaultValue()
                .withDescription(what + " The name of an implementation on the class path.");
        settings = ConfigOptions.key("eddy." + key + ".settings")
                .mapType()
                .defaultValue(Map.of())
                .withDescription(what + " The implementation's own settings.");
    }

    public ConfigOption<String> implementation() {
        return name;
    }

    public ConfigOption<Map<String, String>> settings() {
        return settings;
    }

    /** What a configuration chooses; throws where it names nothing. */
    public PortChoice choice(ReadableConfig configuration) {
        String chosen = configuration
                .getOptional(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "option '" + name.key() + "' is not set: it names the implementation to use"));
        return PortChoice.of(chosen, configuration.get(settings));
    }
}
