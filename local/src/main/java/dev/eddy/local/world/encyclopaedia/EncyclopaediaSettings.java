// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What ports of the encyclopaedia are opened with. */
record EncyclopaediaSettings(long seed, Ports.Lease<BlobStore> blobs) {
    private static final String SEED = "seed";
    private static final String BLOBS = "blobs";
    private static final String USUAL_SEED = "7";

    /** The seed and a lease of the blob store; throws {@link IllegalArgumentException} naming the setting at fault. */
    static EncyclopaediaSettings of(Map<String, String> settings) throws IOException {
        Map<String, String> own = new TreeMap<>(settings);
        Map<String, String> ofBlobs = new HashMap<>();
        own.keySet().removeIf(key -> {
            boolean passed = key.startsWith(BLOBS + ".");
            if (passed) {
                ofBlobs.put(key.substring(BLOBS.length() + 1), settings.get(key));
            }
            return passed;
        });
        String store = own.containsKey(BLOBS) ? own.remove(BLOBS) : "file";
        return new EncyclopaediaSettings(seed(own), Ports.lease(BlobStore.class, store, ofBlobs));
    }

    /** The seed; throws {@link IllegalArgumentException} where there is any other setting. */
    static long seed(Map<String, String> settings) {
        Map<String, String> own = new TreeMap<>(settings);
        String text = own.containsKey(SEED) ? own.remove(SEED) : USUAL_SEED;
        if (!own.isEmpty()) {
            throw new IllegalArgumentException("the encyclopaedia has no setting " + own.keySet() + "; it has seed");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notWhole) {
            throw new IllegalArgumentException(
                    "setting 'seed' of the encyclopaedia is a whole number, got '" + text + "'", notWhole);
        }
    }
}
