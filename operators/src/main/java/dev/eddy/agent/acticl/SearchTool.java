// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.acticl.Phase.Call;
import dev.eddy.agent.acticl.Phase.Previewing;
import dev.eddy.agent.acticl.Phase.Retrieving;
import dev.eddy.agent.acticl.ToolCall.Search;
import dev.eddy.agent.acticl.Verdict.Accepted;
import dev.eddy.agent.acticl.Verdict.Awaiting;
import dev.eddy.agent.acticl.Verdict.Rejected;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.ChannelHits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The tool {@code search} (Section 3.3, Appendix A.1): channels, fusion, previews. Immutable and thread-safe. */
final class SearchTool {
    private final ActIclSettings settings;
    private final Tokenizer tokenizer;
    private final ActIclText text;

    SearchTool(ActIclSettings settings, Tokenizer tokenizer, ActIclText text) {
        this.settings = settings;
        this.tokenizer = tokenizer;
        this.text = text;
    }

    /** What the channels are asked. */
    RetrievalGoal goal(ActIclState state, Search search) {
        return RetrievalGoal.of(state, search, tokenizer, settings.searchTextTokens());
    }

    Verdict search(Draft draft, Call call, Search search) {
        CallError error = goal(draft.state(), search).error();
        return error == null ? new Awaiting(new Retrieving(call)) : new Rejected(error);
    }

    /**
     * Chooses the result: what is known among the best N_cand, and N_cand new ones. With {@code exclude-seen} off what is known
     * takes the place of new ones.
     */
    Verdict retrieved(Draft draft, Retrieving phase, List<ChannelHits> lists) {
        Search search = (Search) phase.call().output().call();
        draft.count("searches");
        draft.count("searches." + search.mode().name().toLowerCase(Locale.ROOT));
        lists.forEach(list -> draft.count("channels." + list.getChannel().name().toLowerCase(Locale.ROOT)));
        Map<String, Integer> seen = seen(draft);
        List<String> ranking = new ArrayList<>();
        int fresh = 0;
        int rank = 0;
        for (Fusion.Ranked ranked : Fusion.fuse(lists, settings.listLength(), settings.rrfConstant())) {
            boolean known = seen.containsKey(ranked.record());
            boolean amongBest = rank++ < settings.candidates();
            if (amongBest || settings.excludeSeen() && !known && fresh < settings.candidates()) {
                ranking.add(ranked.record());
                fresh += known ? 0 : 1;
            }
        }
        Previewing next = new Previewing(phase.call(), ranking);
        return fresh == 0 ? previewed(draft, next, List.of()) : new Awaiting(next);
    }

    /** The records of a search's result that the agent has not seen yet. */
    static List<String> fresh(ActIclState state, Previewing phase) {
        Set<String> fresh = new LinkedHashSet<>(phase.ranking());
        state.pool().forEach(candidate -> fresh.remove(candidate.recordId()));
        state.demos().forEach(demo -> fresh.remove(demo.record().getRecordId()));
        return List.copyOf(fresh);
    }

    /** Numbers the new candidates and puts their previews into the pool. */
    Verdict previewed(Draft draft, Previewing phase, List<BankRecord> records) {
        Map<String, Integer> indices = seen(draft);
        List<Integer> known = phase.ranking().stream()
                .filter(indices::containsKey)
                .map(indices::get)
                .toList();
        List<Integer> fresh = new ArrayList<>();
        List<Candidate> pool = new ArrayList<>(draft.pool);
        boolean marked = !draft.mode.offersRead();
        for (BankRecord record : records) {
            int index = draft.takeIndex();
            PromptSegment preview = text.preview(draft.takeSegment(), index, record, marked);
            if (marked) {
                draft.showMark(false);
            }
            pool.add(new Candidate(index, record.getRecordId(), preview));
            indices.put(record.getRecordId(), index);
            fresh.add(index);
        }
        draft.pool = pool;
        List<Integer> returned = phase.ranking().stream().map(indices::get).toList();
        return new Accepted(Feedback.searched(returned, fresh, known));
    }

    private static Map<String, Integer> seen(Draft draft) {
        Map<String, Integer> seen = new HashMap<>();
        draft.pool.forEach(candidate -> seen.put(candidate.recordId(), candidate.index()));
        draft.demos.forEach(demo -> seen.put(demo.record().getRecordId(), demo.index()));
        return seen;
    }
}
