// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.milvus;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.connector.grpc.FreePort;
import dev.eddy.connector.security.TestCertificate;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import io.grpc.InsecureServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MilvusSecurityITCase {
    private static final String SECRET = "eddy:s3cret-0f-the-server";
    private static final String SHOWN = Base64.getEncoder().encodeToString(SECRET.getBytes(UTF_8));
    private static final Pool POOL = new Pool("p", Channel.I2I, 2);
    private static final float[] QUERY = {1, 0};

    @TempDir
    private static Path folder;

    private static Path certificate;
    private static Path key;
    private static Path token;

    @BeforeAll
    static void makeCertificate() throws Exception {
        TestCertificate made = TestCertificate.make(folder);
        certificate = made.certificate();
        key = made.key();
        token = Files.writeString(folder.resolve("token"), SECRET + "\n");
    }

    private static FakeMilvus server(TlsServerCredentials.ClientAuth clients) throws IOException {
        return new FakeMilvus(
                FreePort.find(),
                TlsServerCredentials.newBuilder()
                        .keyManager(certificate.toFile(), key.toFile())
                        .trustManager(certificate.toFile())
                        .clientAuth(clients)
                        .build());
    }

    private static VectorIndex open(FakeMilvus server, Map<String, String> others) throws IOException {
        Map<String, String> settings = new HashMap<>(
                Map.of("endpoint", server.endpoint(), "tls", "true", "tries", "1", "deadline-ms", "60000"));
        settings.putAll(others);
        return new MilvusIndex.Factory().open(settings);
    }

    private static CompletableFuture<List<Match>> search(VectorIndex index) {
        return index.search(POOL, List.of(QUERY), List.of(), 1);
    }

    private static Map<String, String> trusting(String... more) {
        Map<String, String> settings = new HashMap<>(Map.of("tls-authorities", certificate.toString()));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    @Test
    void userAndPasswordGoToATrustedServerAndIntoNoMessage() throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong"), "eddy:wr0ng-0ne");
        try (FakeMilvus server = server(TlsServerCredentials.ClientAuth.NONE);
                VectorIndex known = open(server, trusting("token-file", token.toString()));
                VectorIndex unknown = open(server, trusting("token-file", wrong.toString()));
                VectorIndex nobody = open(server, trusting())) {
            server.authorization = SHOWN;
            await(known.write(POOL, List.of(new Row("a", 0, QUERY))));
            assertThat(await(search(known))).hasSize(1);
            assertThat(server.authorizations).containsOnly(SHOWN);

            assertFails(search(unknown), EffectStatus.REJECTED)
                    .hasMessageContaining("auth check failure")
                    .satisfies(failure -> assertThat(failure.toString()).doesNotContain("wr0ng-0ne"));
            assertFails(search(nobody), EffectStatus.REJECTED);
            assertThat(server.authorizations).contains("null");
        }
    }

    @Test
    void aServerThatCannotBeTrustedIsToldNothing() throws Exception {
        try (FakeMilvus server = server(TlsServerCredentials.ClientAuth.NONE);
                VectorIndex index = open(server, Map.of("token-file", token.toString()))) {
            assertFails(search(index), EffectStatus.UNAVAILABLE).hasMessageContaining("'tls'");
            assertThat(server.authorizations).isEmpty();
        }
        try (FakeMilvus plain = new FakeMilvus(FreePort.find(), InsecureServerCredentials.create());
                VectorIndex index = open(plain, Map.of("token-file", token.toString()))) {
            assertFails(search(index), EffectStatus.UNAVAILABLE);
            assertThat(plain.authorizations).isEmpty();
        }
    }

    @Test
    void aServerMayAskForTheClientsCertificate() throws Exception {
        try (FakeMilvus server = server(TlsServerCredentials.ClientAuth.REQUIRE);
                VectorIndex known =
                        open(server, trusting("tls-certificate", certificate.toString(), "tls-key", key.toString()));
                VectorIndex unknown = open(server, trusting())) {
            await(known.write(POOL, List.of(new Row("a", 0, QUERY))));
            assertThat(await(search(known))).hasSize(1);
            assertFails(search(unknown), EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void aTokenInTheClearIsRefusedWhenTheIndexIsOpened() throws Exception {
        try (FakeMilvus server = FakeMilvus.start()) {
            assertThatThrownBy(() -> open(server, Map.of("tls", "false", "token-file", token.toString())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'tls'")
                    .satisfies(failure -> assertThat(failure.toString()).doesNotContain(SECRET));
        }
    }
}
