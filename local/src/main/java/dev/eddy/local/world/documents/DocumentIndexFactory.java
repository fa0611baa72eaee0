// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.agent.SettingsReader;
import dev.eddy.local.world.WorldSettings;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The page index named {@code world}. Settings: {@code world} (documents) and {@code seed} as in {@link DocumentWorld#open}, the
 * blob store's as in {@link WorldSettings}; {@code vectors}, the name of the {@link VectorIndex} that the vectors of the pages'
 * words were loaded into, absent where they are kept in the process, and {@code vectors.<setting>}, its settings;
 * {@code candidates} (32), how many pages vectors outside give for each word of a query.
 */
public final class DocumentIndexFactory implements PortFactory<PageIndex> {
    private static final String OWNER = "the page index 'world'";
    private static final String VECTORS = "vectors";
    private static final String CANDIDATES = "candidates";
    private static final int USUAL_CANDIDATES = 32;

    @Override
    public Class<PageIndex> port() {
        return PageIndex.class;
    }

    @Override
    public String name() {
        return "world";
    }

    @Override
    public PageIndex open(Map<String, String> settings) throws IOException {
        SettingsReader reader = new SettingsReader(OWNER, settings);
        String vectors = reader.text(VECTORS, null);
        Map<String, String> ofVectors = reader.under(VECTORS + ".");
        int candidates = reader.atLeast(1, CANDIDATES, USUAL_CANDIDATES);
        Map<String, String> others = new HashMap<>(settings);
        others.keySet()
                .removeIf(name -> name.equals(VECTORS) || name.startsWith(VECTORS + ".") || name.equals(CANDIDATES));
        WorldSettings own = new WorldSettings(OWNER, others);
        DocumentWorld world = DocumentWorld.open(own.world(DocumentStyle.FROZEN.name()), own.seed());
        return new DocumentIndex(
                world,
                own.leaseBlobs(),
                vectors == null ? null : Ports.lease(VectorIndex.class, vectors, ofVectors),
                candidates);
    }

    @Override
    public boolean remote(Map<String, String> settings) {
        return settings.containsKey(VECTORS);
    }

    /** Whoever keeps vectors outside knows which of its calls to make again. */
    @Override
    public boolean persistent(Map<String, String> settings) {
        return remote(settings);
    }
}
