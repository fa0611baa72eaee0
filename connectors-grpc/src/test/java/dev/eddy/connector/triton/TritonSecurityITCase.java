// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.triton;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.grpc.FreePort;
import dev.eddy.connector.grpc.GrpcChannel;
import dev.eddy.connector.grpc.GrpcSettings;
import dev.eddy.connector.security.TestCertificate;
import dev.eddy.schemas.EffectStatus;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TritonSecurityITCase {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final String SECRET = "s3cret-0f-the-server";

    @TempDir
    private static Path folder;

    private static Path certificate;
    private static Path key;

    @BeforeAll
    static void makeCertificate() throws Exception {
        TestCertificate made = TestCertificate.make(folder);
        certificate = made.certificate();
        key = made.key();
    }

    private static FakeTriton server(TlsServerCredentials.ClientAuth clients) throws IOException {
        ServerCredentials credentials = TlsServerCredentials.newBuilder()
                .keyManager(certificate.toFile(), key.toFile())
                .trustManager(certificate.toFile())
                .clientAuth(clients)
                .build();
        return new FakeTriton(FreePort.find(), credentials);
    }

    private static TritonClient client(FakeTriton server, Map<String, String> further) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of("endpoint", server.endpoint(), "tls", "true"));
        settings.putAll(further);
        return new TritonClient.Factory().open(settings);
    }

    private static InferenceCall call(String model) {
        return new InferenceCall(
                model, "", "r#1", List.of(TensorCodec.of("x", List.of("?"))), List.of(), Duration.ofMinutes(1));
    }

    @Test
    void aTokenFromAFileGoesToATrustedServerAndIntoNoMessage() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), SECRET + "\n");
        Map<String, String> settings =
                Map.of("tls-authorities", certificate.toString(), "token-file", token.toString());
        try (FakeTriton server = server(TlsServerCredentials.ClientAuth.NONE);
                TritonClient client = client(server, settings)) {
            assertThat(await(client.infer(call("echo"))).outputs()).containsKey("x");
            assertThat(server.headers.remove().get(AUTHORIZATION)).isEqualTo("Bearer " + SECRET);
            assertFails(client.infer(call("nobody")), EffectStatus.REJECTED)
                    .satisfies(failure -> assertThat(failure.toString()).doesNotContain(SECRET));
        }
    }

    @Test
    void aKeyOfARestrictedProtocolStandsInItsOwnHeaderAsItIs() throws Exception {
        Path token = Files.writeString(folder.resolve("key"), SECRET);
        Map<String, String> settings = Map.of(
                "tls-authorities",
                certificate.toString(),
                "token-file",
                token.toString(),
                "token-header",
                "triton-grpc-protocol-admin");
        try (FakeTriton server = server(TlsServerCredentials.ClientAuth.NONE);
                TritonClient client = client(server, settings)) {
            await(client.infer(call("echo")));

            Metadata headers = server.headers.remove();
            assertThat(headers.get(Metadata.Key.of("triton-grpc-protocol-admin", Metadata.ASCII_STRING_MARSHALLER)))
                    .isEqualTo(SECRET);
            assertThat(headers.containsKey(AUTHORIZATION)).isFalse();
        }
        assertThatThrownBy(() -> new TritonClient.Factory().open(Map.of("endpoint", "a:1", "token-header", "x-bin")))
                .hasMessageContainingAll("'token-header'", "x-bin");
    }

    @Test
    void aServerThatCannotBeTrustedIsToldNothing() throws Exception {
        Path token = Files.writeString(folder.resolve("other-token"), SECRET);
        try (FakeTriton server = server(TlsServerCredentials.ClientAuth.NONE);
                TritonClient client = client(server, Map.of("token-file", token.toString()))) {
            assertFails(client.infer(call("echo")), EffectStatus.UNAVAILABLE).hasMessageContaining("'tls'");
            assertThat(server.headers).isEmpty();
        }
        try (FakeTriton plain = new FakeTriton(FreePort.find(), InsecureServerCredentials.create());
                TritonClient client = client(plain, Map.of("token-file", token.toString()))) {
            assertFails(client.infer(call("echo")), EffectStatus.UNAVAILABLE);
            assertThat(plain.headers).isEmpty();
        }
    }

    @Test
    void aServerMayAskForTheClientsCertificate() throws Exception {
        Map<String, String> trust = Map.of("tls-authorities", certificate.toString());
        Map<String, String> shown = new HashMap<>(trust);
        shown.put("tls-certificate", certificate.toString());
        shown.put("tls-key", key.toString());
        try (FakeTriton server = server(TlsServerCredentials.ClientAuth.REQUIRE);
                TritonClient known = client(server, shown);
                TritonClient unknown = client(server, trust)) {
            assertThat(await(known.infer(call("echo"))).outputs()).containsKey("x");
            assertFails(unknown.infer(call("echo")), EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void filesAndTokensThatAreNotThereAreNamedWhenTheClientIsOpened() throws Exception {
        try (FakeTriton server = server(TlsServerCredentials.ClientAuth.NONE)) {
            assertThatThrownBy(() -> client(server, Map.of("tls-authorities", "/no/such.pem")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'tls-authorities'");
            assertThatThrownBy(() -> client(server, Map.of("token-file", "/no/such")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'token-file'");
            assertThatThrownBy(() -> client(server, Map.of("token-variable", "EDDY_NO_SUCH_VARIABLE")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no token");
            Path lines = Files.writeString(folder.resolve("lines"), SECRET + "\n" + SECRET);
            assertThatThrownBy(() -> client(server, Map.of("token-file", lines.toString())))
                    .hasMessageContaining("one line")
                    .satisfies(failure -> assertThat(failure.toString()).doesNotContain(SECRET));
        }
    }

    @Test
    void aTokenFromTheEnvironmentIsReadByItsName() throws Exception {
        try (FakeTriton server = server(TlsServerCredentials.ClientAuth.NONE)) {
            GrpcSettings settings = GrpcSettings.of(new SettingsReader(
                    "a client",
                    Map.of(
                            "endpoint",
                            server.endpoint(),
                            "tls",
                            "true",
                            "tls-authorities",
                            certificate.toString(),
                            "token-variable",
                            "TOKEN_OF_TRITON")));
            try (TritonClient client = new TritonClient(
                    settings,
                    GrpcChannel.open(settings, Map.of("TOKEN_OF_TRITON", SECRET)::get, GrpcChannel::bearer))) {
                await(client.infer(call("echo")));
            }
            assertThat(server.headers.remove().get(AUTHORIZATION)).isEqualTo("Bearer " + SECRET);
            assertThat(settings.toString()).contains("TOKEN_OF_TRITON").doesNotContain(SECRET);
        }
    }
}
