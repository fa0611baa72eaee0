// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Tokenizer;
import java.util.Arrays;

/** The shortened text of a preview (Appendix A.1): a beginning and an end around a marker, three parts to one. */
final class Excerpt {
    private Excerpt() {}

    /** As {@link #of(int[], int[], int)} by a tokenizer, as text; a letter that the cut goes through is U+FFFD. */
    static String of(String text, String marker, int limit, Tokenizer tokenizer) {
        int[] tokens = tokenizer.encode(text);
        return tokens.length <= limit ? text : tokenizer.decode(of(tokens, tokenizer.encode(marker), limit));
    }

    /** The text whole if it fits {@code limit} tokens, else its first and last tokens, the marker included in the limit. */
    static int[] of(int[] text, int[] marker, int limit) {
        if (text.length <= limit) {
            return text;
        }
        int rest = Math.max(0, limit - marker.length);
        int prefix = rest * 3 / 4;
        int suffix = rest - prefix;
        int[] excerpt = Arrays.copyOf(text, prefix + marker.length + suffix);
        System.arraycopy(marker, 0, excerpt, prefix, marker.length);
        System.arraycopy(text, text.length - suffix, excerpt, prefix + marker.length, suffix);
        return excerpt;
    }
}
