// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.description.HtmlFormatter;

/** Turns an option's description into plain text. */
final class Descriptions {
    private Descriptions() {}

    static String plain(ConfigOption<?> option) {
        String html = new HtmlFormatter().format(option.description());
        return html.replaceAll("<[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }
}
