// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.security.ClientSecurity;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/**
 * Where a server is and how it is spoken to. Holds no secret, only where one is to be read.
 *
 * @param endpoint {@code endpoint}: host and gRPC port ({@code host:8001}); of a name with several addresses all are used in turn
 * @param maxMessageBytes {@code max-message-bytes} (64 MiB): most bytes of a request, and of all the answers to one
 * @param keepalive {@code keepalive} (PT1M): how long a connection with calls may be silent before it is probed
 * @param tokenHeader {@code token-header} (authorization): the header that holds the token; in any other than that one it stands as it
 *     is, as Triton wants its restricted protocols' keys ({@code triton-grpc-protocol-KEY})
 * @param security {@code tls} (false) and the settings of {@link ClientSecurity}
 */
public record GrpcSettings(
        String endpoint, int maxMessageBytes, Duration keepalive, String tokenHeader, ClientSecurity security) {
    /** The default of {@code token-header}. */
    static final String AUTHORIZATION = "authorization";

    private static final Pattern ENDPOINT = Pattern.compile("([^\\s:/\\[\\]]+|\\[[0-9a-fA-F:.]+]):\\d{1,5}");
    private static final Pattern HEADER = Pattern.compile("[a-z0-9_.-]+(?<!-bin)");
    private static final Duration MIN_KEEPALIVE = Duration.ofSeconds(10);
    private static final int MAX_MESSAGE_BYTES = 64 << 20;

    /**
     * Takes them; the caller takes its own and ends the reading.
     *
     * @throws IllegalArgumentException naming the setting at fault
     */
    public static GrpcSettings of(SettingsReader settings) {
        return new GrpcSettings(
                endpoint(settings.needed("endpoint", "host and gRPC port, such as 'localhost:8001'")),
                settings.atLeast(1, "max-message-bytes", MAX_MESSAGE_BYTES),
                keepalive(settings.text("keepalive", "PT1M")),
                header(settings.text("token-header", AUTHORIZATION)),
                ClientSecurity.of(settings, settings.flag("tls", false), "'tls' is false, set it to true"));
    }

    private static String endpoint(String text) {
        if (!ENDPOINT.matcher(text).matches()) {
            throw refused("endpoint", "host and gRPC port, such as 'localhost:8001'", text, null);
        }
        return text;
    }

    private static String header(String text) {
        if (!HEADER.matcher(text).matches()) {
            throw refused("token-header", "a header's name in lower case that does not end in -bin", text, null);
        }
        return text;
    }

    private static Duration keepalive(String text) {
        try {
            Duration keepalive = Duration.parse(text);
            if (keepalive.compareTo(MIN_KEEPALIVE) >= 0) {
                return keepalive;
            }
        } catch (DateTimeParseException e) {
            throw refused("keepalive", "a duration such as PT1M", text, e);
        }
        throw refused("keepalive", "at least " + MIN_KEEPALIVE, text, null);
    }

    private static IllegalArgumentException refused(String key, String expected, String text, Exception cause) {
        return new IllegalArgumentException(
                "setting '" + key + "' must be " + expected + ", got '" + text + "'", cause);
    }
}
