// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.http.ServerUrl;
import dev.eddy.connector.security.ClientSecurity;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which search engine is asked, and how the pages that it finds are read. Holds no secret, only where one is to be read.
 *
 * @param url {@code url}: where the engine is, {@code https://searx.example.org}; its answers in JSON must be allowed
 * @param security towards the engine; see {@link ClientSecurity}
 * @param language {@code language} (all): of what is found, as the engine knows it
 * @param words {@code words} (60): of a summary, at most
 * @param hosts {@code hosts} (*): whose pages may be read, separated by commas; {@code *.example.org} stands for all below it, {@code *}
 *     for all at their schemes' own ports
 * @param schemes {@code schemes} (http,https): or {@code https} alone
 * @param privateAddresses {@code private-addresses} (false): whether a page's host may stand for an address that is not public
 * @param robot {@code robot} (eddy): what sites are told is asking, such as {@code eddy/1 (+https://example.org/robot)}; its first word
 *     is what their robots.txt may call it
 * @param delay {@code delay-ms} (1000): between two pages of a host, where its robots.txt does not ask for more
 * @param maxBytes {@code max-bytes} (2 MiB): of a page and of the engine's answer
 * @param redirects {@code redirects} (3): how many a page may take, each held to the same rules
 * @param connections {@code connections} (64): most at once
 * @param page {@code page-deadline-ms} (3000): how long a page may take, waiting for its turn included
 * @param deadline {@code deadline-ms} (8000): how long a search may take
 */
record SearxngSettings(
        URI url,
        ClientSecurity security,
        String language,
        int words,
        List<String> hosts,
        List<String> schemes,
        boolean privateAddresses,
        String robot,
        Duration delay,
        int maxBytes,
        int redirects,
        int connections,
        Duration page,
        Duration deadline) {
    private static final String WEB = "http,https";
    private static final Pattern PRODUCT = Pattern.compile("[A-Za-z_-]+");

    /** @throws IllegalArgumentException naming the setting at fault */
    static SearxngSettings of(SettingsReader settings) {
        URI url =
                ServerUrl.of("url", settings.needed("url", "where the engine is, such as 'https://searx.example.org'"));
        SearxngSettings read = new SearxngSettings(
                url,
                ClientSecurity.of(settings, url.getScheme().equals("https"), "let 'url' begin with https"),
                settings.text("language", "all"),
                settings.atLeast(1, "words", 60),
                words(settings.text("hosts", "*")),
                words(settings.oneOf("schemes", WEB, List.of("https", WEB))),
                settings.flag("private-addresses", false),
                settings.text("robot", "eddy"),
                Duration.ofMillis(settings.atLeast(0, "delay-ms", 1_000)),
                settings.atLeast(1, "max-bytes", 2 << 20),
                settings.atLeast(0, "redirects", 3),
                settings.atLeast(1, "connections", 64),
                Duration.ofMillis(settings.atLeast(1, "page-deadline-ms", 3_000)),
                Duration.ofMillis(settings.atLeast(1, "deadline-ms", 8_000)));
        settings.end();
        if (read.product().isEmpty()) {
            throw new IllegalArgumentException("setting 'robot' must begin with letters, got '" + read.robot + "'");
        }
        return read;
    }

    /** Lower-case; what robots.txt knows robots by (RFC 9309, 2.2.1). */
    String product() {
        Matcher product = PRODUCT.matcher(robot);
        return product.lookingAt() ? product.group().toLowerCase(Locale.ROOT) : "";
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s*,\\s*"));
    }
}
