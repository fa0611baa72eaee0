// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.schemas.BankOpened;
import dev.eddy.schemas.Cropped;
import dev.eddy.schemas.EffectCompletion;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Embedded;
import dev.eddy.schemas.Fetched;
import dev.eddy.schemas.Generated;
import dev.eddy.schemas.Judged;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.PagesFound;
import dev.eddy.schemas.PicturesInspected;
import dev.eddy.schemas.Retrieved;
import dev.eddy.schemas.Searched;
import dev.eddy.schemas.Verified;
import java.nio.ByteBuffer;

/** Completions of effects as records of the wire, and back. */
public final class Completions {
    private Completions() {}

    public static EffectCompletion toWire(EffectResult result) {
        if (result instanceof Failed failed) {
            return new EffectCompletion(failed.status(), failed.error(), null);
        }
        return new EffectCompletion(EffectStatus.OK, null, wire(((Completed) result).value()));
    }

    /** @param fromJournal as {@link EffectResult#fromJournal} */
    public static EffectResult fromWire(int seq, EffectCompletion completion, boolean fromJournal) {
        return completion.getStatus() == EffectStatus.OK
                ? new Completed(seq, value(completion.getResult()), fromJournal)
                : new Failed(seq, completion.getStatus(), completion.getError(), fromJournal);
    }

    /** One of the records that {@code EffectCompletion.result} may hold. */
    static Object wire(EffectValue value) {
        if (value instanceof EffectValue.Bank bank) {
            return new BankOpened(bank.size(), bank.shortestTokens());
        } else if (value instanceof EffectValue.Pictures inspected) {
            return new PicturesInspected(inspected.pictures());
        } else if (value instanceof EffectValue.Hits hits) {
            return new Retrieved(hits.channels());
        } else if (value instanceof EffectValue.Records records) {
            return new Fetched(records.records());
        } else if (value instanceof EffectValue.Pages found) {
            return new PagesFound(found.pages());
        } else if (value instanceof EffectValue.Cropped cropped) {
            return new Cropped(cropped.sha256());
        } else if (value instanceof EffectValue.Snippets found) {
            return new Searched(found.snippets(), found.fromCache());
        } else if (value instanceof EffectValue.Verdicts verdicts) {
            return new Verified(verdicts.queries(), verdicts.snippets());
        } else if (value instanceof EffectValue.Vectors vectors) {
            return new Embedded(vectors.vectors().stream().map(Packed::floats).toList());
        } else if (value instanceof EffectValue.Judgement judgement) {
            return new Judged(judgement.accepted());
        }
        Generation said = (Generation) value;
        return new Generated(
                said.text(),
                Packed.ints(said.tokens()),
                ByteBuffer.wrap(said.mask()),
                Packed.floats(said.logProbs()),
                said.version().policy(),
                said.version().version(),
                said.version().sha256(),
                said.stopReason());
    }

    static EffectValue value(Object wire) {
        if (wire instanceof BankOpened bank) {
            return new EffectValue.Bank(bank.getSize(), bank.getShortestTokens());
        } else if (wire instanceof PicturesInspected inspected) {
            return new EffectValue.Pictures(inspected.getPictures());
        } else if (wire instanceof Retrieved retrieved) {
            return new EffectValue.Hits(retrieved.getChannels());
        } else if (wire instanceof Fetched fetched) {
            return new EffectValue.Records(fetched.getRecords());
        } else if (wire instanceof PagesFound found) {
            return new EffectValue.Pages(found.getPages());
        } else if (wire instanceof Cropped cropped) {
            return new EffectValue.Cropped(cropped.getSha256());
        } else if (wire instanceof Searched found) {
            return new EffectValue.Snippets(found.getSnippets(), found.getFromCache());
        } else if (wire instanceof Verified verified) {
            return new EffectValue.Verdicts(verified.getQueries(), verified.getSnippets());
        } else if (wire instanceof Embedded embedded) {
            return new EffectValue.Vectors(
                    embedded.getVectors().stream().map(Packed::floats).toList());
        } else if (wire instanceof Judged judged) {
            return new EffectValue.Judgement(judged.getAccepted());
        } else if (wire instanceof Generated said) {
            return new Generation(
                    said.getText(),
                    Packed.ints(said.getTokens()),
                    Packed.bytes(said.getMask()),
                    Packed.floats(said.getLogProbs()),
                    new PolicyVersion(said.getPolicy(), said.getVersion(), said.getSha256()),
                    said.getStopReason());
        }
        throw new IllegalArgumentException("a completion with status OK holds no result");
    }
}
