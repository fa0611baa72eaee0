// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.cluster;

import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PortFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A model that says what a {@link ModelServer} answers; for jobs on a cluster, into which it goes with a jar of its own. */
public final class AskedModel implements PolicyModel {
    static final String NAME = "asked";

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI address;

    private AskedModel(URI address) {
        this.address = address;
    }

    /** Its only setting is the server's {@code address}. */
    public static final class Factory implements PortFactory<PolicyModel> {
        @Override
        public Class<PolicyModel> port() {
            return PolicyModel.class;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public PolicyModel open(Map<String, String> settings) {
            return new AskedModel(URI.create(settings.get("address")));
        }
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        HttpRequest asked = HttpRequest.newBuilder(address)
                .POST(BodyPublishers.ofString(request.requestId()))
                .build();
        return client.sendAsync(asked, BodyHandlers.ofString()).thenApply(answer -> generation(request, answer.body()));
    }

    private static Generation generation(Request request, String text) {
        int[] tokens = WordTokenizer.instance().encode(text);
        byte[] mask = new byte[tokens.length];
        Arrays.fill(mask, (byte) 1);
        return new Generation(text, tokens, mask, new float[tokens.length], request.version(), "stop");
    }

    @Override
    public ModelCard card() {
        return new ModelCard(NAME, "", 1, 1);
    }

    @Override
    public Tokenizer tokenizer() {
        return WordTokenizer.instance();
    }

    @Override
    public void close() {}
}
