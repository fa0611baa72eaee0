// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.agent.SettingsReader;
import dev.eddy.effect.CallChain;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;

/**
 * Pictures over HTTP, from hosts that are allowed by name and stand for public addresses; redirects are held to the same.
 * Keeps no cookies, sends no credentials, asks for no compression and takes none. Thread-safe.
 */
public final class HttpPictureSource implements PictureSource {
    private final HttpPictureSettings settings;
    private final AllowedAddresses allowed;
    private final HttpExchanges exchanges;

    HttpPictureSource(HttpPictureSettings settings) {
        this.settings = settings;
        this.allowed = new AllowedAddresses("picture", settings.hosts(), settings.schemes());
        this.exchanges = new HttpExchanges(new HttpClientSettings(
                "picture-source",
                "eddy",
                settings.connections(),
                settings.connections(),
                settings.deadline(),
                PublicAddresses.unless(settings.privateAddresses()),
                Optional.empty(),
                settings.redirects(),
                allowed));
    }

    @Override
    public CompletableFuture<byte[]> fetch(String uri) {
        SimpleHttpRequest request;
        try {
            request = SimpleRequestBuilder.get(allowed.check(uri)).build();
        } catch (PortException e) {
            return CompletableFuture.failedFuture(e);
        }
        CallChain<byte[]> chain = new CallChain<>();
        return chain.of(chain.call(() -> exchanges.make(
                        new HttpCall("picture '" + uri + "'", request, settings.maxBytes(), settings.deadline())))
                .thenApply(HttpAnswer::body)
                .exceptionally(failure -> {
                    throw ofItsHost(failure);
                }));
    }

    /** Where pictures come from several hosts, that one of them is down says nothing of the others. */
    private CompletionException ofItsHost(Throwable failure) {
        boolean several = settings.hosts().size() > 1 || settings.hosts().get(0).startsWith("*");
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return several && cause instanceof PortException typed
                ? new CompletionException(PortException.inconclusive(typed.status(), typed.getMessage(), typed))
                : new CompletionException(cause);
    }

    @Override
    public void close() {
        exchanges.close();
    }

    /** Name {@code http}; settings as in {@link HttpPictureSettings}. */
    public static final class Factory implements PortFactory<PictureSource> {
        @Override
        public Class<PictureSource> port() {
            return PictureSource.class;
        }

        @Override
        public String name() {
            return "http";
        }

        @Override
        public PictureSource open(Map<String, String> settings) {
            return new HttpPictureSource(HttpPictureSettings.of(new SettingsReader("the picture source", settings)));
        }

        @Override
        public boolean remote(Map<String, String> settings) {
            return true;
        }
    }
}
