// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.EffectValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Tells whether an answer is right where spelling may differ, as a language model does that is shown the reference answers.
 * Thread-safe; never blocks the caller. Failures complete the future with a {@link PortException}.
 */
public interface Judge extends AutoCloseable {
    CompletableFuture<EffectValue.Judgement> judge(String question, String answer, List<String> targets);

    @Override
    void close();
}
