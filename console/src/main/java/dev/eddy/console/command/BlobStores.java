// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.UserError;
import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.Settings;
import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Opens the blob store that the settings name. */
final class BlobStores {
    private BlobStores() {}

    static Ports.Lease<BlobStore> open(Settings settings) {
        Map<String, String> given = settings.get(ConsoleOptions.BLOB_SETTINGS);
        if (given.isEmpty()) {
            Path folder = settings.runFolder().resolve("blobs");
            given = Map.of("path", folder.toAbsolutePath().toUri().toString());
        }
        try {
            return Ports.lease(BlobStore.class, settings.get(ConsoleOptions.BLOB_STORE), given);
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("the blob store cannot be opened (blobs.store, blobs.settings): " + e.getMessage(), e);
        }
    }
}
