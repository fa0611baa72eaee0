// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Finds the blobs that records and banks still name. Whatever reads like a hash counts as one, wherever it stands: a field
 * that a later release adds is then seen too, and one hash too many only keeps a file.
 */
public final class BlobReferences {
    private static final int HASH_LENGTH = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Set<String> found = new HashSet<>();
    private final Deque<String> unread = new ArrayDeque<>();

    private BlobReferences() {}

    /** The hashes in all queries and trajectories, committed or not, in loaded banks, and in the blobs that these name. */
    static Set<String> find(RunFolder folder, Properties client)
            throws IOException, InterruptedException, TimeoutException {
        BlobReferences references = new BlobReferences();
        try (TopicReader reader = TopicReader.ofAllFromBeginning(client, Topic.QUERIES, Topic.TRAJECTORIES)) {
            reader.readToEnd(PATIENCE, references::scan);
        }
        references.scan(folder.banks());
        references.follow(folder.blobs());
        return references.found;
    }

    /** The hashes in the loaded banks of a folder; none where there is no such folder. */
    public static Set<String> inBanks(Path folder) throws IOException {
        BlobReferences references = new BlobReferences();
        references.scan(folder);
        return references.found;
    }

    private void scan(Path banks) throws IOException {
        if (Files.exists(banks)) {
            try (Stream<Path> files = Files.list(banks)) {
                for (Path bank : files.toList()) {
                    scan(Files.readAllBytes(bank));
                }
            }
        }
    }

    private void scan(Incoming record) {
        if (record.value() != null) {
            scan(record.value());
        }
    }

    /** A blob may be a whole trajectory, which names others. */
    private void follow(Path blobs) throws IOException {
        while (!unread.isEmpty()) {
            String hash = unread.pop();
            Path file = blobs.resolve(hash.substring(0, 2)).resolve(hash);
            if (Files.exists(file)) {
                scan(Files.readAllBytes(file));
            }
        }
    }

    private void scan(byte[] bytes) {
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            length = isHex(bytes[i]) ? length + 1 : 0;
            if (length >= HASH_LENGTH) {
                // The byte beside a hash may look like a digit: every window of a longer run counts.
                String hash = new String(bytes, i - HASH_LENGTH + 1, HASH_LENGTH, StandardCharsets.US_ASCII);
                if (found.add(hash)) {
                    unread.push(hash);
                }
            }
        }
    }

    private static boolean isHex(byte b) {
        return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'f');
    }
}
