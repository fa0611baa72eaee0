// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.effect.CallChain;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes {@link HttpCall}s. Keeps no cookies, asks for no compression and takes none. Futures fail with a {@link PortException}, at
 * the latest after the call's deadline: UNAVAILABLE and TIMEOUT where another try may help, REJECTED where the server refuses;
 * its cause is an {@link HttpRefusal} where the server answered. Whoever cancels a future ends the exchange. Thread-safe; no
 * thread waits for an answer.
 */
public final class HttpExchanges implements AutoCloseable {
    private static final int MAX_WAITING = 10_000;
    /** Between the first two attempts. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final double JITTER = 0.25;
    private static final String EXCHANGE = "eddy.exchange";

    private final CloseableHttpAsyncClient client;
    /** Names are looked up by the thread that begins an exchange, and that may take its time. */
    private final ThreadPoolExecutor beginners;

    private final ScheduledThreadPoolExecutor timer;

    public HttpExchanges(HttpClientSettings settings) {
        beginners = new ThreadPoolExecutor(
                settings.threads(),
                settings.threads(),
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                new ExecutorThreadFactory(settings.name()));
        beginners.allowCoreThreadTimeOut(true);
        timer = new ScheduledThreadPoolExecutor(
                1, new ExecutorThreadFactory(settings.name() + "-timer"), (task, closed) -> {
                    throw new PortException(EffectStatus.UNAVAILABLE, settings.name() + " is closed");
                });
        Timeout longest = Timeout.of(settings.deadline());
        PoolingAsyncClientConnectionManagerBuilder connections = PoolingAsyncClientConnectionManagerBuilder.create()
                .setDnsResolver(settings.names())
                .setMaxConnTotal(settings.connections())
                .setMaxConnPerRoute(settings.connections())
                .setDefaultConnectionConfig(
                        ConnectionConfig.custom().setConnectTimeout(longest).build());
        settings.tls()
                .ifPresent(context -> connections.setTlsStrategy(
                        ClientTlsStrategyBuilder.create().setSslContext(context).buildAsync()));
        client = HttpAsyncClients.custom()
                .setConnectionManager(connections.build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(longest)
                        .setResponseTimeout(longest)
                        .setRedirectsEnabled(settings.redirects() > 0)
                        .setMaxRedirects(settings.redirects())
                        .build())
                .setRedirectStrategy(new AllowedRedirects(settings.allowed()))
                .addExecInterceptorFirst(EXCHANGE, (request, body, scope, chain, callback) -> {
                    ((Exchange) scope.clientContext.getAttribute(EXCHANGE)).runtime = scope.execRuntime;
                    chain.proceed(request, body, scope, callback);
                })
                .setUserAgent(settings.agent())
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        client.start();
    }

    /** Makes a call; again if need be, and not before the server wants to be asked again. */
    public CompletableFuture<HttpAnswer> make(HttpCall call) {
        long end = System.nanoTime() + call.deadline().toNanos();
        CallChain<HttpAnswer> chain = new CallChain<>();
        CompletableFuture<HttpAnswer> answered = call.tries() == 1
                ? chain.call(() -> once(call))
                : Failsafe.with(retries(call, end)).with(timer).getStageAsync(() -> chain.call(() -> once(call)));
        return Deadlines.within(chain.of(answered), call.deadline(), () -> late(call));
    }

    private static RetryPolicy<HttpAnswer> retries(HttpCall call, long end) {
        return RetryPolicy.<HttpAnswer>builder()
                .handleIf(failure -> mayPass(failure) && pause(failure, 1).compareTo(left(end)) < 0)
                .withDelayFn(context -> pause(context.getLastException(), context.getAttemptCount()))
                .withJitter(JITTER)
                .withMaxAttempts(call.tries())
                .build();
    }

    private static Duration left(long end) {
        return Duration.ofNanos(end - System.nanoTime());
    }

    /** As the server asks, and then so long that jitter makes it no shorter; else doubled with each attempt. */
    private static Duration pause(Throwable failure, int attempt) {
        Optional<Duration> asked =
                failure.getCause() instanceof HttpRefusal refusal ? refusal.retryAfter() : Optional.empty();
        return asked.map(wanted -> Duration.ofNanos((long) (wanted.toNanos() / (1 - JITTER))))
                .orElse(PAUSE.multipliedBy(1L << (attempt - 1)));
    }

    private static boolean mayPass(Throwable failure) {
        return failure instanceof PortException refused && refused.status() == EffectStatus.UNAVAILABLE;
    }

    private CompletableFuture<HttpAnswer> once(HttpCall call) {
        Exchange exchange = new Exchange(call);
        try {
            beginners.execute(exchange::begin);
        } catch (RejectedExecutionException e) {
            exchange.fail(EffectStatus.UNAVAILABLE, "closed, or " + MAX_WAITING + " others wait", e);
        }
        return exchange.result;
    }

    private static PortException late(HttpCall call) {
        return new PortException(
                EffectStatus.TIMEOUT,
                call.what() + " did not come within the " + call.deadline().toMillis()
                        + " ms of the setting 'deadline-ms'");
    }

    @Override
    public void close() {
        timer.shutdownNow();
        beginners.shutdownNow();
        client.close(CloseMode.IMMEDIATE);
    }

    /** One call on its way. */
    private final class Exchange implements FutureCallback<BoundedBody.Taken> {
        private final HttpCall call;
        private final CompletableFuture<HttpAnswer> result = new CompletableFuture<>();
        private volatile AsyncExecRuntime runtime;

        private Exchange(HttpCall call) {
            this.call = call;
        }

        private void begin() {
            if (result.isDone()) {
                return;
            }
            HttpClientContext context = HttpClientContext.create();
            context.setAttribute(EXCHANGE, this);
            try {
                Future<BoundedBody.Taken> exchange = client.execute(
                        SimpleRequestProducer.create(call.request()), new BoundedBody(call), context, this);
                result.whenComplete((answer, failure) -> end(exchange));
            } catch (RuntimeException e) {
                fail(EffectStatus.UNAVAILABLE, e.toString(), e);
            }
        }

        /** Of no effect on one that is over. The client itself cancels nothing on a connection that has served before (5.5.1). */
        private void end(Future<BoundedBody.Taken> exchange) {
            exchange.cancel(true);
            if (result.isCancelled()) {
                runtime.discardEndpoint();
            }
        }

        @Override
        public void completed(BoundedBody.Taken taken) {
            if (taken.refusal() == null) {
                result.complete(taken.answer());
            } else {
                failed(taken.refusal());
            }
        }

        @Override
        public void failed(Exception failure) {
            if (failure instanceof PortException) {
                result.completeExceptionally(failure);
            } else if (failure instanceof HttpRefusal refusal) {
                result.completeExceptionally(refusal.typed());
            } else if (failure instanceof PublicAddresses.NotPublicException) {
                fail(EffectStatus.REJECTED, failure.getMessage(), failure);
            } else if (failure instanceof ConnectTimeoutException || failure instanceof SocketTimeoutException) {
                result.completeExceptionally(late(call));
            } else if (failure instanceof HttpException) { // redirects without an end, answers that are no HTTP
                fail(EffectStatus.REJECTED, failure.toString(), failure);
            } else {
                fail(EffectStatus.UNAVAILABLE, failure.toString(), failure);
            }
        }

        private void fail(EffectStatus status, String why, Exception failure) {
            result.completeExceptionally(new PortException(status, call.what() + " cannot be had: " + why, failure));
        }

        @Override
        public void cancelled() {
            result.cancel(false);
        }
    }
}
