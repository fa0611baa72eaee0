// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.Outcome;
import dev.eddy.agent.svrl.Action.SearchByText;
import dev.eddy.agent.svrl.Next.Cause;
import dev.eddy.agent.svrl.Next.End;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Snippet;
import dev.eddy.schemas.Termination;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How a run ends: an answer, or a reason why there is none, and what is told of the run. Immutable and thread-safe. */
final class Ending {
    private final OutputParser parser;

    Ending(OutputParser parser) {
        this.parser = parser;
    }

    /** All branches are at their end: picks the answer, or has answers compared that are all different. */
    void close(Draft draft) {
        for (Branch branch : draft.branches) {
            if (branch.end().cause() == Cause.MODEL_FAILED) {
                failed(draft, Termination.MODEL_INFRA, branch.end().error());
                return;
            }
        }
        List<String> answers = draft.state().answers();
        if (answers.isEmpty()) {
            End end = draft.branches.get(0).end();
            end(draft, termination(end.cause()), true, draft.mode.trainable(), List.of(), end.error());
        } else if (answers.size() == 1) {
            answered(draft, answers.get(0));
        } else {
            int agreed = Consensus.mostFrequent(answers);
            if (agreed >= 0) {
                answered(draft, answers.get(agreed));
            } else {
                draft.compare();
            }
        }
    }

    void answered(Draft draft, String answer) {
        end(draft, Termination.ANSWERED, false, draft.mode.trainable(), List.of(answer), null);
    }

    /** Ends a run that nothing can be learned from. */
    void failed(Draft draft, Termination termination, String error) {
        end(draft, termination, false, false, List.of(), error);
    }

    private static Termination termination(Cause cause) {
        return cause == Cause.NO_ROOM ? Termination.CONTEXT_OVERFLOW : Termination.TURN_LIMIT;
    }

    private void end(
            Draft draft,
            Termination termination,
            boolean forced,
            boolean trainable,
            List<String> answers,
            String error) {
        Account account = new Account(draft);
        draft.outcome = new Outcome(
                termination,
                forced,
                trainable,
                answers,
                account.searches.stream()
                        .flatMap(search -> search.getSnippets().stream())
                        .map(Snippet::getSha256)
                        .toList(),
                error,
                account.figures,
                null,
                List.of(),
                account.searches);
    }

    /** What a run did, all branches together; a turn that several have in common counts once. */
    private final class Account {
        private final List<SearchUse> searches = new ArrayList<>();
        private final Map<String, Double> figures = new HashMap<>();
        private final boolean verdicts;
        private final Set<Integer> counted = new HashSet<>();

        private Account(Draft draft) {
            verdicts = draft.mode.verdicts();
            for (String name : new String[] {
                "turns",
                "validTurns",
                "masks",
                "validMasks",
                "pictureSearches",
                "textSearches",
                "queries",
                "droppedQueries",
                "queryCommaSplits",
                Searches.LOOKUPS,
                Searches.CACHE_HITS,
                Searches.TOOL_FAILURES,
                Searches.VERIFIER_FAILURES
            }) {
                figures.put(name, 0.0);
            }
            draft.tally().forEach((name, count) -> figures.put(name, count.doubleValue()));
            draft.branches.forEach(this::add);
            figures.put("searched", searches.isEmpty() ? 0.0 : 1.0);
            figures.put("toolFailed", figures.get(Searches.TOOL_FAILURES) > 0 ? 1.0 : 0.0);
            figures.put("branches", (double) draft.branches.size());
        }

        private void add(Branch branch) {
            List<Exchange> exchanges = branch.exchanges();
            int results = 0;
            for (int i = 0; i < exchanges.size(); i++) {
                Exchange exchange = exchanges.get(i);
                if (exchange.firstSegment() < 0 || counted.add(exchange.firstSegment())) {
                    addTurn(exchange.text(), results);
                    addSearch(
                            exchange,
                            i + 1 < exchanges.size() ? exchanges.get(i + 1).text() : lastWords(branch));
                }
                results = exchange.snippets().size();
            }
            if (branch.ended() && branch.end().text() != null) {
                addTurn(branch.end().text(), results);
                count("end." + branch.end().cause(), 1);
            }
        }

        private void addTurn(String said, int results) {
            ModelOutput output = parser.parse(said, verdicts);
            boolean judged = output.judges(results);
            count("turns", 1);
            count("validTurns", output.wellFormed() && (judged || !output.verified()) ? 1 : 0);
            if (verdicts && results > 0) {
                count("masks", 1);
                count("validMasks", judged ? 1 : 0);
            }
            if (output.action() instanceof SearchByText search) {
                count("droppedQueries", search.dropped());
                count("queryCommaSplits", search.commaSplits());
            }
        }

        private void addSearch(Exchange exchange, String saidNext) {
            List<String> queries = parser.parse(exchange.text(), verdicts).action() instanceof SearchByText search
                    ? search.queries()
                    : List.of();
            count(exchange.byPicture() ? "pictureSearches" : "textSearches", 1);
            count("queries", queries.size());
            List<Boolean> mask =
                    verdicts && saidNext != null ? parser.parse(saidNext, true).mask() : List.of();
            searches.add(new SearchUse(queries, exchange.executed(), exchange.byPicture(), exchange.snippets(), mask));
        }

        private void count(String name, double more) {
            figures.merge(name, more, Double::sum);
        }
    }

    private static String lastWords(Branch branch) {
        return branch.ended() ? branch.end().text() : null;
    }
}
