// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.openai;

import dev.eddy.agent.SettingsReader;
import dev.eddy.connector.http.ServerUrl;
import dev.eddy.connector.qwen.QwenSettings;
import dev.eddy.connector.security.ClientSecurity;
import java.net.URI;

/**
 * Where an OpenAI-compatible server is and how it is asked. Holds no secret, only where one is to be read.
 *
 * @param url {@code url}: where its API begins, {@code https://models.example.org/v1}
 * @param model see {@link QwenSettings}
 * @param security see {@link ClientSecurity}
 * @param maxBytes {@code max-bytes} (16 MiB): of an answer
 * @param connections {@code connections} (128): most calls at once
 * @param tries {@code tries} (3): how often a call is made, at most, that fails in a way that may pass
 */
record OpenAiSettings(URI url, QwenSettings model, ClientSecurity security, int maxBytes, int connections, int tries) {
    private static final int MOST_TRIES = 10;

    /** @throws IllegalArgumentException naming the setting at fault */
    static OpenAiSettings of(SettingsReader settings) {
        URI url = ServerUrl.of(
                "url",
                settings.needed("url", "where the server's API begins, such as 'https://models.example.org/v1'"));
        OpenAiSettings read = new OpenAiSettings(
                url,
                QwenSettings.of(settings),
                ClientSecurity.of(settings, url.getScheme().equals("https"), "let 'url' begin with https"),
                settings.atLeast(1, "max-bytes", 16 << 20),
                settings.atLeast(1, "connections", 128),
                (int) settings.whole("tries", 3, 1, MOST_TRIES));
        settings.end();
        return read;
    }
}
