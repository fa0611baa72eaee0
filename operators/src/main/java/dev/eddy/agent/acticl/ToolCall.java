// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.schemas.Channel;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A well-formed tool call. Whether it is allowed is for the environment to say. */
public sealed interface ToolCall {
    /**
     * A retrieval goal (Section 3.3): mode m, reference images alpha, visual description v, task description l.
     *
     * @param visualQuery empty where not given
     * @param taskQuery empty where not given
     * @param disabled channels that the agent switched off
     */
    record Search(
            SearchMode mode, List<ImageRef> references, String visualQuery, String taskQuery, Set<Channel> disabled)
            implements ToolCall {
        public Search {
            references = List.copyOf(references);
            disabled = Set.copyOf(disabled);
        }
    }

    record Read(int index) implements ToolCall {}

    /** Both lists at once or not at all. */
    record Curate(List<Integer> add, List<Integer> delete) implements ToolCall {
        public Curate {
            add = List.copyOf(add);
            delete = List.copyOf(delete);
        }
    }

    record Solve() implements ToolCall {}

    /** Which channels a search opens before any is disabled. */
    enum SearchMode {
        VISUAL(EnumSet.of(Channel.I2I, Channel.T2I)),
        TEXTUAL(EnumSet.of(Channel.T2T)),
        JOINT(EnumSet.allOf(Channel.class));

        private final Set<Channel> channels;

        SearchMode(Set<Channel> channels) {
            this.channels = channels;
        }

        public Set<Channel> channels() {
            return channels;
        }
    }
}
