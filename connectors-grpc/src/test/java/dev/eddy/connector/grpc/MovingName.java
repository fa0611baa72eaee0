// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.Status;
import io.grpc.StatusOr;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

/** Answers for the names of all channels that are opened while it is, in place of DNS. Thread-safe. */
public final class MovingName extends NameResolverProvider implements AutoCloseable {
    /** What stands for a server to clients. */
    public static final String ENDPOINT = "moving.example.org:8001";

    private static final int BEFORE_DNS = 9;

    private volatile StatusOr<List<EquivalentAddressGroup>> answer;

    public MovingName() {
        vanish();
        NameResolverRegistry.getDefaultRegistry().register(this);
    }

    /** From now on it leads to a port of this machine. */
    public void leadTo(int port) {
        answer = StatusOr.fromValue(
                List.of(new EquivalentAddressGroup(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))));
    }

    /** There is no such name any more. */
    public void vanish() {
        answer = StatusOr.fromStatus(Status.UNAVAILABLE.withDescription("Unable to resolve host moving.example.org"));
    }

    /** The name is there and has no address. */
    public void leadNowhere() {
        answer = StatusOr.fromValue(List.of());
    }

    /** Nobody says whether there is such a name. */
    public void beMute() {
        answer = null;
    }

    @Override
    public NameResolver newNameResolver(URI target, NameResolver.Args args) {
        return new NameResolver() {
            private Listener2 listener;

            @Override
            public String getServiceAuthority() {
                return ENDPOINT;
            }

            @Override
            public void start(Listener2 started) {
                listener = started;
                refresh();
            }

            @Override
            public void refresh() {
                StatusOr<List<EquivalentAddressGroup>> now = answer;
                if (now != null) {
                    args.getSynchronizationContext()
                            .execute(() -> listener.onResult2(ResolutionResult.newBuilder()
                                    .setAddressesOrError(now)
                                    .build()));
                }
            }

            @Override
            public void shutdown() {
                // holds nothing
            }
        };
    }

    @Override
    public String getDefaultScheme() {
        return "dns";
    }

    @Override
    protected boolean isAvailable() {
        return true;
    }

    @Override
    protected int priority() {
        return BEFORE_DNS;
    }

    @Override
    public void close() {
        NameResolverRegistry.getDefaultRegistry().deregister(this);
    }
}
