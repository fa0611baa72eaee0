// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.StateForm;
import dev.eddy.schemas.state.ActIclCandidate;
import dev.eddy.schemas.state.ActIclDemo;
import dev.eddy.schemas.state.ActIclRun;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** {@link ActIclState} as the record {@link ActIclRun}. */
final class ActIclStateForm implements StateForm<ActIclState> {
    private final PhaseForm phases = new PhaseForm();

    @Override
    public Class<? extends SpecificRecord> recordType() {
        return ActIclRun.class;
    }

    @Override
    public SpecificRecord toRecord(ActIclState state) {
        return new ActIclRun(
                state.query(),
                state.rollout(),
                state.pictures(),
                state.question() == null ? null : state.question().toRecord(),
                map(
                        state.pool(),
                        candidate -> new ActIclCandidate(
                                candidate.index(),
                                candidate.recordId(),
                                candidate.preview().toRecord())),
                map(state.demos(), ActIclStateForm::wire),
                map(state.history(), PromptSegment::toRecord),
                state.nextIndex(),
                state.nextSegment(),
                state.nextEffect(),
                state.noMark(),
                state.yesMark(),
                state.resources(),
                state.calls(),
                state.acquisitionTokens(),
                state.tally(),
                state.forced(),
                phases.toRecord(state.phase()));
    }

    @Override
    public ActIclState fromRecord(SpecificRecord wire) {
        ActIclRun run = (ActIclRun) wire;
        return new ActIclState(
                run.getQuery(),
                run.getRollout(),
                run.getPictures(),
                run.getQuestion() == null ? null : PromptSegment.of(run.getQuestion()),
                map(
                        run.getPool(),
                        candidate -> new Candidate(
                                candidate.getIndex(),
                                candidate.getRecordId(),
                                PromptSegment.of(candidate.getPreview()))),
                map(run.getDemos(), ActIclStateForm::demo),
                map(run.getHistory(), PromptSegment::of),
                run.getNextIndex(),
                run.getNextSegment(),
                run.getNextEffect(),
                run.getNoMark(),
                run.getYesMark(),
                run.getResources(),
                run.getCalls(),
                run.getAcquisitionTokens(),
                new TreeMap<>(run.getTally()),
                run.getForced(),
                phases.fromRecord(run.getPhase()));
    }

    private static ActIclDemo wire(Demo demo) {
        return new ActIclDemo(
                demo.index(),
                demo.record(),
                demo.shown() == null ? null : demo.shown().toRecord(),
                demo.tokens(),
                demo.kept());
    }

    private static Demo demo(ActIclDemo demo) {
        return new Demo(
                demo.getIndex(),
                demo.getRecord(),
                demo.getShown() == null ? null : PromptSegment.of(demo.getShown()),
                demo.getTokens(),
                demo.getKept());
    }

    private static <A, B> List<B> map(List<A> list, Function<A, B> function) {
        return list.stream().map(function).toList();
    }
}
