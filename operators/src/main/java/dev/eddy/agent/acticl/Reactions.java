// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Effect.FetchRecords;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.acticl.Phase.Answer;
import dev.eddy.agent.acticl.Phase.Answering;
import dev.eddy.agent.acticl.Phase.Collecting;
import dev.eddy.agent.acticl.Phase.Failure;
import dev.eddy.agent.acticl.Phase.Fetching;
import dev.eddy.agent.acticl.Phase.Inspecting;
import dev.eddy.agent.acticl.Phase.Keeping;
import dev.eddy.agent.acticl.Phase.Opening;
import dev.eddy.agent.acticl.Phase.Previewing;
import dev.eddy.agent.acticl.Phase.Ranking;
import dev.eddy.agent.acticl.Phase.Reading;
import dev.eddy.agent.acticl.Phase.Retrieving;
import dev.eddy.agent.acticl.Phase.Sampling;
import dev.eddy.agent.acticl.Phase.Thinking;
import dev.eddy.agent.acticl.Verdict.Rejected;
import dev.eddy.schemas.BankOpened;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Termination;
import java.util.List;

/** Takes each completion to the part of the agent that waits for it. Immutable and thread-safe. */
final class Reactions {
    private final Preparation preparation;
    private final Acquisition acquisition;
    private final SearchTool searchTool;
    private final ContextTools contextTools;
    private final Ending ending;
    private final Effects effects;

    Reactions(
            Effects effects,
            Preparation preparation,
            Acquisition acquisition,
            SearchTool searchTool,
            ContextTools contextTools,
            Ending ending) {
        this.effects = effects;
        this.preparation = preparation;
        this.acquisition = acquisition;
        this.searchTool = searchTool;
        this.contextTools = contextTools;
        this.ending = ending;
    }

    /** @param draft of the state, to be changed */
    void react(ActIclState state, Draft draft, EffectResult result) {
        Failure failure = result instanceof Failed failed ? new Failure(failed.status(), failed.error()) : null;
        if (state.phase() instanceof Opening opening) {
            opening(draft, opening, result, failure);
        } else if (state.phase() instanceof Answering answering) {
            Answer answer = failure == null
                    ? new Answer(result.value(Generation.class).text(), null)
                    : new Answer(null, failure);
            ending.answered(draft, answering.with(result.seq() - answering.firstEffect(), answer));
        } else if (failure != null) {
            failed(draft, state.phase(), failure);
        } else if (state.phase() instanceof Fetching fetching) {
            FetchRecords asked = (FetchRecords) effects.of(state).get(0);
            List<BankRecord> records = result.value(EffectValue.Records.class).records();
            fetched(draft, fetching, records, unlike(asked, records));
        } else {
            completed(draft, state.phase(), result);
        }
    }

    private void opening(Draft draft, Opening phase, EffectResult result, Failure failure) {
        if (result.seq() == Opening.BANK) {
            BankOpened bank = null;
            if (failure == null) {
                EffectValue.Bank opened = result.value(EffectValue.Bank.class);
                bank = new BankOpened(opened.size(), opened.shortestTokens());
            }
            preparation.opening(draft, new Opening(bank, failure, phase.pictureFailure()));
        } else if (failure == null) {
            draft.pictures = pictures(draft, result);
            preparation.opening(draft, phase);
        } else {
            preparation.opening(draft, new Opening(phase.bank(), phase.bankFailure(), failure));
        }
    }

    private void completed(Draft draft, Phase phase, EffectResult result) {
        if (phase instanceof Thinking thinking) {
            acquisition.thought(draft, thinking, result.value(Generation.class));
        } else if (phase instanceof Retrieving retrieving) {
            List<ChannelHits> lists = result.value(EffectValue.Hits.class).channels();
            acquisition.settle(draft, retrieving.call(), searchTool.retrieved(draft, retrieving, lists));
        } else if (phase instanceof Ranking) {
            preparation.ranked(draft, result.value(EffectValue.Hits.class).channels());
        } else if (phase instanceof Sampling) {
            List<BankRecord> records = result.value(EffectValue.Records.class).records();
            picked(draft, records, spoilt(records, true));
        } else {
            preparation.inspected(draft, pictures(draft, result));
        }
    }

    /** @param defect of the records; null where there is none */
    private void fetched(Draft draft, Fetching phase, List<BankRecord> records, String defect) {
        if (phase instanceof Collecting || defect != null) {
            picked(draft, records, defect);
        } else if (phase instanceof Previewing previewing) {
            acquisition.settle(draft, previewing.call(), searchTool.previewed(draft, previewing, records));
        } else if (phase instanceof Reading reading) {
            acquisition.settle(draft, reading.call(), contextTools.opened(draft, reading, records.get(0)));
        } else if (phase instanceof Keeping keeping) {
            acquisition.settle(draft, keeping.call(), contextTools.fetched(draft, keeping, records));
        }
    }

    private void picked(Draft draft, List<BankRecord> records, String defect) {
        if (defect == null) {
            preparation.picked(draft, records);
        } else {
            ending.failed(draft, Termination.TOOL_INFRA, "bank " + draft.query.getBankId() + " " + defect);
        }
    }

    private void failed(Draft draft, Phase phase, Failure failure) {
        if (phase instanceof Thinking) {
            ending.failed(draft, Termination.MODEL_INFRA, "an acquisition call failed: " + failure);
        } else if (phase instanceof Retrieving retrieving && !failure.infrastructure()) {
            acquisition.settle(draft, retrieving.call(), new Rejected(CallError.TOOL_REJECTED));
        } else if (phase instanceof Inspecting) {
            preparation.refused(draft, "the query's pictures cannot be used", failure);
        } else if (phase instanceof Sampling || phase instanceof Ranking) {
            preparation.refused(draft, "bank " + draft.query.getBankId() + " cannot be searched", failure);
        } else {
            ending.failed(
                    draft,
                    Termination.TOOL_INFRA,
                    "bank " + draft.query.getBankId() + " did not give what it holds: " + failure);
        }
    }

    /** The inspected pictures; throws where the port left some out, since no query can be shown without. */
    private static List<Picture> pictures(Draft draft, EffectResult result) {
        List<Picture> pictures = result.value(EffectValue.Pictures.class).pictures();
        if (pictures.size() != draft.query.getPictures().size()) {
            throw new IllegalArgumentException(
                    "inspecting " + draft.query.getPictures().size() + " pictures gave " + pictures.size()
                            + " of effect " + result.seq());
        }
        return pictures;
    }

    /** How records differ from those asked for: a bank that names a record must be able to give it. Null if they do not. */
    private static String unlike(FetchRecords asked, List<BankRecord> records) {
        List<String> given = records.stream().map(BankRecord::getRecordId).toList();
        return given.equals(asked.records())
                ? spoilt(records, asked.withTarget())
                : "was asked for the records " + asked.records() + " and gave " + given;
    }

    /** What makes records impossible to show; null if nothing does. */
    private static String spoilt(List<BankRecord> records, boolean withTarget) {
        for (BankRecord record : records) {
            if (withTarget && record.getTarget() == null) {
                return "gave record " + record.getRecordId() + " without its target";
            }
            for (Picture picture : record.getPictures()) {
                if (picture.getWidth() < 1 || picture.getHeight() < 1) {
                    return "gave record " + record.getRecordId() + " with a picture of " + picture.getWidth() + " by "
                            + picture.getHeight() + " pixels";
                }
            }
        }
        return null;
    }
}
