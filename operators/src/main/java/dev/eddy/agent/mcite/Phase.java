// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

/** What a run waits for: one effect, the last one numbered. */
sealed interface Phase {
    /** The one search of mode {@code rag}. */
    record Gathering() implements Phase {}

    /** The policy is choosing an action. */
    record Thinking() implements Phase {}

    record Searching(Call call, Action.Search search) implements Phase {}

    record Cropping(Call call, Action.Crop crop) implements Phase {}

    /** What a model said, and in which effect. */
    record Call(int effect, String text, ModelOutput output) {}
}
