// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.acticl.Phase.Answer;
import dev.eddy.agent.acticl.Phase.Answering;
import dev.eddy.agent.acticl.Phase.Call;
import dev.eddy.agent.acticl.Phase.Collecting;
import dev.eddy.agent.acticl.Phase.Failure;
import dev.eddy.agent.acticl.Phase.Inspecting;
import dev.eddy.agent.acticl.Phase.Keeping;
import dev.eddy.agent.acticl.Phase.Opening;
import dev.eddy.agent.acticl.Phase.Previewing;
import dev.eddy.agent.acticl.Phase.Ranking;
import dev.eddy.agent.acticl.Phase.Reading;
import dev.eddy.agent.acticl.Phase.Retrieving;
import dev.eddy.agent.acticl.Phase.Sampling;
import dev.eddy.agent.acticl.Phase.Thinking;
import dev.eddy.schemas.state.ActIclAnswer;
import dev.eddy.schemas.state.ActIclAnswering;
import dev.eddy.schemas.state.ActIclCall;
import dev.eddy.schemas.state.ActIclCollecting;
import dev.eddy.schemas.state.ActIclFailure;
import dev.eddy.schemas.state.ActIclInspecting;
import dev.eddy.schemas.state.ActIclKeeping;
import dev.eddy.schemas.state.ActIclOpening;
import dev.eddy.schemas.state.ActIclPreviewing;
import dev.eddy.schemas.state.ActIclRanking;
import dev.eddy.schemas.state.ActIclReading;
import dev.eddy.schemas.state.ActIclRetrieving;
import dev.eddy.schemas.state.ActIclSampling;
import dev.eddy.schemas.state.ActIclThinking;
import java.util.List;

/** The phases of a run as records. A tool call is kept as the model wrote it and read again, so that it has one form alone. */
final class PhaseForm {
    private final ToolCallParser parser = new ToolCallParser();

    Object toRecord(Phase phase) {
        if (phase instanceof Opening opening) {
            return new ActIclOpening(opening.bank(), wire(opening.bankFailure()), wire(opening.pictureFailure()));
        }
        if (phase instanceof Inspecting) {
            return new ActIclInspecting();
        }
        if (phase instanceof Sampling) {
            return new ActIclSampling();
        }
        if (phase instanceof Ranking) {
            return new ActIclRanking();
        }
        if (phase instanceof Collecting collecting) {
            return new ActIclCollecting(collecting.records());
        }
        if (phase instanceof Thinking thinking) {
            return new ActIclThinking(thinking.promptTokens());
        }
        if (phase instanceof Retrieving retrieving) {
            return new ActIclRetrieving(wire(retrieving.call()));
        }
        if (phase instanceof Previewing previewing) {
            return new ActIclPreviewing(wire(previewing.call()), previewing.ranking());
        }
        if (phase instanceof Reading reading) {
            return new ActIclReading(wire(reading.call()));
        }
        if (phase instanceof Keeping keeping) {
            return new ActIclKeeping(wire(keeping.call()));
        }
        Answering answering = (Answering) phase;
        List<ActIclAnswer> answers = answering.answers().stream()
                .map(answer -> new ActIclAnswer(answer.text(), wire(answer.failure())))
                .toList();
        return new ActIclAnswering(answering.firstEffect(), answers);
    }

    Phase fromRecord(Object record) {
        if (record instanceof ActIclOpening opening) {
            return new Opening(
                    opening.getBank(), failure(opening.getBankFailure()), failure(opening.getPictureFailure()));
        }
        if (record instanceof ActIclInspecting) {
            return new Inspecting();
        }
        if (record instanceof ActIclSampling) {
            return new Sampling();
        }
        if (record instanceof ActIclRanking) {
            return new Ranking();
        }
        if (record instanceof ActIclCollecting collecting) {
            return new Collecting(collecting.getRecords());
        }
        if (record instanceof ActIclThinking thinking) {
            return new Thinking(thinking.getPromptTokens());
        }
        if (record instanceof ActIclRetrieving retrieving) {
            return new Retrieving(call(retrieving.getCall()));
        }
        if (record instanceof ActIclPreviewing previewing) {
            return new Previewing(call(previewing.getCall()), previewing.getRanking());
        }
        if (record instanceof ActIclReading reading) {
            return new Reading(call(reading.getCall()));
        }
        if (record instanceof ActIclKeeping keeping) {
            return new Keeping(call(keeping.getCall()));
        }
        if (record instanceof ActIclAnswering answering) {
            return new Answering(
                    answering.getFirstEffect(),
                    answering.getAnswers().stream()
                            .map(answer -> new Answer(answer.getText(), failure(answer.getFailure())))
                            .toList());
        }
        throw new IllegalArgumentException("no phase of ActICL is written as " + record);
    }

    private static ActIclCall wire(Call call) {
        return new ActIclCall(call.effect(), call.text());
    }

    private Call call(ActIclCall call) {
        return new Call(call.getEffect(), call.getText(), parser.parse(call.getText()));
    }

    private static ActIclFailure wire(Failure failure) {
        return failure == null ? null : new ActIclFailure(failure.status(), failure.error());
    }

    private static Failure failure(ActIclFailure failure) {
        return failure == null ? null : new Failure(failure.getStatus(), failure.getError());
    }
}
