// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.schemas.Decoding;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Inference on a policy. Thread-safe; never blocks the caller. Failures complete the future with a {@link PortException}. */
public interface PolicyModel extends AutoCloseable {
    /** Generates from exactly the weights asked for, loading them by hash where it does not hold them. */
    CompletableFuture<Generation> generate(Request request);

    /** What it is, beside its weights. */
    ModelCard card();

    /** Whose ids it reads and writes; agents that ask it count and write tokens with the same one. */
    Tokenizer tokenizer();

    /**
     * @param requestId the same for every attempt at the same call
     * @param rolloutId whose call it is: the prompts of a rollout begin alike, so that a server that knows one reads the next faster
     * @param prompt tokens and pictures exactly as shown
     * @param maxTokens cap of generated tokens
     * @param seed of the sampling; equal requests with equal seeds get equal answers from a deterministic model
     * @param temperature of the sampling where it is not the model's own; null where it is
     */
    record Request(
            String requestId,
            String rolloutId,
            PolicyVersion version,
            List<PromptSegment> prompt,
            int maxTokens,
            Decoding decoding,
            long seed,
            Double temperature) {
        /** At the model's own temperature. */
        public Request(
                String requestId,
                String rolloutId,
                PolicyVersion version,
                List<PromptSegment> prompt,
                int maxTokens,
                Decoding decoding,
                long seed) {
            this(requestId, rolloutId, version, prompt, maxTokens, decoding, seed, null);
        }
    }

    @Override
    void close();
}
