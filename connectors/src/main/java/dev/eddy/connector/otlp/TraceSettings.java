// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.otlp;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.security.ClientSecurity;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How spans reach a collector: OTLP over HTTP, in protobuf.
 *
 * @param endpoint with the path, which is {@code /v1/traces} for most
 * @param deadline {@code deadline-ms} (10000) of one request
 */
record TraceSettings(URI endpoint, Duration deadline, ClientSecurity security) {
    /** Takes {@code deadline-ms} and those of {@link ClientSecurity}; throws {@link IllegalArgumentException} naming what is wrong. */
    static TraceSettings of(String endpoint, Map<String, String> settings) {
        URI uri = URI.create(endpoint);
        if (!("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) || uri.getHost() == null) {
            throw new IllegalArgumentException(
                    "'" + endpoint + "' is no address of a collector, such as http://collector:4318/v1/traces");
        }
        SettingsReader reader = new SettingsReader("traces", settings);
        Duration deadline = Duration.ofMillis(reader.atLeast(1, "deadline-ms", 10_000));
        ClientSecurity security =
                ClientSecurity.of(reader, "https".equals(uri.getScheme()), "let the endpoint begin with https://");
        reader.end();
        return new TraceSettings(uri, deadline, security);
    }

    /** Tries a request some times before it calls it failed. */
    OtlpHttpSpanExporter exporter(UnaryOperator<String> environment) throws IOException {
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(endpoint.toString())
                .setTimeout(deadline)
                .setCompression("gzip")
                .setRetryPolicy(RetryPolicy.builder()
                        .setRetryExceptionPredicate(failure -> true)
                        .build());
        if (security.authorities().isPresent()) {
            builder.setTrustedCertificates(
                    Files.readAllBytes(security.authorities().get()));
        }
        if (security.certificate().isPresent()) {
            builder.setClientTls(
                    Files.readAllBytes(security.key().orElseThrow()),
                    Files.readAllBytes(security.certificate().get()));
        }
        String token = security.token(environment);
        if (!token.isEmpty()) {
            builder.addHeader("Authorization", "Bearer " + token);
        }
        return builder.build();
    }
}
