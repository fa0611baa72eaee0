// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.EffectValue;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PageRegion;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Tells whether an answer is right where spelling may differ, and whether a citation supports it, as a language model does.
 * Thread-safe; never blocks the caller. Failures complete the future with a {@link PortException}.
 */
public interface Judge extends AutoCloseable {
    /** @param targets the reference answers: the answer is to mean the same as one of them */
    CompletableFuture<EffectValue.Judgement> judge(String question, String answer, List<String> targets);

    /**
     * Whether the answer to the question can be read off the cited region alone. A judge that sees no pictures fails with
     * INVALID.
     *
     * @param citation with the content hash of its page's picture
     */
    default CompletableFuture<EffectValue.Judgement> supports(String question, String answer, PageRegion citation) {
        return CompletableFuture.failedFuture(
                new PortException(EffectStatus.INVALID, "this judge sees no pictures, so it cannot judge a citation"));
    }

    @Override
    void close();
}
