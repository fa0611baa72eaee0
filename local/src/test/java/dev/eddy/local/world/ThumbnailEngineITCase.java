// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PictureSearchContract;
import dev.eddy.port.Ports;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drawings of the generated world as thumbnails, loaded as any bank is. */
class ThumbnailEngineITCase extends PictureSearchContract {
    private static final List<Drawing> DRAWINGS =
            Glyphs.draw(GlyphStyle.FROZEN, 7).subList(0, 12);

    @TempDir
    private Path folder;

    private Picture asked;

    /** The port that has the thumbnails' vectors, and its settings as {@code vectors.<setting>}; none where the bank has them. */
    Map<String, String> vectors() throws Exception {
        return Map.of();
    }

    @Override
    protected SearchEngine open() throws Exception {
        load();
        return Ports.open(SearchEngine.class, "thumbnails", settings());
    }

    private Map<String, String> settings() throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of(
                "bank",
                "world",
                "bank.banks",
                folder.resolve("banks").toString(),
                "bank.blobs",
                "file",
                "bank.blobs.path",
                folder.resolve("blobs").toString()));
        vectors().forEach((name, value) -> settings.put("bank." + name, value));
        return settings;
    }

    private void load() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < DRAWINGS.size(); i++) {
            Files.write(folder.resolve(i + ".png"), DRAWINGS.get(i).png());
            lines.add(new ObjectMapper()
                    .writeValueAsString(Map.of(
                            "id", "t" + i,
                            "pictures", List.of(i + ".png"),
                            "text", "Drawing " + i,
                            "target", "site-" + i + ".org")));
        }
        Path source = Files.write(folder.resolve("source.jsonl"), lines);
        Map<String, String> ofBlobs = Map.of("path", folder.resolve("blobs").toString());
        Map<String, String> ofVectors = new HashMap<>(vectors());
        String index = ofVectors.remove("vectors");
        Map<String, String> bare = new HashMap<>();
        ofVectors.forEach((name, value) -> bare.put(name.substring("vectors.".length()), value));
        try (Ports.Lease<BlobStore> blobs = Ports.lease(BlobStore.class, "file", ofBlobs);
                Ports.Lease<VectorIndex> outside = index == null ? null : Ports.lease(VectorIndex.class, index, bare)) {
            new BankLoader(folder.resolve("banks"), blobs.get(), null, outside == null ? null : outside.get())
                    .load("thumbnails", source, share -> {});
            Drawing like = DRAWINGS.get(3);
            asked = new Picture(await(blobs.get().put(like.png())), like.width(), like.height(), null);
        }
    }

    @Override
    protected Picture picture() {
        return asked;
    }

    @Test
    void whatIsMostAlikeComesFirstWithTitleAndSite() {
        Snippet best = await(engine().images(asked, 3)).snippets().get(0);

        assertThat(best.getTitle()).isEqualTo("Drawing 3");
        assertThat(best.getSource()).isEqualTo("site-3.org");
        assertThat(best.getPicture()).isEqualTo(asked);
    }

    @Test
    void callsLeaveThisProcessWhereThoseToItsVectorsDo() throws Exception {
        try (Ports.Lease<SearchEngine> leased = Ports.lease(SearchEngine.class, "thumbnails", settings())) {
            assertThat(leased.remote()).isEqualTo(!vectors().isEmpty());
        }
    }

    @Test
    void textsAreNotSearched() {
        assertFails(engine().text("anything", 3), EffectStatus.REJECTED).hasMessageContaining("'images'");
    }
}
