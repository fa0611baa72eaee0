// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.language;

import java.util.List;
import java.util.Set;

/** What pages say that is about nothing. */
public final class Boilerplate {
    /** Sentences of it. */
    public static final List<String> SENTENCES = List.of(
            "Accept all cookies to continue.",
            "Subscribe to our newsletter for more.",
            "Sign in to read the rest.",
            "This advertisement keeps our pages free.",
            "Our privacy terms have been updated.",
            "Download the app for full access.");

    private static final Set<String> SIGNS =
            Set.of("cookies", "newsletter", "sign", "advertisement", "privacy", "download");

    private Boilerplate() {}

    /** The share of a text's words that stand in such sentences, 0 to 1; 0 for a text without words. */
    public static double share(String text) {
        int all = 0;
        int vain = 0;
        for (String sentence : Sentences.of(text)) {
            List<String> words = Sentences.words(sentence);
            all += words.size();
            vain += words.stream().anyMatch(SIGNS::contains) ? words.size() : 0;
        }
        return all == 0 ? 0 : (double) vain / all;
    }
}
