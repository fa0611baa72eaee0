// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.StateForm;
import dev.eddy.agent.mcite.Phase.Call;
import dev.eddy.agent.mcite.Phase.Cropping;
import dev.eddy.agent.mcite.Phase.Gathering;
import dev.eddy.agent.mcite.Phase.Searching;
import dev.eddy.agent.mcite.Phase.Thinking;
import dev.eddy.schemas.state.MCiteCall;
import dev.eddy.schemas.state.MCiteCropping;
import dev.eddy.schemas.state.MCiteGathering;
import dev.eddy.schemas.state.MCitePage;
import dev.eddy.schemas.state.MCiteRun;
import dev.eddy.schemas.state.MCiteSearching;
import dev.eddy.schemas.state.MCiteThinking;
import dev.eddy.schemas.state.MCiteView;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** {@link MCiteState} as the record {@link MCiteRun}. An action is kept as the model wrote it and read again. */
final class MCiteStateForm implements StateForm<MCiteState> {
    private final OutputParser parser = new OutputParser();

    @Override
    public Class<? extends SpecificRecord> recordType() {
        return MCiteRun.class;
    }

    @Override
    public SpecificRecord toRecord(MCiteState state) {
        View latest = state.latest();
        return new MCiteRun(
                state.query(),
                state.pages().stream()
                        .map(page -> new MCitePage(page.id(), page.picture()))
                        .toList(),
                latest == null
                        ? null
                        : new MCiteView(
                                latest.page(),
                                latest.region(),
                                latest.size().width(),
                                latest.size().height()),
                state.crops(),
                state.history().stream().map(PromptSegment::toRecord).toList(),
                state.turns(),
                state.nextSegment(),
                state.nextEffect(),
                state.left(),
                state.tally(),
                state.choices(),
                state.surprise(),
                wire(state.phase()));
    }

    @Override
    public MCiteState fromRecord(SpecificRecord wire) {
        MCiteRun run = (MCiteRun) wire;
        MCiteView latest = run.getLatest();
        return new MCiteState(
                run.getQuery(),
                run.getPages().stream()
                        .map(page -> new ShownPage(page.getPageId(), page.getPicture()))
                        .toList(),
                latest == null
                        ? null
                        : new View(
                                latest.getPage(),
                                latest.getRegion(),
                                new DisplaySize(latest.getWidth(), latest.getHeight())),
                run.getCrops(),
                run.getHistory().stream().map(PromptSegment::of).toList(),
                run.getTurns(),
                run.getNextSegment(),
                run.getNextEffect(),
                run.getLeft(),
                new TreeMap<>(run.getTally()),
                run.getChoices(),
                run.getSurprise(),
                phase(run.getPhase()));
    }

    private static Object wire(Phase phase) {
        if (phase instanceof Searching searching) {
            return new MCiteSearching(wire(searching.call()));
        }
        if (phase instanceof Cropping cropping) {
            return new MCiteCropping(wire(cropping.call()));
        }
        return phase instanceof Thinking ? new MCiteThinking() : new MCiteGathering();
    }

    private Phase phase(Object wire) {
        if (wire instanceof MCiteSearching searching) {
            Call call = call(searching.getCall());
            return new Searching(call, (Action.Search) call.output().action());
        }
        if (wire instanceof MCiteCropping cropping) {
            Call call = call(cropping.getCall());
            return new Cropping(call, (Action.Crop) call.output().action());
        }
        return wire instanceof MCiteThinking ? new Thinking() : new Gathering();
    }

    private static MCiteCall wire(Call call) {
        return new MCiteCall(call.effect(), call.text());
    }

    private Call call(MCiteCall wire) {
        return new Call(wire.getEffect(), wire.getText(), parser.parse(wire.getText()));
    }
}
