// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.blob.BlobSweep.Swept;
import dev.eddy.connector.file.FileSettings;
import dev.eddy.port.BlobStore;
import dev.eddy.port.BlobStoreContract;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blobs on a file system, which are deleted by age. */
@Timeout(120)
abstract class SweptBlobs extends BlobStoreContract {
    private static final long CACHE = 1 << 20;

    abstract String path();

    @Override
    protected BlobStore open() throws IOException {
        return new FileBlobStore.Factory().open(Map.of("path", path()));
    }

    /** One to which every file is old. */
    private BlobStore renewing() throws IOException {
        return new FileBlobStore(FileSettings.of(Map.of("path", path()), Set.of()), CACHE, Duration.ZERO);
    }

    private Instant stored(String sha256) throws IOException {
        Path file = new Path(new Path(path()), sha256.substring(0, 2) + "/" + sha256);
        return Instant.ofEpochMilli(
                FileSystem.get(file.toUri()).getFileStatus(file).getModificationTime());
    }

    /** Puts a blob until the file system's clock has gone on, as far as it tells. */
    private Instant putAfter(Instant earlier, byte[] content) throws IOException {
        Instant now;
        try (BlobStore store = renewing()) {
            do {
                now = stored(await(store.put(content)));
            } while (!now.isAfter(earlier));
        }
        return now;
    }

    @Test
    void whatWasPutBeforeGoesAndWhatWasPutAgainSinceStays() throws Exception {
        byte[] again = "put again".getBytes(UTF_8);
        String old = await(open().put("old".getBytes(UTF_8)));
        String spared = await(open().put("of a bank".getBytes(UTF_8)));
        String renewed = await(open().put(again));
        Instant last = stored(renewed);
        Instant since = putAfter(last, again);

        assertThat(BlobSweep.run(URI.create(path()), since, Set.of(spared), true))
                .as("what would go")
                .isEqualTo(new Swept(1, 3, 1));
        assertThat(BlobSweep.run(URI.create(path()), since, Set.of(spared), false))
                .isEqualTo(new Swept(1, 3, 1));

        try (BlobStore later = open()) {
            assertFails(later.get(old), EffectStatus.REJECTED);
            assertThat(await(later.get(renewed))).isEqualTo(again);
            assertThat(await(later.get(spared))).isNotEmpty();
            assertThat(await(later.put("old".getBytes(UTF_8)))).isEqualTo(old);
            assertThat(await(later.get(old))).isNotEmpty();
        }
    }

    @Test
    void whatIsYoungIsNotWrittenAgain() throws Exception {
        byte[] content = "young".getBytes(UTF_8);
        String sha256 = await(open().put(content));
        Instant first = stored(sha256);
        putAfter(first, "another".getBytes(UTF_8));

        await(open().put(content));

        assertThat(stored(sha256)).isEqualTo(first);
    }

    @Test
    void aStoreThatWasNeverWrittenIsEmpty() throws Exception {
        assertThat(BlobSweep.run(URI.create(path() + "/none"), Instant.now(), Set.of(), false))
                .isEqualTo(new Swept(0, 0, 0));
    }
}
