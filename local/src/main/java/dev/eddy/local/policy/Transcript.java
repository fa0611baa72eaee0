// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was understood of a trajectory's segments, to be put together as each call was shown them. Immutable.
 *
 * @param <P> what is understood of a segment
 */
public final class Transcript<P> {
    private final Map<Integer, P> pieces = new HashMap<>();

    /** @param understood one a segment */
    public Transcript(List<PromptSegment> segments, List<P> understood) {
        for (int i = 0; i < segments.size(); i++) {
            pieces.put(segments.get(i).id(), understood.get(i));
        }
    }

    /** The prompt of a call; throws INVALID where it shows a segment that is not there. */
    public List<P> shown(Row row) {
        List<P> shown = new ArrayList<>();
        for (int id : Packed.ints(row.getPrompt())) {
            P piece = pieces.get(id);
            if (piece == null) {
                throw RecordedChoices.invalid(row, "shows segment " + id + ", which is not there");
            }
            shown.add(piece);
        }
        return shown;
    }
}
