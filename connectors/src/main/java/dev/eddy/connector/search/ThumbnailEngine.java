// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectValue.Hits;
import dev.eddy.agent.EffectValue.Records;
import dev.eddy.agent.EffectValue.Snippets;
import dev.eddy.agent.SettingsReader;
import dev.eddy.effect.CallChain;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Ports;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Stores;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The half of a search engine that searches by picture, over a bank of thumbnails: each record's first picture is one, its text the
 * title and its target the site. What compares pictures, and where their vectors are, is the bank's. Texts are not searched.
 * Thread-safe.
 */
public final class ThumbnailEngine implements SearchEngine {
    private final DemonstrationBank bank;
    private final String thumbnails;
    private final Stores stores;

    /**
     * Over a bank.
     *
     * @param thumbnails the bank's id
     * @param stores closed with this
     */
    private ThumbnailEngine(DemonstrationBank bank, String thumbnails, Stores stores) {
        this.bank = bank;
        this.thumbnails = thumbnails;
        this.stores = stores;
    }

    @Override
    public CompletableFuture<Snippets> text(String query, int limit) {
        return CompletableFuture.failedFuture(new PortException(
                EffectStatus.REJECTED,
                "a bank of thumbnails searches no texts: let it be the 'images' of an engine that does"));
    }

    @Override
    public CompletableFuture<Snippets> images(Picture picture, int limit) {
        Map<Channel, ChannelQuery> alike = Map.of(Channel.I2I, new ChannelQuery(List.of(picture), ""));
        CallChain<Snippets> chain = new CallChain<>();
        return chain.of(chain.call(() -> bank.search(thumbnails, alike, limit))
                .thenCompose(hits -> chain.call(() -> bank.fetch(thumbnails, records(hits), true)))
                .thenApply(ThumbnailEngine::snippets));
    }

    private static List<String> records(Hits hits) {
        return hits.channels().stream()
                .flatMap(channel -> channel.getRecords().stream())
                .toList();
    }

    private static Snippets snippets(Records found) {
        return new Snippets(
                found.records().stream().map(ThumbnailEngine::snippet).toList(), false);
    }

    private static Snippet snippet(BankRecord record) {
        Picture thumbnail = record.getPictures().get(0);
        return Snippet.newBuilder()
                .setSource(record.getTarget())
                .setTitle(record.getText())
                .setSha256(thumbnail.getSha256())
                .setPicture(thumbnail)
                .build();
    }

    @Override
    public void close() {
        stores.close();
    }

    /**
     * Name {@code thumbnails}. Settings: {@code bank-id} ({@code bank/thumbnails}); {@code bank}, the {@link DemonstrationBank} that has it,
     * by port name, with its own settings as {@code bank.<setting>}.
     */
    public static final class Factory implements PortFactory<SearchEngine> {
        private static final String BANK = "bank";

        @Override
        public Class<SearchEngine> port() {
            return SearchEngine.class;
        }

        @Override
        public String name() {
            return "thumbnails";
        }

        @Override
        public SearchEngine open(Map<String, String> settings) throws IOException {
            Stores stores = new Stores(settings);
            try {
                DemonstrationBank bank = stores.lease(DemonstrationBank.class, BANK);
                SettingsReader own = new SettingsReader("the engine 'thumbnails'", stores.others());
                String thumbnails = own.text("bank-id", "bank/thumbnails");
                own.end();
                return new ThumbnailEngine(bank, thumbnails, stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }

        /** If its bank is. */
        @Override
        public boolean remote(Map<String, String> settings) {
            return Ports.remote(DemonstrationBank.class, settings.get(BANK), ofBank(settings));
        }

        /** If its bank is. */
        @Override
        public boolean persistent(Map<String, String> settings) {
            return Ports.persistent(DemonstrationBank.class, settings.get(BANK), ofBank(settings));
        }

        private static Map<String, String> ofBank(Map<String, String> settings) {
            return new SettingsReader("the engine 'thumbnails'", settings).under(BANK + ".");
        }
    }
}
