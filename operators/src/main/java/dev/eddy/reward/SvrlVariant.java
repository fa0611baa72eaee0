// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.reward;

import java.util.Arrays;
import java.util.stream.Collectors;

/** SVRL's reward, and those that it is compared with: which factors a right answer is multiplied with. */
enum SvrlVariant {
    SVRL("svrl", true, true, true, true, false, false),
    NO_AWARE("no_aware", false, true, true, true, false, false),
    QUERY_ALIGN("query_align", false, false, true, false, false, false),
    SEARCH_AWARE("search_aware", true, false, false, false, false, false),
    /** MMSearch-R1: a discount for tools, and a format that knows four sequences of actions. */
    MMSEARCH_R1("mmsearch_r1", false, false, false, false, true, false),
    /** The same with a judge's verdict in place of the match. */
    LLM_JUDGE("llm_judge", false, false, false, false, true, true);

    private final String variantName;
    final boolean aware;
    final boolean count;
    final boolean queries;
    final boolean snippets;
    final boolean ancestor;
    final boolean judged;

    SvrlVariant(
            String variantName,
            boolean aware,
            boolean count,
            boolean queries,
            boolean snippets,
            boolean ancestor,
            boolean judged) {
        this.variantName = variantName;
        this.aware = aware;
        this.count = count;
        this.queries = queries;
        this.snippets = snippets;
        this.ancestor = ancestor;
        this.judged = judged;
    }

    /** True where there is no reward without a verifier's labels. */
    boolean needsLabels() {
        return queries || snippets;
    }

    static SvrlVariant named(String name) {
        return Arrays.stream(values())
                .filter(variant -> variant.variantName.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("SVRL has no reward named '" + name + "'; it has "
                        + Arrays.stream(values())
                                .map(variant -> variant.variantName)
                                .collect(Collectors.joining(", "))));
    }
}
