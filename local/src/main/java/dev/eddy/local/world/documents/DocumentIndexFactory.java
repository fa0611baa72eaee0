// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.world.WorldSettings;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PortFactory;
import java.io.IOException;
import java.util.Map;

/**
 * The page index named {@code world}. Settings: {@code world} (documents) and {@code seed} as in {@link DocumentWorld#open}, and
 * the blob store's as in {@link WorldSettings}.
 */
public final class DocumentIndexFactory implements PortFactory<PageIndex> {
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
        WorldSettings own = new WorldSettings("the page index 'world'", settings);
        DocumentWorld world = DocumentWorld.open(own.world(DocumentStyle.FROZEN.name()), own.seed());
        return new DocumentIndex(world, own.leaseBlobs());
    }
}
