// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.PortFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The bank named {@code world}. Settings: {@code world} (glyphs) and {@code seed} (7) as in {@link World#open}; {@code blobs}
 * (file), the name of the blob store, and {@code blobs.<setting>}, its settings; {@code banks}, the folder of loaded banks,
 * absent where there are none.
 */
public final class WorldBankFactory implements PortFactory<DemonstrationBank> {
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
        WorldSettings own = new WorldSettings("the bank 'world'", settings, "banks");
        World world = World.open(own.world(World.GLYPHS), own.seed());
        String banks = own.get("banks");
        return new WorldBank(world, own.leaseBlobs(), banks == null ? null : Path.of(banks));
    }
}
