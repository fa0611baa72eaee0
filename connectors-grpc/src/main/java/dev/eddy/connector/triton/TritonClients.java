// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import dev.eddy.agent.SettingsReader;
import dev.eddy.port.Stores;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A leased client for each server of the setting {@code endpoint}, which lists them with commas between. Thread-safe. */
final class TritonClients implements AutoCloseable {
    private static final String ENDPOINT = "endpoint";

    private final Stores stores = new Stores(Map.of());
    private final List<TritonClient> clients;

    /**
     * Leases them.
     *
     * @param settings of which the clients have all that is left, and all but the endpoint in common
     * @throws IllegalArgumentException naming the setting at fault
     */
    TritonClients(SettingsReader settings) throws IOException {
        String endpoints = settings.needed(ENDPOINT, "host and gRPC port, such as 'localhost:8001', of each server");
        Map<String, String> common = settings.under("");
        Set<String> listed = new HashSet<>();
        List<TritonClient> leased = new ArrayList<>();
        try {
            for (String endpoint : endpoints.split(",", -1)) {
                if (!listed.add(endpoint.strip())) {
                    throw new IllegalArgumentException("setting '" + ENDPOINT + "' must name each server once, got '"
                            + endpoint.strip() + "' twice in '" + endpoints + "'");
                }
                common.put(ENDPOINT, endpoint.strip());
                leased.add(stores.lease(TritonClient.class, TritonClient.NAME, common));
            }
        } catch (IOException | RuntimeException e) {
            stores.close();
            throw e;
        }
        clients = List.copyOf(leased);
    }

    /** In the order of the setting; at least one. */
    List<TritonClient> list() {
        return clients;
    }

    /** Calls all servers at once; fails where one of them did, once all have answered. */
    <T> CompletableFuture<List<T>> each(Function<TritonClient, CompletableFuture<T>> call) {
        return Chain.all(clients.stream().map(call).toList());
    }

    @Override
    public void close() {
        stores.close();
    }
}
