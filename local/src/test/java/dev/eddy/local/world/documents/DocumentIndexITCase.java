// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.port.BlobStore;
import dev.eddy.port.PageIndex;
import dev.eddy.port.PageIndexContract;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class DocumentIndexITCase extends PageIndexContract {
    static final DocumentStyle SMALL = new DocumentStyle("documents", 4, 2, 3, 2000, 2700, 2, 0.2, 0.1, 401_408);

    final DocumentWorld world = new DocumentWorld(SMALL, 7);

    @TempDir
    private Path folder;

    @Override
    protected PageIndex open() throws Exception {
        return new DocumentIndex(world, blobs());
    }

    Ports.Lease<BlobStore> blobs() throws IOException {
        return Ports.lease(
                BlobStore.class, "file", Map.of("path", folder.toUri().toString()));
    }

    @Override
    protected String corpusId() {
        return world.corpusId();
    }

    @Override
    protected int corpusSize() {
        return world.pages();
    }

    @Override
    protected String absentCorpusId() {
        return "documents/8";
    }

    /** Charts have their names in print that is legible on a page. */
    @Override
    protected Map<String, String> bestPages() {
        Map<String, String> best = new LinkedHashMap<>();
        for (int page = 0; page < world.pages(); page += 2) {
            String header = ((Mark.Text) world.plan(page).marks().stream()
                            .filter(mark -> mark instanceof Mark.Text text
                                    && text.text().endsWith("ANNUAL REPORT"))
                            .findFirst()
                            .orElseThrow())
                    .text();
            for (Fact fact : world.plan(page).facts()) {
                if (fact.kind() == Fact.Kind.CHART) {
                    best.put(fact.metric() + " of " + header.split(" ")[0], world.pageId(page));
                }
            }
        }
        return best;
    }
}
