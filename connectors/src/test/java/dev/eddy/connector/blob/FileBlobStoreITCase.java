// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileSystemSafetyNet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileBlobStoreITCase extends SweptBlobs {
    @TempDir
    private Path folder;

    @Override
    String path() {
        return folder.toUri().toString();
    }

    @Test
    void aDamagedFileIsInvalidAndNamed() throws IOException {
        BlobStore writer = open();
        String sha256 = await(writer.put("a page".getBytes(UTF_8)));
        writer.close();
        Files.writeString(onlyFile(), "a rage");
        BlobStore reader = open();

        assertFails(reader.get(sha256), EffectStatus.INVALID).hasMessageContaining(sha256);
        reader.close();
    }

    @Test
    void nothingButTheBlobIsLeftInTheFolder() throws IOException {
        BlobStore store = open();
        String sha256 = await(store.put("a page".getBytes(UTF_8)));
        store.close();

        assertThat(onlyFile()).hasFileName(sha256);
    }

    @Test
    void aStoreOutlivesTheTaskThatOpenedIt() throws IOException {
        FileSystemSafetyNet.initializeSafetyNetForThread();
        BlobStore store = open();
        String sha256 = await(store.put("a page".getBytes(UTF_8)));
        FileSystemSafetyNet.closeSafetyNetAndGuardedResourcesForThread();

        assertThat(await(store.put("another page".getBytes(UTF_8)))).isNotEqualTo(sha256);
        store.close();
    }

    @Test
    void aClosedStoreSaysSo() throws IOException {
        BlobStore store = open();
        store.close();

        assertFails(store.put(new byte[] {1}), EffectStatus.UNAVAILABLE).hasMessageContaining("closed");
    }

    @Test
    void isFoundByNameAndNamesTheSettingAtFault() {
        assertThatThrownBy(() -> Ports.lease(BlobStore.class, "file", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'path'");
        assertThatThrownBy(() -> Ports.lease(BlobStore.class, "file", Map.of("path", "/tmp/x", "threads", "many")))
                .hasMessageContaining("'threads'")
                .hasMessageContaining("'many'");
        assertThatThrownBy(() -> Ports.lease(BlobStore.class, "file", Map.of("path", "/tmp/x", "paht", "y")))
                .hasMessageContaining("'paht'")
                .hasMessageContaining("cache.bytes");
    }

    private Path onlyFile() throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> files = found.filter(Files::isRegularFile).toList();
            assertThat(files).hasSize(1);
            return files.get(0);
        }
    }
}
