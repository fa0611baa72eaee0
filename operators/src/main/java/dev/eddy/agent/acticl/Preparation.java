// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.acticl.Phase.Collecting;
import dev.eddy.agent.acticl.Phase.Failure;
import dev.eddy.agent.acticl.Phase.Inspecting;
import dev.eddy.agent.acticl.Phase.Opening;
import dev.eddy.agent.acticl.Phase.Ranking;
import dev.eddy.agent.acticl.Phase.Sampling;
import dev.eddy.schemas.BankOpened;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * What happens before the first model call: bank and pictures are looked at, what cannot succeed is refused (Appendix B.3), and
 * the baselines' demonstrations are picked. Immutable and thread-safe.
 */
final class Preparation {
    private static final int PICKED = 0;

    private final ActIclSettings settings;
    private final ActIclText text;
    private final Ending ending;
    private final Acquisition acquisition;
    private final ContextTools contextTools;

    Preparation(
            ActIclSettings settings,
            ActIclText text,
            Ending ending,
            Acquisition acquisition,
            ContextTools contextTools) {
        this.settings = settings;
        this.text = text;
        this.ending = ending;
        this.acquisition = acquisition;
        this.contextTools = contextTools;
    }

    /** The state in which a run begins. */
    static ActIclState first(Query query, int rollout) {
        boolean acts = Mode.named(query.getMode()).orElseThrow().acts();
        return new ActIclState(
                query,
                rollout,
                List.of(),
                null,
                List.of(),
                List.of(),
                List.of(),
                1,
                Prompts.FIRST_FREE_ID,
                acts ? 2 : 1,
                -1,
                -1,
                -1,
                0,
                0,
                new TreeMap<>(),
                false,
                acts ? Opening.BEGUN : new Inspecting());
    }

    /** Another one for each rollout of a query. */
    static long seed(ActIclState state) {
        Query query = state.query();
        return (query.getSeed() * 31 + state.rollout()) * 0x9E3779B97F4A7C15L
                + query.getQueryId().hashCode();
    }

    /** How many records the similarity baseline's channels rank. */
    static int listLength(Query query, ActIclSettings settings) {
        return Math.max(settings.listLength(), query.getCount());
    }

    /** Goes on when both have answered, so that which came first makes no difference. */
    void opening(Draft draft, Opening phase) {
        draft.phase = phase;
        if (phase.bankPending() || phase.picturesPending(draft.pictures)) {
            return;
        }
        if (phase.bankFailure() != null) {
            refused(draft, "bank " + draft.query.getBankId() + " cannot be opened", phase.bankFailure());
        } else if (phase.pictureFailure() != null) {
            refused(draft, "the query's pictures cannot be used", phase.pictureFailure());
        } else {
            String infeasible = infeasible(draft, phase.bank());
            if (infeasible == null) {
                draft.question = text.query(Prompts.QUESTION_ID, draft.query.getText(), draft.pictures);
                acquisition.proceed(draft);
            } else {
                ending.failed(draft, Termination.REJECTED, infeasible);
            }
        }
    }

    /** Why no sequence of calls can commit the count asked for; null where one might. */
    private String infeasible(Draft draft, BankOpened bank) {
        Integer count = draft.query.getCount();
        Tier tier = ending.tier(draft);
        if (count == null) {
            return null;
        }
        String asked = count + " demonstrations are asked for, but ";
        if (bank.getSize() < count) {
            return asked + "bank " + draft.query.getBankId() + " holds " + bank.getSize();
        }
        if (bank.getShortestTokens() > tier.contextTokens()) {
            return asked + "the shortest take " + bank.getShortestTokens() + " tokens and tier " + draft.query.getTier()
                    + " allows a context of " + tier.contextTokens();
        }
        int calls = draft.mode.fewestCalls(count, settings.candidates());
        if (calls > tier.calls()) {
            return asked + "that takes " + calls + " calls at least and tier " + draft.query.getTier() + " allows "
                    + tier.calls();
        }
        return null;
    }

    /** The pictures of a query without tool calls are fine. */
    void inspected(Draft draft, List<Picture> pictures) {
        draft.pictures = pictures;
        if (!ending.fits(draft, 0)) {
            ending.failed(
                    draft,
                    Termination.CONTEXT_OVERFLOW,
                    "query and instruction leave no room for " + settings.answerTokens()
                            + " answer tokens in a window of " + settings.window());
        } else if (!draft.mode.needsCount() || draft.query.getCount() == 0) {
            ending.commit(draft, false);
        } else {
            draft.await(draft.mode == Mode.RANDOM ? new Sampling() : new Ranking(), 1);
        }
    }

    /** The similarity baseline's search is done. */
    void ranked(Draft draft, List<ChannelHits> lists) {
        int limit = listLength(draft.query, settings);
        List<String> best = Fusion.fuse(lists, limit, settings.rrfConstant()).stream()
                .limit(draft.query.getCount())
                .map(Fusion.Ranked::record)
                .toList();
        if (best.isEmpty()) {
            ending.commit(draft, false);
        } else {
            draft.await(new Collecting(best), 1);
        }
    }

    /** Keeps records in their order up to the first that does not fit, and commits them. */
    void picked(Draft draft, List<BankRecord> records) {
        List<Demo> demos = new ArrayList<>();
        int sum = 0;
        for (BankRecord record : records) {
            int tokens = contextTools.shotTokens(record);
            sum += tokens;
            if (!ending.fits(draft, sum)) {
                break;
            }
            demos.add(new Demo(PICKED, record, null, tokens, true));
        }
        draft.demos = demos;
        ending.commit(draft, false);
    }

    /** Bank or pictures did not do: the query's fault, or the infrastructure's. */
    void refused(Draft draft, String what, Failure failure) {
        ending.failed(
                draft, failure.infrastructure() ? Termination.TOOL_INFRA : Termination.REJECTED, what + ": " + failure);
    }
}
