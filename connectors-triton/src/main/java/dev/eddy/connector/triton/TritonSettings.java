// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Where a Triton is and how it is spoken to. Holds no secret, only where one is to be read.
 *
 * @param endpoint {@code endpoint}: host and gRPC port ({@code triton:8001}); of a name with several addresses all are used in turn
 * @param maxMessageBytes {@code max-message-bytes} (64 MiB): most bytes of a request, and of all the answers to one
 * @param keepalive {@code keepalive} (PT1M): how long a connection with calls may be silent before it is probed
 * @param tls {@code tls} (false): whether the connection is encrypted and the server proves who it is
 * @param authorities {@code tls-authorities}: PEM file of the certificates that are trusted; those of Java where it is not set
 * @param certificate {@code tls-certificate}: PEM file of the certificate that this client shows, if any
 * @param key {@code tls-key}: PEM file of that certificate's private key
 * @param tokenFile {@code token-file}: file of a bearer token, if any; read when the client is opened
 * @param tokenVariable {@code token-variable}: environment variable of a bearer token, if any
 */
record TritonSettings(
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
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            "endpoint",
            "max-message-bytes",
            "keepalive",
            "tls",
            "tls-authorities",
            "tls-certificate",
            "tls-key",
            "token-file",
            "token-variable"));

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException naming the setting at fault
     */
    static TritonSettings of(Map<String, String> settings) {
        Set<String> unknown = new TreeSet<>(settings.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("a Triton client has no settings " + unknown + "; it has " + KNOWN);
        }
        TritonSettings read = new TritonSettings(
                endpoint(settings.getOrDefault("endpoint", "")),
                maxMessageBytes(settings.get("max-message-bytes")),
                keepalive(settings.getOrDefault("keepalive", "PT1M")),
                tls(settings.getOrDefault("tls", "false")),
                path(settings, "tls-authorities"),
                path(settings, "tls-certificate"),
                path(settings, "tls-key"),
                path(settings, "token-file"),
                Optional.ofNullable(settings.get("token-variable")));
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
            throw refused("endpoint", "host and gRPC port, such as 'triton:8001'", text, null);
        }
        return text;
    }

    private static int maxMessageBytes(String text) {
        if (text == null) {
            return MAX_MESSAGE_BYTES;
        }
        try {
            int bytes = Integer.parseInt(text);
            if (bytes > 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            throw refused("max-message-bytes", "a whole number up to " + Integer.MAX_VALUE, text, e);
        }
        throw refused("max-message-bytes", "positive", text, null);
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

    private static boolean tls(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw refused("tls", "true or false", text, null);
        }
        return text.equals("true");
    }

    private static Optional<Path> path(Map<String, String> settings, String key) {
        return Optional.ofNullable(settings.get(key)).map(Path::of);
    }

    private static IllegalArgumentException refused(String key, String expected, String text, Exception cause) {
        return new IllegalArgumentException(
                "setting '" + key + "' of a Triton client must be " + expected + ", got '" + text + "'", cause);
    }
}
