// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.local.run.RunStore;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Opens the blob store that the settings name. */
final class BlobStores {
    private BlobStores() {}

    static Ports.Lease<BlobStore> open(Settings settings) {
        try {
            return Ports.lease(BlobStore.class, settings.get(ConsoleOptions.BLOB_STORE), settings(settings));
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("the blob store cannot be opened (blobs.store, blobs.settings): " + e.getMessage(), e);
        }
    }

    /** Where a store of files keeps them; throws where the settings name another kind. */
    static URI folder(Settings settings) throws IOException {
        String path = settings(settings).get("path");
        if (!settings.get(ConsoleOptions.BLOB_STORE).equals("file") || path == null) {
            throw new UserError("only blobs in files can be swept: '" + ConsoleOptions.BLOB_STORE.key()
                    + "' must be 'file' and '" + ConsoleOptions.BLOB_SETTINGS.key() + ".path' their folder");
        }
        return new org.apache.flink.core.fs.Path(path).toUri();
    }

    /** The store's own settings; those of the local run where none are given. */
    private static Map<String, String> settings(Settings settings) throws IOException {
        Map<String, String> given = settings.get(ConsoleOptions.BLOB_SETTINGS);
        RunStore ofRun = RunWorld.store(settings);
        return given.isEmpty() ? Map.of("path", ofRun.blobs().toString()) : given;
    }
}
