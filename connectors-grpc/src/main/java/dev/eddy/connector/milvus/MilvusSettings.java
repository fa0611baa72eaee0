// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.grpc.GrpcSettings;
import dev.eddy.connector.milvus.proto.ConsistencyLevel;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where a Milvus is and how vectors are kept there.
 *
 * @param server see {@link GrpcSettings}
 * @param prefix {@code prefix} (eddy): begins the collections' names, so that several installations can share a server
 * @param index {@code index} (flat): {@code flat}, which compares with every row, or {@code hnsw}, an approximate one; counts
 *     where a collection is made
 * @param effort {@code effort} (128): rows that an approximate index looks at, at least; more find more
 * @param consistency {@code consistency} (bounded): {@code bounded}, by the server's bound on staleness, or {@code strong},
 *     which waits for all that was written before
 * @param deadline {@code deadline-ms} (2000): how long one operation may take, its retries included
 * @param loadDeadline {@code load-deadline-ms} (120000): the same where rows are written, flushed and loaded
 * @param tries {@code tries} (3): how often a call is made, at most, that fails in a way that may pass
 */
record MilvusSettings(
        GrpcSettings server,
        String prefix,
        Index index,
        int effort,
        ConsistencyLevel consistency,
        Duration deadline,
        Duration loadDeadline,
        int tries) {
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,100}");
    private static final int MOST_TRIES = 10;

    /** How rows are found. */
    enum Index {
        FLAT,
        HNSW
    }

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException naming the setting at fault
     */
    static MilvusSettings of(Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("a Milvus index", settings);
        MilvusSettings read = new MilvusSettings(
                GrpcSettings.of(reader),
                reader.text("prefix", "eddy"),
                Index.valueOf(
                        reader.oneOf("index", "flat", List.of("flat", "hnsw")).toUpperCase(Locale.ROOT)),
                (int) reader.whole("effort", 128, 1, MilvusRequests.MOST_ROWS),
                ConsistencyLevel.valueOf(reader.oneOf("consistency", "bounded", List.of("bounded", "strong"))
                        .toUpperCase(Locale.ROOT)),
                Duration.ofMillis(reader.atLeast(1, "deadline-ms", 2_000)),
                Duration.ofMillis(reader.atLeast(1, "load-deadline-ms", 120_000)),
                (int) reader.whole("tries", 3, 1, MOST_TRIES));
        reader.end();
        if (!PREFIX.matcher(read.prefix).matches()) {
            throw new IllegalArgumentException(
                    "setting 'prefix' of a Milvus index must be letters, digits and underscores,"
                            + " the first no digit, got '" + read.prefix + "'");
        }
        return read;
    }
}
