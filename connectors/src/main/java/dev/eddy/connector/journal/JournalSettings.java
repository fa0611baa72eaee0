// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.journal;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Settings that the journals share.
 *
 * @param ttl how long an entry is kept after it was written: {@code ttl}, an ISO-8601 duration ({@code PT1H})
 * @param maxBytes most bytes of entries kept: {@code max-bytes} (256 MiB)
 */
record JournalSettings(Duration ttl, long maxBytes) {
    private static final String TTL = "ttl";
    private static final String MAX_BYTES = "max-bytes";

    /**
     * Reads them.
     *
     * @param others settings that the journal itself reads
     * @throws IllegalArgumentException naming the setting at fault
     */
    static JournalSettings of(Map<String, String> settings, Set<String> others) {
        Set<String> known = new TreeSet<>(others);
        known.add(TTL);
        known.add(MAX_BYTES);
        Set<String> unknown = new TreeSet<>(settings.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("the journal has no settings " + unknown + "; it has " + known);
        }
        return new JournalSettings(ttl(settings), maxBytes(settings));
    }

    private static Duration ttl(Map<String, String> settings) {
        String text = settings.getOrDefault(TTL, "PT1H");
        try {
            Duration ttl = Duration.parse(text);
            if (!ttl.isZero() && !ttl.isNegative()) {
                return ttl;
            }
        } catch (DateTimeParseException e) {
            throw refused(TTL, "a duration such as PT1H", text, e);
        }
        throw refused(TTL, "a positive duration", text, null);
    }

    private static long maxBytes(Map<String, String> settings) {
        String text = settings.getOrDefault(MAX_BYTES, String.valueOf(256L << 20));
        try {
            long bytes = Long.parseLong(text);
            if (bytes > 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            throw refused(MAX_BYTES, "a whole number", text, e);
        }
        throw refused(MAX_BYTES, "positive", text, null);
    }

    private static IllegalArgumentException refused(String key, String expected, String text, Exception cause) {
        return new IllegalArgumentException(
                "setting '" + key + "' of the journal must be " + expected + ", got '" + text + "'", cause);
    }
}
