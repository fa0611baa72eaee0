// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.acticl.Phase.Call;
import dev.eddy.agent.acticl.Phase.Keeping;
import dev.eddy.agent.acticl.Phase.Reading;
import dev.eddy.agent.acticl.ToolCall.Curate;
import dev.eddy.agent.acticl.ToolCall.Read;
import dev.eddy.agent.acticl.Verdict.Accepted;
import dev.eddy.agent.acticl.Verdict.Awaiting;
import dev.eddy.agent.acticl.Verdict.Rejected;
import dev.eddy.schemas.BankRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The tools {@code read} and {@code curate} (Section 3.2, Appendix A.2). Immutable and thread-safe. */
final class ContextTools {
    private final ActIclText text;
    private final Ending ending;

    ContextTools(ActIclText text, Ending ending) {
        this.text = text;
        this.ending = ending;
    }

    Verdict read(Draft draft, Call call, Read read) {
        if (unknown(draft, read.index())) {
            return new Rejected(CallError.UNKNOWN_INDEX);
        }
        if (candidate(draft.pool, read.index()) == null) {
            return new Rejected(CallError.NOT_IN_POOL);
        }
        Integer count = draft.query.getCount();
        if (!draft.mode.offersCurate() && count != null && draft.demos.size() >= count) {
            return new Rejected(CallError.COUNT_MISMATCH);
        }
        return new Awaiting(new Reading(call));
    }

    /** Moves a candidate from the pool to the acquired demonstrations. */
    Verdict opened(Draft draft, Reading phase, BankRecord record) {
        int index = ((Read) phase.call().output().call()).index();
        int tokens = shotTokens(record);
        boolean keep = !draft.mode.offersCurate();
        if (keep && !ending.fits(draft, Demo.contextTokens(draft.demos) + tokens)) {
            return new Rejected(CallError.OVER_CONTEXT);
        }
        draft.count("reads");
        draft.pool = draft.pool.stream()
                .filter(candidate -> candidate.index() != index)
                .toList();
        PromptSegment shown = text.record(draft.takeSegment(), index, record);
        draft.showMark(keep);
        draft.demos = Draft.append(draft.demos, new Demo(index, record, shown, tokens, keep));
        return new Accepted(Feedback.read(index, tokens));
    }

    Verdict curate(Draft draft, Call call, Curate curate) {
        List<Integer> named = new ArrayList<>(curate.add());
        named.addAll(curate.delete());
        if (named.stream().anyMatch(index -> unknown(draft, index))) {
            return new Rejected(CallError.UNKNOWN_INDEX);
        }
        if (named.isEmpty() || new HashSet<>(named).size() < named.size() || !allowed(draft, curate)) {
            return new Rejected(CallError.CURATE_CONSTRAINT);
        }
        return unread(draft.state(), curate).isEmpty()
                ? keep(draft, curate, draft.demos)
                : new Awaiting(new Keeping(call));
    }

    private static boolean allowed(Draft draft, Curate curate) {
        for (int index : curate.add()) {
            Demo demo = Demo.find(draft.demos, index);
            if (demo == null ? draft.mode.offersRead() : demo.kept()) {
                return false;
            }
        }
        for (int index : curate.delete()) {
            if (!Demo.keeps(draft.demos, index)) {
                return false;
            }
        }
        int size = Demo.kept(draft.demos).size()
                + curate.add().size()
                - curate.delete().size();
        Integer count = draft.query.getCount();
        return count == null || size <= count;
    }

    /** Candidates that a curate call adds from their previews. */
    static List<Candidate> unread(ActIclState state, Curate curate) {
        return curate.add().stream()
                .filter(index -> Demo.find(state.demos(), index) == null)
                .map(index -> candidate(state.pool(), index))
                .toList();
    }

    /** The full records of those candidates have come, in the same order. */
    Verdict fetched(Draft draft, Keeping phase, List<BankRecord> records) {
        Curate curate = (Curate) phase.call().output().call();
        List<Candidate> unread = unread(draft.state(), curate);
        List<Demo> demos = new ArrayList<>(draft.demos);
        for (int i = 0; i < records.size(); i++) {
            BankRecord record = records.get(i);
            demos.add(new Demo(unread.get(i).index(), record, null, shotTokens(record), false));
        }
        return keep(draft, curate, demos);
    }

    /** Carries out a curate call on these demonstrations if the context that it makes fits. */
    private Verdict keep(Draft draft, Curate curate, List<Demo> demos) {
        List<Demo> next = demos.stream()
                .map(demo -> curate.add().contains(demo.index()) ? demo.kept(true) : demo)
                .map(demo -> curate.delete().contains(demo.index()) ? demo.kept(false) : demo)
                .toList();
        int tokens = Demo.contextTokens(next);
        if (!ending.fits(draft, tokens)) {
            return new Rejected(CallError.OVER_CONTEXT);
        }
        draft.demos = next;
        if (!curate.add().isEmpty()) {
            draft.showMark(true);
        }
        int free = ending.tier(draft).contextTokens() - tokens;
        return new Accepted(Feedback.curated(curate, Demo.kept(next).size(), free));
    }

    /** The candidate of this number; null if it is not in the pool. */
    static Candidate candidate(List<Candidate> pool, int index) {
        for (Candidate candidate : pool) {
            if (candidate.index() == index) {
                return candidate;
            }
        }
        return null;
    }

    int shotTokens(BankRecord record) {
        return text.shot(0, record).tokens().length;
    }

    private static boolean unknown(Draft draft, int index) {
        return index < 1 || index >= draft.nextIndex();
    }
}
