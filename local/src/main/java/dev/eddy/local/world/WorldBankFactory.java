// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.agent.SettingsReader;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.Encoder;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The bank named {@code world}. Settings: {@code world} (glyphs) and {@code seed} (7) as in {@link World#open}; {@code blobs}
 * (file), the name of the blob store, and {@code blobs.<setting>}, its settings; {@code banks}, the folder of loaded banks,
 * absent where there are none; {@code encoders.<encoder>.<setting>}, what the encoders that those name, for texts or pictures, are opened with; {@code vectors}, the name of the {@link VectorIndex} that the world's vectors and those of all loaded
 * banks were loaded into, absent where they are kept in the process, and {@code vectors.<setting>}, its settings.
 */
public final class WorldBankFactory implements PortFactory<DemonstrationBank> {
    private static final String VECTORS = "vectors";
    private static final String ENCODERS = "encoders.";

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
        SettingsReader reader = new SettingsReader("the bank 'world'", settings);
        String vectors = reader.text(VECTORS, null);
        Map<String, String> ofVectors = reader.under(VECTORS + ".");
        Map<String, String> encoders = reader.under(ENCODERS);
        Map<String, String> others = new HashMap<>(settings);
        others.keySet()
                .removeIf(name -> name.equals(VECTORS) || name.startsWith(VECTORS + ".") || name.startsWith(ENCODERS));
        WorldSettings own = new WorldSettings("the bank 'world'", others, "banks");
        World world = World.open(own.world(World.GLYPHS), own.seed());
        String banks = own.get("banks");
        return new WorldBank(
                world,
                own.leaseBlobs(),
                banks == null ? null : Path.of(banks),
                encoders,
                vectors == null ? null : Ports.lease(VectorIndex.class, vectors, ofVectors));
    }

    @Override
    public boolean remote(Map<String, String> settings) {
        return settings.containsKey(VECTORS) || asksEncoders(settings);
    }

    private static boolean asksEncoders(Map<String, String> settings) {
        Set<String> encoders = new HashSet<>();
        settings.keySet().stream()
                .filter(name -> name.startsWith(ENCODERS))
                .forEach(name -> encoders.add(name.substring(ENCODERS.length()).replaceFirst("\\..*", "")));
        return encoders.stream()
                .anyMatch(encoder -> Ports.remote(
                        Encoder.class,
                        encoder,
                        new SettingsReader("encoders", settings).under(ENCODERS + encoder + ".")));
    }

    /** Whoever keeps vectors outside knows which of its calls to make again; an encoder's are made once. */
    @Override
    public boolean persistent(Map<String, String> settings) {
        return settings.containsKey(VECTORS) && !asksEncoders(settings);
    }
}
