// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.file;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.Path;

/**
 * Settings that the file stores share: {@code path}, the folder as a path of any Flink file system ({@code file:///…},
 * {@code s3://…}), {@code threads} (4), how many files are read or written at once, and {@code deadline-ms} (60000), how long one may
 * take, waiting included.
 */
public record FileSettings(Path path, int threads, Duration deadline) {
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
    private static final String PATH = "path";
    private static final String THREADS = "threads";
    private static final String DEADLINE = "deadline-ms";
    private static final long MINUTE = 60_000;
    private static final long DAY = 86_400_000;

    /**
     * Reads them.
     *
     * @param others keys that the store itself reads
     * @throws IllegalArgumentException naming the setting at fault
     */
    public static FileSettings of(Map<String, String> settings, Set<String> others) {
        Set<String> known = new TreeSet<>(others);
        known.add(PATH);
        known.add(THREADS);
        known.add(DEADLINE);
        for (String key : settings.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("a file store has no setting '" + key + "'; it has " + known);
            }
        }
        String path = settings.get(PATH);
        if (path == null || path.isBlank()) {
            throw new IllegalArgumentException("a file store needs the setting 'path': the folder to keep files in");
        }
        return new FileSettings(
                new Path(path),
                (int) positive(settings, THREADS, 4, 256),
                Duration.ofMillis(positive(settings, DEADLINE, MINUTE, DAY)));
    }

    /** A whole number from 1 to {@code max}; {@code otherwise} where it is not set. */
    public static long positive(Map<String, String> settings, String key, long otherwise, long max) {
        String text = settings.get(key);
        if (text == null) {
            return otherwise;
        }
        if (WHOLE.matcher(text).matches()) {
            long value = Long.parseLong(text);
            if (value >= 1 && value <= max) {
                return value;
            }
        }
        throw new IllegalArgumentException(
                "setting '" + key + "' of a file store is a whole number from 1 to " + max + ", got '" + text + "'");
    }
}
