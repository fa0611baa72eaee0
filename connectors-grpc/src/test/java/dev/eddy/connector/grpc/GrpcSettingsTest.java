// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.SettingsReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GrpcSettingsTest {
    @Test
    void anEndpointIsEnough() {
        GrpcSettings settings = read(Map.of("endpoint", "triton:8001"));

        assertThat(settings.maxMessageBytes()).isEqualTo(64 << 20);
        assertThat(settings.keepalive()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.security().tls()).isFalse();
    }

    @Test
    void allCanBeSet() {
        GrpcSettings settings = read(Map.of(
                "endpoint",
                "[::1]:8001",
                "max-message-bytes",
                "1000",
                "keepalive",
                "PT6M",
                "tls",
                "true",
                "tls-authorities",
                "ca.pem",
                "tls-certificate",
                "client.pem",
                "tls-key",
                "key.pem",
                "token-file",
                "token"));

        assertThat(settings.endpoint()).isEqualTo("[::1]:8001");
        assertThat(settings.security().key()).contains(Path.of("key.pem"));
        assertThat(settings.security().tokenFile()).contains(Path.of("token"));
    }

    @Test
    void whatIsWrongIsNamedWithWhatWasExpected() {
        assertRefused(Map.of("endpoint", "http://triton:8001"), "'endpoint'", "localhost:8001");
        assertRefused(Map.of("endpoint", ""), "'endpoint'");
        assertRefused(Map.of("max-message-bytes", "0"), "'max-message-bytes'", "from 1");
        assertRefused(Map.of("max-message-bytes", "4GiB"), "'max-message-bytes'", "whole number", "4GiB");
        assertRefused(Map.of("keepalive", "PT1S"), "'keepalive'", "at least PT10S");
        assertRefused(Map.of("keepalive", "60"), "'keepalive'", "PT1M");
        assertRefused(Map.of("tls", "yes"), "'tls'", "true or false");
        assertRefused(Map.of("tls", "true", "tls-key", "k"), "'tls-certificate'");
        assertRefused(Map.of("tls-authorities", "k"), "'tls' is false", "set it to true");
        assertRefused(Map.of("token-variable", "TOKEN"), "the token would travel in the clear");
        assertRefused(Map.of("tls", "true", "token-variable", "T", "token-file", "f"), "set one of them");
        assertRefused(Map.of("max-bytes", "1"), "[max-bytes]", "max-message-bytes");
    }

    private static GrpcSettings read(Map<String, String> settings) {
        SettingsReader reader = new SettingsReader("a client", settings);
        GrpcSettings read = GrpcSettings.of(reader);
        reader.end();
        return read;
    }

    private static void assertRefused(Map<String, String> settings, String... words) {
        Map<String, String> whole = new HashMap<>(Map.of("endpoint", "triton:8001"));
        whole.putAll(settings);
        assertThatThrownBy(() -> read(whole))
                .as(settings.toString())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words);
    }
}
