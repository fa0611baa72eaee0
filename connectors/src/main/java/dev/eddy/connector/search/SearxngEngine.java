// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import dev.eddy.agent.EffectValue.Snippets;
import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.http.Deadlines;
import dev.eddy.connector.http.HttpCall;
import dev.eddy.connector.http.HttpClientSettings;
import dev.eddy.connector.http.HttpExchanges;
import dev.eddy.connector.http.PublicAddresses;
import dev.eddy.connector.security.PemFiles;
import dev.eddy.effect.CallChain;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.SearchEngine;
import dev.eddy.port.Stores;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.apache.flink.util.ExceptionUtils;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.HttpHeaders;

/**
 * The web by a SearXNG: it finds pages, which are read from where they are and summed up by sentences of their own ({@link Extract}).
 * A page that cannot be read is left out, and the next one takes its place; where none can, the search fails as the first did.
 * Searches by picture are another engine's. Thread-safe.
 */
public final class SearxngEngine implements SearchEngine {
    private final SearxngSettings settings;
    private final Optional<SearchEngine> pictures;
    private final Stores stores;
    private final String token;
    private final HttpExchanges engine;
    private final PageReader reader;

    /**
     * Opens one.
     *
     * @param pictures finds pictures, if anybody does
     * @param names looks hosts of pages up
     * @param stores closed with this
     * @throws IOException if a file that the settings name cannot be read
     */
    SearxngEngine(SearxngSettings settings, Optional<SearchEngine> pictures, DnsResolver names, Stores stores)
            throws IOException {
        this.settings = settings;
        this.pictures = pictures;
        this.stores = stores;
        UnaryOperator<String> environment = System::getenv;
        token = settings.security().token(environment);
        Optional<SSLContext> tls =
                settings.security().tls() ? Optional.of(PemFiles.context(settings.security())) : Optional.empty();
        engine = new HttpExchanges(
                HttpClientSettings.toServer("searxng", settings.connections(), settings.deadline(), tls));
        reader = new PageReader(settings, names);
    }

    /** The failure of a port, if that is what it is. */
    static Optional<PortException> typed(Throwable failure) {
        Throwable cause = ExceptionUtils.stripCompletionException(failure);
        return cause instanceof PortException typed ? Optional.of(typed) : Optional.empty();
    }

    @Override
    public CompletableFuture<Snippets> text(String query, int limit) {
        if (SearxngSearch.plain(query).isEmpty()) {
            return CompletableFuture.completedFuture(new Snippets(List.of(), false));
        }
        long end = System.nanoTime() + settings.deadline().toNanos();
        CallChain<Snippets> chain = new CallChain<>();
        CompletableFuture<Snippets> found = chain.call(() -> engine.make(call(query)))
                .thenCompose(answer -> new Reading(
                                reader, chain, query, SearxngSearch.hits(answer.body()), limit, settings, end)
                        .snippets())
                .thenApply(snippets -> new Snippets(snippets, false));
        return Deadlines.within(
                chain.of(found),
                settings.deadline(),
                () -> new PortException(
                        EffectStatus.TIMEOUT,
                        "search '" + query + "' did not end within the "
                                + settings.deadline().toMillis() + " ms of the setting 'deadline-ms'"));
    }

    private HttpCall call(String query) {
        SimpleHttpRequest request = SimpleRequestBuilder.get(
                        SearxngSearch.uri(settings.url(), query, settings.language()))
                .build();
        if (!token.isEmpty()) {
            request.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token);
        }
        return new HttpCall(
                "search '" + query + "' of the engine at " + settings.url(),
                request,
                settings.maxBytes(),
                settings.deadline());
    }

    @Override
    public CompletableFuture<Snippets> images(Picture picture, int limit) {
        return pictures.map(engine -> engine.images(picture, limit))
                .orElseGet(() -> CompletableFuture.failedFuture(new PortException(
                        EffectStatus.REJECTED,
                        "nobody searches by picture: set 'images' of the search engine 'searxng' to one that does")));
    }

    @Override
    public void close() {
        stores.closeAfter(engine, reader);
    }

    /**
     * Name {@code searxng}. Settings: those of {@link SearxngSettings}, and {@code images}, the {@link SearchEngine} that searches by
     * picture, by port name, with its own settings as {@code images.<setting>}; none by default.
     */
    public static final class Factory implements PortFactory<SearchEngine> {
        @Override
        public Class<SearchEngine> port() {
            return SearchEngine.class;
        }

        @Override
        public String name() {
            return "searxng";
        }

        @Override
        public SearchEngine open(Map<String, String> settings) throws IOException {
            Stores stores = new Stores(settings);
            try {
                Optional<SearchEngine> pictures = settings.containsKey("images")
                        ? Optional.of(stores.lease(SearchEngine.class, "images"))
                        : Optional.empty();
                SearxngSettings own = SearxngSettings.of(new SettingsReader("the search engine", stores.others()));
                return new SearxngEngine(own, pictures, PublicAddresses.unless(own.privateAddresses()), stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }

        @Override
        public boolean remote(Map<String, String> settings) {
            return true;
        }
    }
}
