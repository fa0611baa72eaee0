// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import java.util.List;

/**
 * A piece of a prompt: what stays together from call to call. Stored once a trajectory, shown as often as the agent likes.
 *
 * @param id unique in a run, given in order of first showing from 0: a prompt's ids not seen before are larger than all seen
 * @param kind for readers: {@code instructions}, {@code query}, {@code record}, {@code preview} ...
 * @param content tokens and pictures
 * @param shared true for what a great many runs show: its tokens are stored once for all, not once a trajectory
 */
public record PromptSegment(int id, String kind, Content content, boolean shared) {
    /** A segment of this run alone. */
    public PromptSegment(int id, String kind, int[] tokens, List<ShownPicture> pictures) {
        this(id, kind, new Content(tokens, pictures), false);
    }

    /** Ids, image pads included; not to be changed. */
    public int[] tokens() {
        return content.tokens();
    }

    /** In order of their pads. */
    public List<ShownPicture> pictures() {
        return content.pictures();
    }

    /** As the wire has it, tokens and all. */
    public Segment toRecord() {
        return new Segment(id, kind, Packed.ints(tokens()), tokens().length, pictures(), null);
    }

    /** From a record that has its tokens: a segment of this run alone. */
    public static PromptSegment of(Segment segment) {
        return new PromptSegment(
                segment.getId(), segment.getKind(), Packed.ints(segment.getTokens()), segment.getPictures());
    }
}
