// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.EffectValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Texts as vectors whose cosine tells how alike they are. Deterministic; thread-safe; never blocks the caller. */
public interface Encoder extends AutoCloseable {
    /** One vector a text, in order, all of one length and none of length 0. */
    CompletableFuture<EffectValue.Vectors> texts(List<String> texts);

    @Override
    void close();
}
