// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.security.ClientSecurity;
import dev.eddy.connector.security.PemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;

/**
 * Where a Redis is and how it is spoken to. Holds no secret, only where one is to be read.
 *
 * @param host {@code host}: its name or address
 * @param port {@code port} (6379)
 * @param connections {@code connections} (8): most connections, and threads that wait for answers
 * @param queue {@code queue} (1024): most calls that wait for a connection; more fail at once
 * @param deadline {@code deadline-ms} (200): how long a call may take, waiting included
 * @param ttl {@code ttl-seconds} (3600): how long an entry is kept after it was written
 * @param prefix {@code prefix} (eddy): begins all keys, so that several installations can share a server
 * @param security {@code tls} (false) and the settings of {@link ClientSecurity}, without its token
 * @param user {@code user}: of the access control list; null for the server's default user
 * @param passwordFile {@code password-file}: file of the password, read when the client is opened; null for none
 * @param passwordVariable {@code password-variable}: environment variable of the password; null for none
 */
record RedisSettings(
        String host,
        int port,
        int connections,
        int queue,
        Duration deadline,
        Duration ttl,
        String prefix,
        ClientSecurity security,
        String user,
        String passwordFile,
        String passwordVariable) {
    private static final long YEAR_SECONDS = Duration.ofDays(365).toSeconds();

    /**
     * Takes them; the caller takes its own and ends the reading.
     *
     * @throws IllegalArgumentException naming the setting at fault
     */
    static RedisSettings of(SettingsReader settings) {
        RedisSettings read = new RedisSettings(
                settings.needed("host", "name or address of the Redis server"),
                (int) settings.whole("port", 6379, 1, 65_535),
                settings.atLeast(1, "connections", 8),
                settings.atLeast(1, "queue", 1024),
                Duration.ofMillis(settings.atLeast(1, "deadline-ms", 200)),
                Duration.ofSeconds(settings.whole("ttl-seconds", 3600, 1, YEAR_SECONDS)),
                settings.text("prefix", "eddy"),
                ClientSecurity.withoutToken(settings, settings.flag("tls", false), "'tls' is false, set it to true"),
                settings.text("user", null),
                settings.text("password-file", null),
                settings.text("password-variable", null));
        if (read.passwordFile != null && read.passwordVariable != null) {
            throw new IllegalArgumentException("both 'password-file' and 'password-variable' are set: set one of them");
        }
        return read;
    }

    /** What Jedis is told, the password with it. */
    JedisClientConfig client() throws IOException {
        int millis = (int) deadline.toMillis();
        DefaultJedisClientConfig.Builder client = DefaultJedisClientConfig.builder()
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED) // round trips less for each connection
                .timeoutMillis(millis)
                .user(user)
                .password(password());
        if (security.tls()) {
            SSLParameters verified = new SSLParameters();
            verified.setEndpointIdentificationAlgorithm("HTTPS"); // Jedis leaves the server's name unchecked
            client.ssl(true)
                    .sslSocketFactory(PemFiles.context(security).getSocketFactory())
                    .sslParameters(verified);
        }
        return client.build();
    }

    private String password() throws IOException {
        if (passwordFile != null) {
            try {
                return Files.readString(Path.of(passwordFile)).strip();
            } catch (IOException e) {
                throw new IOException("the file of the setting 'password-file' cannot be read: " + e, e);
            }
        }
        if (passwordVariable == null) {
            return null;
        }
        String password = System.getenv(passwordVariable);
        if (password == null) {
            throw new IllegalArgumentException("the environment variable '" + passwordVariable
                    + "' that the setting 'password-variable' names is not set");
        }
        return password;
    }
}
