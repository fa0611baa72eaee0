// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Looks for ports. */
final class FreePort {
    private static final int FIRST = 20_000;
    private static final int LAST = 29_999;
    private static final int ATTEMPTS = 1_000;

    private FreePort() {}

    /**
     * A loopback port that is free now; nothing keeps another process from taking it. Below those that systems hand out to
     * outgoing connections, one of which might take it before it is bound.
     */
    static int find() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no free port was found among " + FIRST + " to " + LAST);
    }

    static boolean isFree(int port) {
        return isFree(InetAddress.getLoopbackAddress(), port);
    }

    static boolean isFree(InetAddress address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
