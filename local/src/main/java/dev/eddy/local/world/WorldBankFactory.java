// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The bank named {@code world}. Settings: {@code world} (glyphs) and {@code seed} (7) as in {@link World#open}; {@code blobs}
 * (file), the name of the blob store, and {@code blobs.<setting>}, its settings; {@code banks}, the folder of loaded banks,
 * absent where there are none.
 */
public final class WorldBankFactory implements PortFactory<DemonstrationBank> {
    private static final String BLOBS = "blobs";
    private static final Set<String> KNOWN = Set.of("world", "seed", BLOBS, "banks");

    @Override
    public Class<DemonstrationBank> port() {
        return DemonstrationBank.class;
    }

    @Override
    public String name() {
        return "world";
    }

    @Override
    public DemonstrationBank open(Map<String, String> settings) throws IOException {
        Map<String, String> own = new TreeMap<>(settings);
        Map<String, String> ofBlobs = new HashMap<>();
        own.keySet().removeIf(key -> {
            boolean passed = key.startsWith(BLOBS + ".");
            if (passed) {
                ofBlobs.put(key.substring(BLOBS.length() + 1), settings.get(key));
            }
            return passed;
        });
        if (!KNOWN.containsAll(own.keySet())) {
            own.keySet().removeAll(KNOWN);
            throw new IllegalArgumentException("the bank 'world' has no setting " + own.keySet()
                    + "; it has world, seed, banks, blobs and those that begin with 'blobs.'");
        }
        World world = World.open(own.getOrDefault("world", World.GLYPHS), seed(own.getOrDefault("seed", "7")));
        String banks = own.get("banks");
        return new WorldBank(
                world,
                Ports.lease(BlobStore.class, own.getOrDefault(BLOBS, "file"), ofBlobs),
                banks == null ? null : Path.of(banks));
    }

    private static long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notWhole) {
            throw new IllegalArgumentException(
                    "setting 'seed' of the bank 'world' is a whole number, got '" + text + "'", notWhole);
        }
    }
}
