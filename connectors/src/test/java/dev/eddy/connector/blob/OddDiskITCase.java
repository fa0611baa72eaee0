// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.connector.file.FileSettings;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OddDiskITCase {
    private static final byte[] BLOB = new byte[1_000];
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    @AfterEach
    void mend() {
        OddDisk.full = false;
        OddDisk.keepsWhatIsThere = false;
    }

    private BlobStore open() throws IOException {
        return new FileBlobStore(
                FileSettings.of(Map.of("path", "odd://" + folder), Set.of()), 1 << 20, Duration.ofHours(1));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void aDiskThatIsFullTakesNothingNotEvenInPartUntilThereIsRoom() throws IOException {
        try (BlobStore store = open()) {
            OddDisk.full = true;
            assertFails(store.put(BLOB), EffectStatus.UNAVAILABLE).hasMessageContaining("No space left on device");
            assertThat(files()).isEmpty();

            OddDisk.full = false;
            assertThat(await(store.get(await(store.put(BLOB))))).isEqualTo(BLOB);
        }
    }

    @Test
    void aFileGetsYoungAlsoWhereNothingIsRenamedOntoAFile() throws IOException {
        try (BlobStore before = open()) {
            await(before.put(BLOB));
        }
        Path file = Files.setLastModifiedTime(files().get(0), FileTime.from(LONG_AGO));
        OddDisk.keepsWhatIsThere = true;

        try (BlobStore store = open()) {
            await(store.put(BLOB));
        }

        assertThat(files()).containsExactly(file);
        assertThat(Files.getLastModifiedTime(file).toInstant()).isAfter(LONG_AGO);
        assertThat(file).hasBinaryContent(BLOB);
    }
}
