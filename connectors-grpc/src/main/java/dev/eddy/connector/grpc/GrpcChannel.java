// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import dev.eddy.connector.security.ClientSecurity;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Opens channels as {@link GrpcSettings} say. */
public final class GrpcChannel {
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private GrpcChannel() {}

    /**
     * Opens one, which connects with its first call.
     *
     * @param environment its variables by name
     * @param authorization makes of a token what the header {@code authorization} says
     * @throws IOException if a file that the settings name cannot be read
     */
    public static ManagedChannel open(
            GrpcSettings settings, UnaryOperator<String> environment, UnaryOperator<String> authorization)
            throws IOException {
        // Streams that a server never saw, as after a GOAWAY, gRPC sends again by itself; all else is retried by who
        // calls.
        NettyChannelBuilder channel = NettyChannelBuilder.forTarget(
                        "dns:///" + settings.endpoint(), credentials(settings.security()))
                .defaultLoadBalancingPolicy("round_robin")
                .maxInboundMessageSize(settings.maxMessageBytes())
                .keepAliveTime(settings.keepalive().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveWithoutCalls(false);
        String token = settings.security().token(environment);
        if (!token.isEmpty()) {
            Metadata headers = new Metadata();
            String name = settings.tokenHeader();
            headers.put(
                    Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER),
                    name.equals(GrpcSettings.AUTHORIZATION) ? authorization.apply(token) : token);
            channel.intercept(MetadataUtils.newAttachHeadersInterceptor(headers));
        }
        return channel.build();
    }

    /** What most servers want to read of a token. */
    public static String bearer(String token) {
        return "Bearer " + token;
    }

    /** Ends a channel and the calls on it, which fail with UNAVAILABLE. */
    public static void close(ManagedChannel channel, GrpcSettings settings) {
        channel.shutdownNow();
        try {
            if (!channel.awaitTermination(CLOSING.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "the channel to " + settings.endpoint() + " is still open after " + CLOSING);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while the channel to " + settings.endpoint() + " was closing", e);
        }
    }

    private static ChannelCredentials credentials(ClientSecurity settings) throws IOException {
        if (!settings.tls()) {
            return InsecureChannelCredentials.create();
        }
        try {
            TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
            if (settings.authorities().isPresent()) {
                tls.trustManager(settings.authorities().get().toFile());
            }
            if (settings.certificate().isPresent() && settings.key().isPresent()) {
                tls.keyManager(
                        settings.certificate().get().toFile(),
                        settings.key().get().toFile());
            }
            return tls.build();
        } catch (IOException e) {
            throw new IOException(
                    "a file of 'tls-authorities', 'tls-certificate' or 'tls-key' cannot be read: " + e.getMessage(), e);
        }
    }
}
