// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.eddy.console.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the configuration file: YAML, nested or with dots in its keys. */
final class SettingsFile {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private SettingsFile() {}

    /** Values by dotted key, in the order of the file. Lists are joined with semicolons, as Flink's options read them. */
    static Map<String, String> read(Path file) {
        try {
            Map<String, String> flat = new LinkedHashMap<>();
            JsonNode root = YAML.readTree(Files.readString(file));
            if (root.isMissingNode() || root.isNull()) {
                return flat;
            }
            if (!root.isObject()) {
                throw new UserError("the configuration file " + file + " must hold 'key: value' lines, not a "
                        + root.getNodeType().name().toLowerCase(Locale.ROOT));
            }
            flatten(file, "", root, flat);
            return flat;
        } catch (IOException e) {
            throw new UserError("the configuration file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static void flatten(Path file, String prefix, JsonNode node, Map<String, String> flat) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String key = prefix + field.getKey();
            JsonNode value = field.getValue();
            if (value.isObject()) {
                flatten(file, key + ".", value, flat);
            } else if (flat.put(key, text(file, key, value)) != null) {
                throw new UserError("the configuration file " + file + " sets '" + key + "' twice");
            }
        }
    }

    private static String text(Path file, String key, JsonNode value) {
        if (value.isNull()) {
            throw new UserError("the configuration file " + file + " gives no value for '" + key + "'");
        }
        if (!value.isArray()) {
            return value.asText();
        }
        List<String> items = new ArrayList<>();
        value.forEach(item -> items.add(text(file, key, item)));
        return String.join(";", items);
    }
}
