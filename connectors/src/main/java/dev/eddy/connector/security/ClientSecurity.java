// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.security;

import dev.eddy.agent.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Whom a client trusts and what it shows of itself. Holds no secret, only where one is to be read.
 *
 * @param tls whether the connection is encrypted and the server proves who it is
 * @param authorities {@code tls-authorities}: PEM file of the certificates that are trusted; those of Java where it is not set
 * @param certificate {@code tls-certificate}: PEM file of the certificate that this client shows, if any
 * @param key {@code tls-key}: PEM file of that certificate's private key, in PKCS #8
 * @param tokenFile {@code token-file}: file of a bearer token, if any; read when the client is opened
 * @param tokenVariable {@code token-variable}: environment variable of a bearer token, if any
 */
public record ClientSecurity(
        boolean tls,
        Optional<Path> authorities,
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<Path> tokenFile,
        Optional<String> tokenVariable) {
    /**
     * Takes them; the caller takes its own and ends the reading.
     *
     * @param how to set {@code tls}, for messages: {@code set 'tls' to true}
     * @throws IllegalArgumentException naming the setting at fault
     */
    public static ClientSecurity of(SettingsReader settings, boolean tls, String how) {
        ClientSecurity read = new ClientSecurity(
                tls,
                path(settings, "tls-authorities"),
                path(settings, "tls-certificate"),
                path(settings, "tls-key"),
                path(settings, "token-file"),
                Optional.ofNullable(settings.text("token-variable", null)));
        read.checkTogether(how);
        return read;
    }

    /** The same for a server that knows no bearer tokens: their settings are not taken. */
    public static ClientSecurity withoutToken(SettingsReader settings, boolean tls, String how) {
        ClientSecurity read = new ClientSecurity(
                tls,
                path(settings, "tls-authorities"),
                path(settings, "tls-certificate"),
                path(settings, "tls-key"),
                Optional.empty(),
                Optional.empty());
        read.checkTogether(how);
        return read;
    }

    private static Optional<Path> path(SettingsReader settings, String key) {
        return Optional.ofNullable(settings.text(key, null)).map(Path::of);
    }

    private void checkTogether(String how) {
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
            throw new IllegalArgumentException("the connection is not encrypted, so that "
                    + (secret ? "the token would travel in the clear" : "its files would not be used") + ": " + how);
        }
    }

    /**
     * The token; empty where there is none. No message of a failure shows it.
     *
     * @param environment its variables by name
     * @throws IOException if its file cannot be read
     */
    public String token(UnaryOperator<String> environment) throws IOException {
        String token;
        if (tokenFile.isPresent()) {
            try {
                token = Files.readString(tokenFile.get()).strip();
            } catch (IOException e) {
                throw new IOException("the file of the setting 'token-file' cannot be read: " + e, e);
            }
        } else if (tokenVariable.isPresent()) {
            String variable = environment.apply(tokenVariable.get());
            token = variable == null ? "" : variable.strip();
        } else {
            return "";
        }
        if (token.isEmpty() || !token.chars().allMatch(letter -> letter > ' ' && letter < 0x7f)) {
            throw new IllegalArgumentException("what the setting 'token-file' or 'token-variable' names holds "
                    + (token.isEmpty() ? "no token" : "something else than one line of printable letters"));
        }
        return token;
    }
}
