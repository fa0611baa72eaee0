// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * What {@link HttpExchanges} are made of.
 *
 * @param name of its threads
 * @param agent what servers are told it is
 * @param threads that begin exchanges, at most
 * @param connections most at once
 * @param deadline the longest that a call will have
 * @param names looks names up
 * @param tls empty for Java's own trust
 * @param redirects how many are followed
 * @param allowed where they may lead; null where none are followed
 */
public record HttpClientSettings(
        String name,
        String agent,
        int threads,
        int connections,
        Duration deadline,
        DnsResolver names,
        Optional<SSLContext> tls,
        int redirects,
        AllowedAddresses allowed) {
    private static final int THREADS = 4;

    /** For one server that a deployer names: no redirects, addresses of any kind. */
    public static HttpClientSettings toServer(
            String name, int connections, Duration deadline, Optional<SSLContext> tls) {
        return new HttpClientSettings(
                name, "eddy", THREADS, connections, deadline, SystemDefaultDnsResolver.INSTANCE, tls, 0, null);
    }
}
