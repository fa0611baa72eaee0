// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.http;

import java.net.URI;
import java.net.URISyntaxException;

/** Reads where a server is that a deployer names. */
public final class ServerUrl {
    private ServerUrl() {}

    /**
     * Without a slash at its end.
     *
     * @param setting that says it
     * @throws IllegalArgumentException if it is not of HTTP or holds more than host, port and path; shows no password
     */
    public static URI of(String setting, String text) {
        try {
            URI url = new URI(text.replaceAll("/+$", ""));
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (http && url.getHost() != null && url.getRawUserInfo() == null && url.getRawQuery() == null) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw refused(setting, text);
        }
        throw refused(setting, text);
    }

    private static IllegalArgumentException refused(String setting, String text) {
        return new IllegalArgumentException("setting '" + setting
                + "' must be of the form https://host/path, without user and password, got '"
                + text.replaceAll("//[^/@]*@", "//...@") + "'");
    }
}
