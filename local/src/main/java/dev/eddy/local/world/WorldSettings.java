// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings of a port that serves a world: {@code world}, {@code seed} (7), the name of the {@link BlobStore} that its pictures
 * go to as {@code blobs} (file), that store's own settings as {@code blobs.<setting>}, and what the port has beside.
 */
public final class WorldSettings {
    private static final String BLOBS = "blobs";

    private final String port;
    private final Map<String, String> own = new TreeMap<>();
    private final Map<String, String> ofBlobs = new HashMap<>();

    /**
     * Sorts them; throws {@link IllegalArgumentException} for one that the port does not have.
     *
     * @param port for messages, such as {@code the bank 'world'}
     * @param beside names of the settings that are the port's alone
     */
    public WorldSettings(String port, Map<String, String> settings, String... beside) {
        this.port = port;
        TreeSet<String> known = new TreeSet<>();
        known.add("world");
        known.add("seed");
        known.add(BLOBS);
        known.addAll(List.of(beside));
        settings.forEach((name, value) -> {
            if (name.startsWith(BLOBS + ".")) {
                ofBlobs.put(name.substring(BLOBS.length() + 1), value);
            } else if (known.contains(name)) {
                own.put(name, value);
            } else {
                throw new IllegalArgumentException(port + " has no setting '" + name + "'; it has " + known
                        + " and those that begin with 'blobs.'");
            }
        });
    }

    /** Null where it is not set. */
    public String get(String name) {
        return own.get(name);
    }

    public String world(String otherwise) {
        return own.getOrDefault("world", otherwise);
    }

    public long seed() {
        String text = own.getOrDefault("seed", "7");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notWhole) {
            throw new IllegalArgumentException(
                    "setting 'seed' of " + port + " is a whole number, got '" + text + "'", notWhole);
        }
    }

    public Ports.Lease<BlobStore> leaseBlobs() throws IOException {
        return Ports.lease(BlobStore.class, own.getOrDefault(BLOBS, "file"), ofBlobs);
    }
}
