// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.encyclopaedia;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.EffectValue.Snippets;
import dev.eddy.agent.SettingsReader;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Ports;
import dev.eddy.port.SearchEngine;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Snippet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Searches an {@link Encyclopaedia}: Lucene over the words of its pages, descriptors over its thumbnails. Pages are read and
 * summed up when they are written, so a search costs microseconds; the thumbnails that a search finds are in the blob store
 * when it completes.
 */
public final class EncyclopaediaEngine implements SearchEngine {
    private static final int QUERIES = 100_000;
    private static final int PICTURES = 20_000;

    private final Encyclopaedia world;
    private final BlobStore blobs;
    private final AutoCloseable lease;
    private final Cache<Asked, Snippets> found =
            Caffeine.newBuilder().maximumSize(QUERIES).executor(Runnable::run).build();
    private final Cache<Asked, CompletableFuture<Snippets>> alike = Caffeine.newBuilder()
            .maximumSize(PICTURES)
            .expireAfterWrite(BlobStore.KNOWN_FOR)
            .executor(Runnable::run)
            .build();

    private record Asked(String what, int limit) {}

    /**
     * @param blobs where pictures are, the questions' and those that are found
     * @param lease closed with this
     */
    public EncyclopaediaEngine(Encyclopaedia world, BlobStore blobs, AutoCloseable lease) {
        this.world = world;
        this.blobs = blobs;
        this.lease = lease;
    }

    @Override
    public CompletableFuture<Snippets> text(String query, int limit) {
        return CompletableFuture.completedFuture(found.get(new Asked(query, limit), this::search));
    }

    private Snippets search(Asked asked) {
        List<Snippet> snippets = new ArrayList<>();
        for (int page : world.fullText().search(asked.what, asked.limit)) {
            snippets.add(world.pages().get(page).snippet());
        }
        return new Snippets(snippets, false);
    }

    @Override
    public CompletableFuture<Snippets> images(Picture picture, int limit) {
        Asked asked = new Asked(picture.getSha256(), limit);
        CompletableFuture<Snippets> known = alike.getIfPresent(asked);
        if (known != null && !known.isCompletedExceptionally()) {
            return known;
        }
        CompletableFuture<Snippets> search =
                blobs.get(picture.getSha256()).thenCompose(file -> search(GrayPicture.decode(file), limit));
        alike.put(asked, search);
        return search;
    }

    private CompletableFuture<Snippets> search(GrayPicture picture, int limit) {
        List<Snippet> snippets = new ArrayList<>();
        List<CompletableFuture<String>> stored = new ArrayList<>();
        for (Gallery.Thumbnail thumbnail : world.gallery().search(picture, limit)) {
            stored.add(blobs.put(thumbnail.png()));
            String sha256 = Sha256.hex(thumbnail.png());
            GrayPicture shown = thumbnail.picture();
            snippets.add(Snippet.newBuilder()
                    .setSource(thumbnail.source())
                    .setTitle(thumbnail.title())
                    .setSha256(sha256)
                    .setPicture(new Picture(sha256, shown.width(), shown.height(), null))
                    .build());
        }
        return CompletableFuture.allOf(stored.toArray(CompletableFuture[]::new))
                .thenApply(done -> new Snippets(snippets, false));
    }

    @Override
    public void close() {
        try {
            lease.close();
        } catch (Exception e) {
            throw new IllegalStateException("a blob store does not close: " + e.getMessage(), e);
        }
    }

    /**
     * Name {@code encyclopaedia}. Settings: {@code seed} (7) of the world; {@code blobs} (file), the name of the blob store, and
     * {@code blobs.<setting>}, its settings.
     */
    public static final class Factory implements PortFactory<SearchEngine> {
        @Override
        public Class<SearchEngine> port() {
            return SearchEngine.class;
        }

        @Override
        public String name() {
            return "encyclopaedia";
        }

        @Override
        public SearchEngine open(Map<String, String> settings) throws IOException {
            SettingsReader own = new SettingsReader("the encyclopaedia's search engine", settings);
            long seed = Encyclopaedia.seed(own);
            String store = own.text("blobs", "file");
            Map<String, String> ofStore = own.under("blobs.");
            own.end();
            Ports.Lease<BlobStore> blobs = Ports.lease(BlobStore.class, store, ofStore);
            return new EncyclopaediaEngine(Encyclopaedia.open(seed), blobs.get(), blobs);
        }
    }
}
