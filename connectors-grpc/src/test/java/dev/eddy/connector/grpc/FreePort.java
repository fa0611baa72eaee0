// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port of this machine that nobody listens on. */
public final class FreePort {
    private FreePort() {}

    /** Below those that systems hand out to outgoing connections. */
    public static int find() throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return port;
            } catch (BindException e) {
                if (attempt == 1_000) {
                    throw e;
                }
            }
        }
    }
}
