// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.ShownPicture;
import java.util.List;

/**
 * A piece of a prompt: what stays together from call to call. Stored once a trajectory, shown as often as the agent likes.
 *
 * @param id unique in a run, given in order of first showing from 0: a prompt's ids not seen before are larger than all seen
 * @param kind for readers: {@code instructions}, {@code query}, {@code record}, {@code preview} ...
 * @param tokens ids, image pads included; not to be changed
 * @param pictures in order of their pads
 */
public record PromptSegment(int id, String kind, int[] tokens, List<ShownPicture> pictures) {
    public PromptSegment {
        pictures = List.copyOf(pictures);
    }
}
