// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.acticl.ToolCall.Search;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Picture;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the channels are asked in a search.
 *
 * @param channels empty where the search is refused
 * @param error null where it is not
 */
record RetrievalGoal(Map<Channel, ChannelQuery> channels, CallError error) {

    /** The goal of a search in a run's present state. */
    static RetrievalGoal of(ActIclState state, Search search, Tokenizer tokenizer, int textTokens) {
        if (state.mode() == Mode.FIXED_GOAL) {
            return of(
                    EnumSet.allOf(Channel.class),
                    state.pictures(),
                    state.query().getText(),
                    state.query().getText());
        }
        if (tokenizer.encode(search.visualQuery()).length > textTokens
                || tokenizer.encode(search.taskQuery()).length > textTokens) {
            return refused(CallError.MALFORMED);
        }
        List<Picture> references = new ArrayList<>();
        for (ImageRef reference : search.references()) {
            List<Picture> pictures = pictures(state, reference);
            if (reference.position() > pictures.size()) {
                return refused(CallError.BAD_IMAGE_REF);
            }
            references.add(pictures.get(reference.position() - 1));
        }
        Set<Channel> enabled = EnumSet.copyOf(search.mode().channels());
        enabled.retainAll(state.mode().channels());
        enabled.removeAll(search.disabled());
        return of(enabled, references, search.visualQuery(), search.taskQuery());
    }

    /** The one goal of the similarity baseline: the query's own pictures and text. */
    static RetrievalGoal similarity(ActIclState state) {
        return of(
                EnumSet.of(Channel.I2I, Channel.T2T),
                state.pictures(),
                "",
                state.query().getText());
    }

    private static RetrievalGoal of(Set<Channel> enabled, List<Picture> references, String visual, String task) {
        Map<Channel, ChannelQuery> channels = new EnumMap<>(Channel.class);
        if (enabled.contains(Channel.I2I) && !references.isEmpty()) {
            channels.put(Channel.I2I, new ChannelQuery(references, ""));
        }
        if (enabled.contains(Channel.T2I) && !visual.isBlank()) {
            channels.put(Channel.T2I, new ChannelQuery(List.of(), visual));
        }
        if (enabled.contains(Channel.T2T) && !task.isBlank()) {
            channels.put(Channel.T2T, new ChannelQuery(List.of(), task));
        }
        return channels.isEmpty() ? refused(CallError.NO_CHANNEL) : new RetrievalGoal(channels, null);
    }

    private static RetrievalGoal refused(CallError error) {
        return new RetrievalGoal(Map.of(), error);
    }

    /** The pictures that a reference chooses from; none where it names no demonstration that the agent has read. */
    private static List<Picture> pictures(ActIclState state, ImageRef reference) {
        if (reference.ofQuery()) {
            return state.pictures();
        }
        Demo demo = Demo.find(state.demos(), reference.demo());
        return demo == null || demo.shown() == null ? List.of() : demo.record().getPictures();
    }
}
