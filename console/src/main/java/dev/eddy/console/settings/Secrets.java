// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import dev.eddy.console.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Secrets are named, never written down: {@code env:NAME} or {@code file:PATH}. */
public final class Secrets {
    private static final Pattern SECRET_KEY = Pattern.compile("(?i).*(token|password|secret|credential|jaas|key$).*");

    private Secrets() {}

    /** The secret behind a reference; throws with the setting's key, never with the secret. */
    public static String resolve(String key, String reference) {
        String secret;
        if (reference.startsWith("env:")) {
            secret = System.getenv(reference.substring(4));
        } else if (reference.startsWith("file:")) {
            secret = read(key, Path.of(reference.substring(5)));
        } else {
            throw new UserError("the setting " + key + " must name its secret as env:NAME or file:PATH");
        }
        if (secret == null || secret.isBlank()) {
            throw new UserError("the setting " + key + " names a secret that is empty or not there: " + reference);
        }
        return secret.strip();
    }

    /** The secret where a value refers to one, the value itself otherwise. */
    static String revealed(String key, String value) {
        return isReference(value) ? resolve(key, value) : value;
    }

    /** The value in which Kafka's client looks up what it refers to, which is known to be there; others stay. */
    static String forKafka(String key, String value) {
        if (!isReference(value)) {
            return value;
        }
        resolve(key, value);
        if (value.startsWith("env:")) {
            return "${" + value + "}";
        }
        Path file = Path.of(value.substring(5)).toAbsolutePath();
        return "${directory:" + file.getParent() + ":" + file.getFileName() + "}";
    }

    private static boolean isReference(String value) {
        return value.startsWith("env:") || value.startsWith("file:");
    }

    /** A value fit for a screen: references to secrets stay, anything else under a secret's key is hidden. */
    static String shown(String key, Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, String> shown = new TreeMap<>();
            map.forEach((name, entry) -> shown.put(name.toString(), shown(name.toString(), entry)));
            return shown.isEmpty() ? "" : shown.toString();
        }
        String text = value.toString();
        return SECRET_KEY.matcher(key.toLowerCase(Locale.ROOT)).matches() && !isReference(text) ? "(hidden)" : text;
    }

    private static String read(String key, Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UserError("the setting " + key + " names the file " + file + ", which cannot be read", e);
        }
    }
}
