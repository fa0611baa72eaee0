// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import static dev.eddy.port.PortFailures.assertFails;

import dev.eddy.port.BlobStore;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An S3 that is not there, or is and says nothing: its client alone would try for minutes. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class S3FaultsITCase {
    private static final byte[] BLOB = {1};

    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        FileSystem.initialize(
                Configuration.fromMap(Map.of(
                        "s3.endpoint", "http://127.0.0.1:" + server.getLocalPort(),
                        "s3.path-style-access", "true",
                        "s3.region", "us-east-1",
                        "s3.access-key", "eddy",
                        "s3.secret-key", "eddy-secret")),
                null);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static BlobStore open(long deadlineMillis) throws IOException {
        return new FileBlobStore.Factory()
                .open(Map.of("path", "s3://eddy/x", "deadline-ms", Long.toString(deadlineMillis), "threads", "2"));
    }

    @Test
    void whatAcceptsAndNeverAnswersCostsTheDeadlineAlsoThoseThatWaitForAThread() throws IOException {
        try (BlobStore store = open(500)) {
            List<CompletableFuture<String>> puts = IntStream.range(0, 6)
                    .mapToObj(number -> store.put(new byte[] {(byte) number}))
                    .toList();

            puts.forEach(put -> assertFails(put, EffectStatus.TIMEOUT)
                    .hasMessageContaining("s3://eddy/x")
                    .hasMessageContaining("'deadline-ms'"));
            assertFails(store.get(Sha256.hex(BLOB)), EffectStatus.TIMEOUT);
            server.close(); // so that what is under way ends
        }
    }

    @Test
    void aServerThatIsDownIsUnavailable() throws IOException {
        server.close();
        try (BlobStore store = open(60_000)) {
            assertFails(store.put(BLOB), EffectStatus.UNAVAILABLE).hasMessageContaining("s3://eddy/x");
            assertFails(store.get(Sha256.hex(BLOB)), EffectStatus.UNAVAILABLE);
        }
    }
}
