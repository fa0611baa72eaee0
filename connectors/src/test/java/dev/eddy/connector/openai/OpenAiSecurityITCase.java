// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.qwen.SmallQwen;
import dev.eddy.connector.qwen.TestPictures;
import dev.eddy.connector.security.ClientSecurity;
import dev.eddy.connector.security.PemFiles;
import dev.eddy.connector.security.TestCertificate;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.Stores;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenAiSecurityITCase {
    private static final String SECRET = "s3cret-0f-the-server";

    @TempDir
    private static Path folder;

    private static TestCertificate certificate;

    @BeforeAll
    static void makeCertificate() throws Exception {
        certificate = TestCertificate.make(folder);
    }

    private static FakeChatServer server(boolean clientsShowOne) throws IOException {
        SSLContext context = PemFiles.context(new ClientSecurity(
                true,
                Optional.of(certificate.certificate()),
                Optional.of(certificate.certificate()),
                Optional.of(certificate.key()),
                Optional.empty(),
                Optional.empty()));
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters connection) {
                SSLParameters wanted = context.getDefaultSSLParameters();
                wanted.setNeedClientAuth(clientsShowOne);
                connection.setSSLParameters(wanted);
            }
        });
        return new FakeChatServer(server);
    }

    private static Map<String, String> settings(FakeChatServer server, Map<String, String> others) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "url",
                server.url().replace("http:", "https:"),
                "tokenizer",
                SmallQwen.FILE.toString(),
                "family",
                "qwen3-vl",
                "min-pixels",
                "1024",
                "tries",
                "1"));
        settings.putAll(others);
        return settings;
    }

    private static PolicyModel open(FakeChatServer server, Map<String, String> others) throws IOException {
        return new OpenAiPolicyModel(
                OpenAiSettings.of(new SettingsReader("a policy", settings(server, others))),
                TestPictures.STORE,
                Map.of("TOKEN_OF_TEST", SECRET)::get,
                new Stores(Map.of()));
    }

    private static Map<String, String> trusting(String... more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("tls-authorities", certificate.certificate().toString());
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private static CompletableFuture<?> generate(PolicyModel model) {
        return OpenAiPolicyModelITCase.generate(model, TestPictures.shown(OpenAiPolicyModelITCase.TOKENIZER));
    }

    @Test
    void aTokenGoesToATrustedServerAndIntoNoMessage() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), SECRET + "\n");
        try (FakeChatServer server = server(false);
                PolicyModel byFile = open(server, trusting("token-file", file.toString()));
                PolicyModel byVariable = open(server, trusting("token-variable", "TOKEN_OF_TEST"))) {
            await(generate(byFile));
            await(generate(byVariable));
            assertThat(server.tokens).containsExactly("Bearer " + SECRET, "Bearer " + SECRET);

            server.handle(exchange -> {
                server.read(exchange);
                FakeChatServer.send(exchange, 401, "{\"error\": \"Unauthorized\"}");
            });
            assertFails(generate(byFile), EffectStatus.REJECTED)
                    .satisfies(failure -> assertThat(failure.toString()).doesNotContain(SECRET));
            assertThat(OpenAiSettings.of(new SettingsReader(
                                    "a policy", settings(server, trusting("token-variable", "TOKEN_OF_TEST"))))
                            .toString())
                    .contains("TOKEN_OF_TEST")
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void aServerThatCannotBeTrustedIsToldNothing() throws Exception {
        try (FakeChatServer server = server(false);
                PolicyModel model = open(server, Map.of("token-variable", "TOKEN_OF_TEST"))) {
            assertFails(generate(model), EffectStatus.UNAVAILABLE);
            assertThat(server.asked).isEmpty();
        }
    }

    @Test
    void aServerMayAskForTheClientsCertificate() throws Exception {
        try (FakeChatServer server = server(true);
                PolicyModel known = open(
                        server,
                        trusting(
                                "tls-certificate",
                                certificate.certificate().toString(),
                                "tls-key",
                                certificate.key().toString()));
                PolicyModel unknown = open(server, trusting())) {
            await(generate(known));
            assertFails(generate(unknown), EffectStatus.UNAVAILABLE);
        }
    }

    @Test
    void filesThatAreNotThereOrOfAnotherKindAreNamedWhenTheModelIsOpened() throws Exception {
        Path other = Files.writeString(folder.resolve("other.pem"), "no certificate");
        try (FakeChatServer server = server(false)) {
            for (String file : new String[] {"/no/such.pem", other.toString()}) {
                assertThatThrownBy(() -> open(server, Map.of("tls-authorities", file)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("'tls-authorities'");
            }
            assertThatThrownBy(() -> open(server, trusting("token-variable", "NO_SUCH_VARIABLE")))
                    .hasMessageContaining("no token");
        }
    }
}
