// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import dev.eddy.port.RealServices;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/** What leads clients to a real Redis. */
final class RealRedis {
    private RealRedis() {}

    /** Settings of a client to which Redis looks empty. */
    static Map<String, String> settings() throws IOException, InterruptedException {
        String[] address = RealServices.up("redis").split(":");
        return Map.of(
                "host",
                address[0],
                "port",
                address[1],
                "prefix",
                UUID.randomUUID().toString(),
                "deadline-ms",
                "60000");
    }
}
