// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A port of this machine that takes connections and does with each what the test says, on a thread of its own. */
final class BadRedis implements AutoCloseable {
    /** What is done with a connection, which is closed afterwards. */
    interface Conduct {
        void serve(Socket connection) throws IOException, InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(BadRedis.class);

    private final ServerSocket server;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    BadRedis(Conduct conduct) throws IOException {
        server = listen();
        start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket connection = server.accept();
                    open.add(connection);
                    start(() -> serve(connection, conduct));
                } catch (IOException e) {
                    if (!server.isClosed()) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        });
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "bad-redis");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Socket connection, Conduct conduct) {
        try (connection) {
            conduct.serve(connection);
        } catch (IOException e) {
            LOG.debug("the client has hung up", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Below the range that the system hands out to clients. */
    private static ServerSocket listen() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(15_000, 30_000);
            try {
                return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            } catch (BindException taken) {
                continue;
            }
        }
    }

    /** Of a client that waits longer than any test here should. */
    Map<String, String> settings() {
        return Map.of("host", "127.0.0.1", "port", String.valueOf(server.getLocalPort()), "deadline-ms", "60000");
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket connection : open) {
            connection.close();
        }
    }
}
