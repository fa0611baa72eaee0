// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import dev.eddy.agent.SettingsReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a server is and how it is spoken to. Holds no secret, only where one is to be read.
 *
 * @param endpoint {@code endpoint}: host and gRPC port ({@code host:8001}); of a name with several addresses all are used in turn
 * @param maxMessageBytes {@code max-message-bytes} (64 MiB): most bytes of a request, and of all the answers to one
 * @param keepalive {@code keepalive} (PT1M): how long a connection with calls may be silent before it is probed
 * @param tls {@code tls} (false): whether the connection is encrypted and the server proves who it is
 * @param authorities {@code tls-authorities}: PEM file of the certificates that are trusted; those of Java where it is not set
 * @param certificate {@code tls-certificate}: PEM file of the certificate that this client shows, if any
 * @param key {@code tls-key}: PEM file of that certificate's private key
 * @param tokenFile {@code token-file}: file of a bearer token, if any; read when the client is opened
 * @param tokenVariable {@code token-variable}: environment variable of a bearer token, if any
 */
public record GrpcSettings(
        String endpoint,
        int maxMessageBytes,
        Duration keepalive,
        boolean tls,
        Optional<Path> authorities,
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<Path> tokenFile,
        Optional<String> tokenVariable) {
    private static final Pattern ENDPOINT = Pattern.compile("([^\\s:/\\[\\]]+|\\[[0-9a-fA-F:.]+]):\\d{1,5}");
    private static final Duration MIN_KEEPALIVE = Duration.ofSeconds(10);
    private static final int MAX_MESSAGE_BYTES = 64 << 20;

    /**
     * Takes them; the caller takes its own and ends the reading.
     *
     * @throws IllegalArgumentException naming the setting at fault
     */
    public static GrpcSettings of(SettingsReader settings) {
        GrpcSettings read = new GrpcSettings(
                endpoint(settings.needed("endpoint", "host and gRPC port, such as 'localhost:8001'")),
                settings.atLeast(1, "max-message-bytes", MAX_MESSAGE_BYTES),
                keepalive(settings.text("keepalive", "PT1M")),
                settings.flag("tls", false),
                path(settings, "tls-authorities"),
                path(settings, "tls-certificate"),
                path(settings, "tls-key"),
                path(settings, "token-file"),
                Optional.ofNullable(settings.text("token-variable", null)));
        read.checkTogether();
        return read;
    }

    private void checkTogether() {
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException(
                    "of 'tls-certificate' and 'tls-key' only one is set: set both or neither");
        }
        if (tokenFile.isPresent() && tokenVariable.isPresent()) {
            throw new IllegalArgumentException("both 'token-file' and 'token-variable' are set: set one of them");
        }
        boolean guarded = authorities.isPresent() || certificate.isPresent();
        boolean secret = tokenFile.isPresent() || tokenVariable.isPresent();
        if (!tls && (guarded || secret)) {
            throw new IllegalArgumentException("'tls' is false, so that "
                    + (secret ? "the token would travel in the clear" : "its files would not be used")
                    + ": set it to true");
        }
    }

    private static String endpoint(String text) {
        if (!ENDPOINT.matcher(text).matches()) {
            throw refused("endpoint", "host and gRPC port, such as 'localhost:8001'", text, null);
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

    private static Optional<Path> path(SettingsReader settings, String key) {
        return Optional.ofNullable(settings.text(key, null)).map(Path::of);
    }

    private static IllegalArgumentException refused(String key, String expected, String text, Exception cause) {
        return new IllegalArgumentException(
                "setting '" + key + "' must be " + expected + ", got '" + text + "'", cause);
    }
}
