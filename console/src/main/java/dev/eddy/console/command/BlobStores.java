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

    /** The store's own settings; those of the local run where none are given. */
    private static Map<String, String> settings(Settings settings) throws IOException {
        Map<String, String> given = settings.get(ConsoleOptions.BLOB_SETTINGS);
        RunStore ofRun = RunWorld.store(settings);
        return given.isEmpty() ? Map.of("path", ofRun.blobs().toString()) : given;
    }
}
