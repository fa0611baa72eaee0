// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import com.google.common.hash.Hashing;
import dev.eddy.agent.SettingsReader;
import dev.eddy.effect.CallOutcome;
import dev.failsafe.CircuitBreaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Chooses among servers with the same models by rendezvous hashing: calls of one key go to one server, and a server that joins or
 * leaves moves no more keys than its own. One that fails several calls in a row is ejected for a while: its keys go to the next of
 * their order, and come back once a trial succeeds. With all of them ejected a call goes to the first of its order, as it does with a
 * single server: then none is an outlier. Thread-safe.
 *
 * <p>Settings: {@code eject-failures} (5), failed calls in a row after which a server is left out; {@code eject-ms} (30000), for how
 * long; and those of {@link TritonClients}.
 */
final class TritonBalancer implements AutoCloseable {
    private final TritonClients clients;
    private final List<Server> servers;

    /** A server; its breaker is open while it is ejected. */
    private record Server(TritonClient client, CircuitBreaker<Object> breaker) {
        long weight(String key) {
            return Hashing.murmur3_128()
                    .newHasher()
                    .putString(client.endpoint(), StandardCharsets.UTF_8)
                    .putByte((byte) 0)
                    .putString(key, StandardCharsets.UTF_8)
                    .hash()
                    .asLong();
        }
    }

    /** Takes the settings that are left. */
    TritonBalancer(SettingsReader settings) throws IOException {
        int failures = settings.atLeast(1, "eject-failures", 5);
        Duration pause = Duration.ofMillis(settings.atLeast(1, "eject-ms", 30_000));
        clients = new TritonClients(settings);
        servers = clients.list().stream()
                .map(client -> new Server(
                        client,
                        CircuitBreaker.builder()
                                .withFailureThreshold(failures)
                                .withSuccessThreshold(1)
                                .withDelay(pause)
                                .build()))
                .toList();
    }

    /**
     * Makes a call on the server of a key. Its outcome is the server's, so nothing else should be in it.
     *
     * @param call may throw, as if its future had failed
     */
    <T> CompletableFuture<T> call(String key, Function<TritonClient, CompletableFuture<T>> call) {
        Server server = choose(key);
        long began = System.nanoTime();
        CompletableFuture<T> answer;
        try {
            answer = call.apply(server.client());
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<T> called = answer;
        called.whenComplete(
                (value, failure) -> tell(server.breaker(), CallOutcome.of(failure, System.nanoTime() - began)));
        return called;
    }

    private Server choose(String key) {
        List<Server> order = servers.stream()
                .sorted(Comparator.comparingLong(server -> server.weight(key)))
                .toList();
        for (Server server : order) {
            if (server.breaker().tryAcquirePermit()) {
                return server;
            }
        }
        return order.get(0);
    }

    /**
     * A refusal tells nothing: a server that hangs may still refuse what it does not have at once, and one that was started anew has
     * no models yet. So a trial that is refused has failed; somebody must say how it went, or there would never be another.
     */
    private static void tell(CircuitBreaker<Object> breaker, CallOutcome outcome) {
        if (outcome == CallOutcome.SUCCEEDED) {
            breaker.recordSuccess();
        } else if (outcome == CallOutcome.FAILED || breaker.isHalfOpen()) {
            breaker.recordFailure();
        }
    }

    @Override
    public void close() {
        clients.close();
    }
}
