// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.StateForm;
import dev.eddy.schemas.state.SvrlBranch;
import dev.eddy.schemas.state.SvrlEnd;
import dev.eddy.schemas.state.SvrlExchange;
import dev.eddy.schemas.state.SvrlFilterQueries;
import dev.eddy.schemas.state.SvrlFilterSnippets;
import dev.eddy.schemas.state.SvrlRun;
import dev.eddy.schemas.state.SvrlSearch;
import dev.eddy.schemas.state.SvrlThink;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** {@link SvrlState} as the record {@link SvrlRun}. */
final class SvrlStateForm implements StateForm<SvrlState> {
    @Override
    public Class<? extends SpecificRecord> recordType() {
        return SvrlRun.class;
    }

    @Override
    public SpecificRecord toRecord(SvrlState state) {
        return new SvrlRun(
                state.query(),
                state.rollout(),
                state.pictures(),
                map(
                        state.branches(),
                        branch -> new SvrlBranch(
                                map(branch.exchanges(), SvrlStateForm::wire), wire(branch.next()), branch.effect())),
                state.nextEffect(),
                state.nextSegment(),
                state.tally(),
                state.comparing());
    }

    @Override
    public SvrlState fromRecord(SpecificRecord wire) {
        SvrlRun run = (SvrlRun) wire;
        return new SvrlState(
                run.getQuery(),
                run.getRollout(),
                run.getPictures(),
                map(
                        run.getBranches(),
                        branch -> new Branch(
                                map(branch.getExchanges(), SvrlStateForm::exchange),
                                next(branch.getNext()),
                                branch.getEffect())),
                run.getNextEffect(),
                run.getNextSegment(),
                new TreeMap<>(run.getTally()),
                run.getComparing());
    }

    private static SvrlExchange wire(Exchange exchange) {
        return new SvrlExchange(
                exchange.text(),
                exchange.byPicture(),
                exchange.executed(),
                exchange.snippets(),
                exchange.fromCache(),
                exchange.nothing(),
                exchange.firstSegment());
    }

    private static Exchange exchange(SvrlExchange wire) {
        return new Exchange(
                wire.getText(),
                wire.getByPicture(),
                wire.getExecuted(),
                wire.getSnippets(),
                wire.getFromCache(),
                wire.getNothing(),
                wire.getFirstSegment());
    }

    private static Object wire(Next next) {
        if (next instanceof Next.Think think) {
            return new SvrlThink(think.temperature(), think.resources());
        } else if (next instanceof Next.FilterQueries filter) {
            return new SvrlFilterQueries(filter.text());
        } else if (next instanceof Next.Search search) {
            return new SvrlSearch(search.text(), search.executed());
        } else if (next instanceof Next.FilterSnippets filter) {
            return new SvrlFilterSnippets(filter.text(), filter.executed(), filter.snippets(), filter.fromCache());
        }
        Next.End end = (Next.End) next;
        return new SvrlEnd(end.text(), end.answer(), end.cause().name(), end.error());
    }

    private static Next next(Object wire) {
        if (wire instanceof SvrlThink think) {
            return new Next.Think(think.getTemperature(), think.getResources());
        } else if (wire instanceof SvrlFilterQueries filter) {
            return new Next.FilterQueries(filter.getText());
        } else if (wire instanceof SvrlSearch search) {
            return new Next.Search(search.getText(), search.getExecuted());
        } else if (wire instanceof SvrlFilterSnippets filter) {
            return new Next.FilterSnippets(
                    filter.getText(), filter.getExecuted(), filter.getSnippets(), filter.getFromCache());
        }
        SvrlEnd end = (SvrlEnd) wire;
        return new Next.End(end.getText(), end.getAnswer(), Next.Cause.valueOf(end.getCause()), end.getError());
    }

    private static <A, B> List<B> map(List<A> list, Function<A, B> function) {
        return list.stream().map(function).toList();
    }
}
