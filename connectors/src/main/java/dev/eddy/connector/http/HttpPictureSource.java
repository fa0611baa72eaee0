// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.agent.SettingsReader;
import dev.eddy.port.PictureSource;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Pictures over HTTP, from hosts that are allowed by name and stand for public addresses; redirects are held to the same.
 * Keeps no cookies, sends no credentials, asks for no compression and takes none. Thread-safe.
 */
public final class HttpPictureSource implements PictureSource {
    private static final int MAX_WAITING = 10_000;

    private final HttpPictureSettings settings;
    private final AllowedAddresses allowed;
    private final CloseableHttpAsyncClient client;
    /** Names are looked up by the thread that begins an exchange, and that may take its time. */
    private final ThreadPoolExecutor beginners;

    HttpPictureSource(HttpPictureSettings settings) {
        this.settings = settings;
        this.allowed = new AllowedAddresses(settings.hosts(), settings.schemes());
        this.beginners = new ThreadPoolExecutor(
                settings.connections(),
                settings.connections(),
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                new ExecutorThreadFactory("picture-source"));
        beginners.allowCoreThreadTimeOut(true);
        DnsResolver names = SystemDefaultDnsResolver.INSTANCE;
        Timeout deadline = Timeout.of(settings.deadline());
        this.client = HttpAsyncClients.custom()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setDnsResolver(settings.privateAddresses() ? names : new PublicAddresses(names))
                        .setMaxConnTotal(settings.connections())
                        .setMaxConnPerRoute(settings.connections())
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(deadline)
                                .build())
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(deadline)
                        .setResponseTimeout(deadline)
                        .setRedirectsEnabled(settings.redirects() > 0)
                        .setMaxRedirects(settings.redirects())
                        .build())
                .setRedirectStrategy(new AllowedRedirects())
                .setUserAgent("eddy")
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        client.start();
    }

    private final class AllowedRedirects extends DefaultRedirectStrategy {
        @Override
        public URI getLocationURI(HttpRequest request, HttpResponse response, HttpContext context)
                throws HttpException {
            return allowed.check(
                    super.getLocationURI(request, response, context).toString());
        }
    }

    @Override
    public CompletableFuture<byte[]> fetch(String uri) {
        Fetch fetch = new Fetch(uri);
        try {
            SimpleHttpRequest request =
                    SimpleRequestBuilder.get(allowed.check(uri)).build();
            beginners.execute(() -> {
                if (!fetch.result.isDone()) {
                    fetch.runAs(client.execute(
                            SimpleRequestProducer.create(request), new BoundedBody(uri, settings.maxBytes()), fetch));
                }
            });
        } catch (PortException e) {
            fetch.result.completeExceptionally(e);
        } catch (RejectedExecutionException e) {
            fetch.fail(EffectStatus.UNAVAILABLE, "closed, or " + MAX_WAITING + " others wait", e);
        }
        fetch.result.orTimeout(settings.deadline().toMillis(), TimeUnit.MILLISECONDS);
        return fetch.answer();
    }

    @Override
    public void close() {
        beginners.shutdownNow();
        client.close(CloseMode.IMMEDIATE);
    }

    /** One picture on its way. */
    private final class Fetch implements FutureCallback<byte[]> {
        private final String uri;
        private final CompletableFuture<byte[]> result = new CompletableFuture<>();

        private Fetch(String uri) {
            this.uri = uri;
        }

        /** However the picture's future ends, by its deadline or by being cancelled too, the exchange ends with it. */
        private void runAs(Future<byte[]> exchange) {
            result.whenComplete((bytes, failure) -> exchange.cancel(true));
        }

        private CompletableFuture<byte[]> answer() {
            CompletableFuture<byte[]> answer = result.exceptionallyCompose(
                    failure -> failure instanceof TimeoutException ? CompletableFuture.failedFuture(late()) : result);
            answer.whenComplete((bytes, failure) -> result.cancel(false));
            return answer;
        }

        private PortException late() {
            return new PortException(
                    EffectStatus.TIMEOUT,
                    "picture '" + uri + "' did not come within the "
                            + settings.deadline().toMillis() + " ms of the setting 'deadline-ms'");
        }

        @Override
        public void completed(byte[] bytes) {
            result.complete(bytes);
        }

        @Override
        public void failed(Exception failure) {
            if (failure instanceof PortException) {
                result.completeExceptionally(failure);
            } else if (failure instanceof PublicAddresses.NotPublicException) {
                fail(EffectStatus.REJECTED, failure.getMessage(), failure);
            } else if (failure instanceof ConnectTimeoutException || failure instanceof SocketTimeoutException) {
                result.completeExceptionally(late());
            } else if (failure instanceof HttpException) { // redirects without an end, answers that are no HTTP
                fail(EffectStatus.REJECTED, failure.toString(), failure);
            } else {
                fail(EffectStatus.UNAVAILABLE, failure.toString(), failure);
            }
        }

        private void fail(EffectStatus status, String why, Exception failure) {
            result.completeExceptionally(
                    new PortException(status, "picture '" + uri + "' cannot be fetched: " + why, failure));
        }

        @Override
        public void cancelled() {
            result.cancel(false);
        }
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
    }
}
