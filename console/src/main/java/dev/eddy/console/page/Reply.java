// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An answer of the page's server.
 *
 * @param type the content's media type
 * @param headers besides the type and what every reply carries
 */
record Reply(int status, String type, byte[] content, Map<String, String> headers) {
    private static final ObjectMapper JSON = new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.ALWAYS);

    static Reply json(Object value) {
        try {
            return new Reply(
                    200, "application/json", JSON.writeValueAsBytes(value), Map.of("Cache-Control", "no-store"));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value.getClass(), e);
        }
    }

    static Reply text(int status, String sentence) {
        return new Reply(
                status,
                "text/plain; charset=utf-8",
                sentence.getBytes(StandardCharsets.UTF_8),
                Map.of("Cache-Control", "no-store"));
    }

    static Reply redirect(String location, String cookie) {
        return new Reply(303, "text/plain", new byte[0], Map.of("Location", location, "Set-Cookie", cookie));
    }
}
