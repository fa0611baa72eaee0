// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.SearchEngineContract;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EncyclopaediaEngineTest extends SearchEngineContract {
    private final Encyclopaedia world = SmallWorld.WORLD;
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final EmblemCase asked = world.question(Part.TRAIN, 1);

    @Override
    protected SearchEngine open() {
        blobs.put(asked.png());
        return new EncyclopaediaEngine(world, blobs, () -> {});
    }

    @Override
    protected String query() {
        return world.population(Part.TRAIN).organisations().get(3).name() + " chair";
    }

    @Override
    protected Picture picture() {
        return asked.picture();
    }

    @Test
    void whatItFindsByPictureIsInTheBlobStore() {
        try (SearchEngine engine = open()) {
            List<Snippet> found = engine.images(picture(), 5).join().snippets();

            assertThat(found).hasSize(5);
            for (Snippet snippet : found) {
                assertThat(blobs.get(snippet.getPicture().getSha256())).isCompleted();
            }
        }
    }

    @Test
    void aSnippetTellsNothingOfHowItsPageWasMade() {
        try (SearchEngine engine = open()) {
            Snippet snippet = engine.text(query(), 1).join().snippets().get(0);
            Page page = world.pages().get(world.fullText().search(query(), 1).get(0));

            assertThat(snippet).isEqualTo(page.snippet());
            assertThat(snippet.toString())
                    .doesNotContainIgnoringCase(page.origin().name());
        }
    }

    @Test
    void itGivesItsLeaseBack() {
        AtomicBoolean closed = new AtomicBoolean();

        new EncyclopaediaEngine(world, blobs, () -> closed.set(true)).close();

        assertThat(closed).isTrue();
    }
}
