// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import dev.eddy.agent.SettingsReader;
import java.time.Duration;
import java.util.List;

/**
 * What a picture source reaches for and how much of it it takes.
 *
 * @param hosts {@code hosts}: names that may be asked, separated by commas, each with a port where it is not its scheme's
 *     own: {@code pictures.example.org, cdn.example.org:8443}; {@code *.example.org} stands for all below it
 * @param schemes {@code schemes} (https): {@code https} or {@code http,https}
 * @param privateAddresses {@code private-addresses} (false): whether a name may stand for an address that is not public
 * @param maxBytes {@code max-bytes} (16 MiB): of a picture as it is sent
 * @param redirects {@code redirects} (3): how many are followed, each held to the same rules
 * @param connections {@code connections} (32): most at once
 * @param deadline {@code deadline-ms} (5000): how long a picture may take, redirects included
 */
record HttpPictureSettings(
        List<String> hosts,
        List<String> schemes,
        boolean privateAddresses,
        int maxBytes,
        int redirects,
        int connections,
        Duration deadline) {
    /** @throws IllegalArgumentException naming the setting at fault */
    static HttpPictureSettings of(SettingsReader settings) {
        HttpPictureSettings read = new HttpPictureSettings(
                words(settings.needed("hosts", "names of the hosts that pictures may be fetched from")),
                words(settings.oneOf("schemes", "https", List.of("https", "http,https"))),
                settings.flag("private-addresses", false),
                settings.atLeast(1, "max-bytes", 16 << 20),
                settings.atLeast(0, "redirects", 3),
                settings.atLeast(1, "connections", 32),
                Duration.ofMillis(settings.atLeast(1, "deadline-ms", 5000)));
        settings.end();
        return read;
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s*,\\s*"));
    }
}
