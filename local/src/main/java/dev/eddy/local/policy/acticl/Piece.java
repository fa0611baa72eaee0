// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.local.policy.Sight;
import java.util.List;
import java.util.Set;

/** What the policy understood of one segment of a prompt. */
sealed interface Piece {
    /**
     * Where the tools are defined.
     *
     * @param tools names of the tools that there are
     * @param visual whether a search may be by picture
     * @param textual whether a search may be by text
     */
    record Instructions(Set<String> tools, boolean visual, boolean textual) implements Piece {}

    /**
     * @param text without the names
     * @param allowed names that an answer may have, in the order given; empty where the text does not restrict them
     */
    record Question(List<Sight> pictures, String text, List<String> allowed) implements Piece {}

    /** A record that was read, with its target. */
    record Demonstration(int index, List<Sight> pictures, String target, int tokens) implements Piece {}

    /** Whether the demonstration before it is in the context. */
    record Mark(boolean kept) implements Piece {}

    record Preview(int index, List<Sight> pictures, int tokens) implements Piece {}

    /**
     * A past search.
     *
     * @param subject what was searched for, as {@link Action#subject} has it
     * @param found how many previews were new
     */
    record Search(String subject, int found) implements Piece {}

    record Resources(int calls, int acquisitionTokens, int contextTokens) implements Piece {}

    /** @param count demonstrations asked for; null where the policy chooses */
    record Request(Integer count) implements Piece {}

    /** A demonstration in an answering prompt. */
    record Shot(List<Sight> pictures, String target) implements Piece {}

    /** The end of an answering prompt. */
    record Ask(List<Sight> pictures, List<String> allowed) implements Piece {}

    /** Nothing that the policy makes use of. */
    record Other() implements Piece {}
}
