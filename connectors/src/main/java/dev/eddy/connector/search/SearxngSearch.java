// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hc.core5.net.URIBuilder;

/** A search as SearXNG understands it: what is asked and what the answer means. Pure. */
final class SearxngSearch {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DATE_LETTERS = "2026-12-01".length();

    private SearxngSearch() {}

    /**
     * A page that was found.
     *
     * @param date as the engine says it; null where it does not
     */
    record Hit(URI uri, String title, String date) {}

    /** Where the answer to a query is. */
    static URI uri(URI engine, String query, String language) {
        try {
            return new URIBuilder(engine + "/search")
                    .addParameter("q", plain(query))
                    .addParameter("language", language)
                    .addParameter("format", "json")
                    .build();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the engine's address " + engine + " has no search", e);
        }
    }

    /** Words that begin with a mark are orders to the engine ({@code !images}, {@code :de}, {@code <5}): they lose it. */
    static String plain(String query) {
        return Arrays.stream(query.strip().split("\\s+"))
                .map(word -> word.replaceFirst("^[!:<?]+", ""))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /**
     * The pages, best first, each once.
     *
     * @throws PortException INVALID for what is no list of results
     */
    static List<Hit> hits(byte[] answer) {
        JsonNode results = parse(answer).path("results");
        if (!results.isArray()) {
            throw invalid("it has no 'results'");
        }
        List<Hit> hits = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (JsonNode result : results) {
            String address = result.path("url").asText("");
            if (seen.add(address)) {
                try {
                    hits.add(new Hit(
                            new URI(address), result.path("title").asText("").strip(), date(result)));
                } catch (URISyntaxException foreign) {
                    continue; // the engine's results come from anywhere; one that leads nowhere is none
                }
            }
        }
        return hits;
    }

    private static String date(JsonNode result) {
        String date = result.path("publishedDate").asText("");
        return date.length() < DATE_LETTERS ? null : date.substring(0, DATE_LETTERS);
    }

    private static JsonNode parse(byte[] answer) {
        try {
            return JSON.readTree(answer);
        } catch (IOException e) {
            throw invalid(
                    "it is no JSON: " + e.getMessage() + ". Its settings.yml must list 'json' under 'search.formats'");
        }
    }

    private static PortException invalid(String why) {
        return new PortException(EffectStatus.INVALID, "the search engine's answer cannot be used: " + why);
    }
}
