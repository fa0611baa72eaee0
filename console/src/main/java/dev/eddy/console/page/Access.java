// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;

/**
 * Who may read the page. On a loopback address whoever names it as such: a foreign site whose name resolves to 127.0.0.1
 * sends its own name in Host and is refused. Elsewhere whoever has the token.
 *
 * @param token null on loopback addresses
 */
record Access(String token) {
    private static final String COOKIE = "eddy-token";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Throws if the address can be reached from elsewhere and there is no token. */
    static Access of(InetAddress bind, String token) {
        if (bind.isLoopbackAddress()) {
            return new Access(null);
        }
        if (token == null) {
            throw new IllegalArgumentException("the page may listen on " + bind.getHostAddress()
                    + " only with a token: set page.token to env:NAME or file:PATH, or page.bind to 127.0.0.1");
        }
        return new Access(token);
    }

    /** The reply that ends a request which may not go on: a refusal, or the cookie for a token given in the address. */
    Optional<Reply> check(Request request, Headers headers) {
        if (token == null) {
            return LOOPBACK.contains(hostName(headers))
                    ? Optional.empty()
                    : Optional.of(Reply.text(403, "this page answers to localhost only"));
        }
        Optional<String> given = request.parameter("token");
        if (given.isPresent() && matches(given.get())) {
            return Optional.of(Reply.redirect("/", COOKIE + "=" + given.get() + "; HttpOnly; SameSite=Strict; Path=/"));
        }
        boolean known = cookie(headers).filter(this::matches).isPresent()
                || bearer(headers).filter(this::matches).isPresent();
        return known
                ? Optional.empty()
                : Optional.of(
                        Reply.text(401, "this page asks for a token: open it as /?token=... or send it as Bearer"));
    }

    private boolean matches(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private static String hostName(Headers headers) {
        String host = headers.getFirst("Host");
        if (host == null) {
            return "";
        }
        int port = host.lastIndexOf(':');
        return port > host.lastIndexOf(']') ? host.substring(0, port) : host;
    }

    private static Optional<String> cookie(Headers headers) {
        String all = headers.getFirst("Cookie");
        for (String one : all == null ? new String[0] : all.split(";\\s*")) {
            if (one.startsWith(COOKIE + "=")) {
                return Optional.of(one.substring(COOKIE.length() + 1));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> bearer(Headers headers) {
        return Optional.ofNullable(headers.getFirst("Authorization"))
                .filter(value -> value.startsWith("Bearer "))
                .map(value -> value.substring("Bearer ".length()));
    }
}
