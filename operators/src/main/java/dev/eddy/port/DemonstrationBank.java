// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.port;

import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.EffectValue;
import dev.eddy.schemas.Channel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Banks of demonstrations. A bank is a view: a pool of records, the members, the targets of this view; opened by id, never
 * copied. Thread-safe; never blocks the caller. A bank or record that does not exist fails with REJECTED.
 */
public interface DemonstrationBank extends AutoCloseable {
    /** Size of a bank, and the tokens of its {@code shortest} shortest full records together. */
    CompletableFuture<EffectValue.Bank> open(String bankId, int shortest);

    /**
     * Exact similarity search, one list a channel: image to image by the best pair of pictures, text to image by the best
     * picture, text to text by the record's input text. A channel that the bank has no vectors for gives an empty list.
     */
    CompletableFuture<EffectValue.Hits> search(String bankId, Map<Channel, ChannelQuery> channels, int limit);

    CompletableFuture<EffectValue.Records> fetch(String bankId, List<String> records, boolean withTarget);

    /** Uniform without replacement, the same for the same seed; fewer where the bank is smaller. */
    CompletableFuture<EffectValue.Records> sample(String bankId, int count, long seed);

    @Override
    void close();
}
