// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.redis;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.security.TestCertificate;
import dev.eddy.port.EffectJournal;
import dev.eddy.port.EffectJournal.Entry;
import dev.eddy.port.EffectJournal.Key;
import dev.eddy.port.RealServices;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/** A real Redis that encrypts and lets in only who knows the password. */
@Tag("real-services")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RedisSecurityITCase {
    private static final String SECRET = "s3cret-0f-the-server";
    private static final Key KEY = new Key("query/0", 3);
    private static final Entry ENTRY = new Entry("a".repeat(64), new byte[] {1});

    @TempDir
    private static Path folder;

    private static TestCertificate certificate;
    private static Jedis plain;
    private static int tlsPort;

    @BeforeAll
    static void start() throws Exception {
        certificate = TestCertificate.make(folder);
        Files.writeString(folder.resolve("password"), SECRET + "\n");
        Files.writeString(folder.resolve("wrong"), "wr0ng-0ne");
        String[] address = RealServices.up("redis", folder).split(":");
        plain = new Jedis(address[0], Integer.parseInt(address[1]));
        plain.configSet("tls-cert-file", certificate.certificate().toString());
        plain.configSet("tls-key-file", certificate.key().toString());
        plain.configSet("tls-ca-cert-file", certificate.certificate().toString());
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            tlsPort = free.getLocalPort();
        }
        plain.configSet("tls-port", Integer.toString(tlsPort));
        plain.sendCommand(Protocol.Command.ACL, "SETUSER", "eddy", "on", ">" + SECRET, "~*", "+@all");
        plain.sendCommand(Protocol.Command.ACL, "SETUSER", "default", "resetpass", ">" + SECRET);
    }

    @AfterAll
    static void stop() throws Exception {
        plain.close();
        RealServices.down("redis", folder);
    }

    /** Of a client that knows everything, but for what is given. */
    private static Map<String, String> settings(String... others) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "host", "127.0.0.1",
                "port", Integer.toString(tlsPort),
                "deadline-ms", "60000",
                "tls", "true",
                "tls-authorities", certificate.certificate().toString(),
                "tls-certificate", certificate.certificate().toString(),
                "tls-key", certificate.key().toString(),
                "user", "eddy",
                "password-file", folder.resolve("password").toString()));
        for (int i = 0; i < others.length; i += 2) {
            settings.put(others[i], others[i + 1]);
        }
        return settings;
    }

    private static Map<String, String> without(String... keys) {
        Map<String, String> settings = settings();
        settings.keySet().removeAll(List.of(keys));
        return settings;
    }

    private static EffectJournal open(Map<String, String> settings) throws IOException {
        return new RedisEffectJournal.Factory().open(settings);
    }

    @Test
    void whoTrustsTheServerAndKnowsThePasswordIsServed() throws Exception {
        try (EffectJournal named = open(settings());
                EffectJournal byDefault = open(without("user"))) {
            await(named.record(KEY, ENTRY));
            assertThat(await(byDefault.find(KEY)))
                    .hasValueSatisfying(found -> assertThat(found.completion()).isEqualTo(ENTRY.completion()));
        }
    }

    @Test
    void aWrongPasswordIsRefusedAndNotShown() throws Exception {
        try (EffectJournal journal =
                        open(settings("password-file", folder.resolve("wrong").toString()));
                EffectJournal none = open(without("password-file", "user"))) {
            assertFails(journal.find(KEY), EffectStatus.REJECTED)
                    .hasMessageContaining("WRONGPASS")
                    .satisfies(failure -> assertThat(failure.toString()).doesNotContain("wr0ng-0ne"));
            assertFails(none.find(KEY), EffectStatus.REJECTED).hasMessageContaining("NOAUTH");
        }
        assertThat(RedisSettings.of(new SettingsReader("a client", settings())).toString())
                .doesNotContain(SECRET);
    }

    @Test
    void aServerThatCannotBeTrustedIsToldNothing() throws Exception {
        plain.sendCommand(Protocol.Command.ACL, "LOG", "RESET");
        try (EffectJournal journal = open(without("tls-authorities", "tls-certificate", "tls-key"))) {
            assertFails(journal.find(KEY), EffectStatus.UNAVAILABLE).hasMessageContaining("'tls-authorities'");
        }
        assertThat(plain.aclLog()).isEmpty();
    }

    @Test
    void aServerMayAskForTheClientsCertificate() throws Exception {
        try (EffectJournal unknown = open(without("tls-certificate", "tls-key"))) {
            assertFails(unknown.find(KEY), EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void aServersNameIsChecked() throws Exception {
        try (EffectJournal other = open(settings("host", "localhost"))) { // the certificate is for 127.0.0.1
            assertFails(other.find(KEY), EffectStatus.UNAVAILABLE).hasMessageContaining("'tls");
        }
    }

    @Test
    void filesThatAreNotThereOrUselessAreNamedWhenTheClientIsOpened() {
        assertThatThrownBy(() -> open(settings("tls-authorities", "/no/such.pem")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'tls-authorities'");
        assertThatThrownBy(() -> open(settings("password-file", "/no/such")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'password-file'");
        assertThatThrownBy(() -> open(settings("tls", "false")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'tls'");
    }
}
