// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue.Snippets;
import dev.eddy.agent.EffectValue.Verdicts;
import dev.eddy.agent.svrl.Next.FilterQueries;
import dev.eddy.agent.svrl.Next.FilterSnippets;
import dev.eddy.agent.svrl.Next.Search;
import dev.eddy.agent.svrl.Next.Think;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of a search: the verifier's filter where the mode has one, the results that are shown, and what stands in their
 * place where there are none. A search that fails ends no run: the model is told, and goes on without. Immutable and thread-safe.
 */
final class Searches {
    static final String TOOL_FAILURES = "toolFailures";
    static final String VERIFIER_FAILURES = "verifierFailures";
    static final String LOOKUPS = "lookups";
    static final String CACHE_HITS = "cacheHits";

    private static final Think THINK = new Think(null, -1);
    private static final String NO_QUERY = "no usable query was given";
    private static final String FAILED = "the search failed; go on without it";
    private static final String NO_RESULT = "the search found nothing";
    private static final String NOT_USEFUL = "nothing that the search found was of use";

    private final SvrlSettings settings;
    private final Effects effects;

    Searches(SvrlSettings settings, Effects effects) {
        this.settings = settings;
        this.effects = effects;
    }

    /** A search by text that proposes nothing to ask. */
    static Branch withoutQuery(Branch branch, String said) {
        return branch.then(new Exchange(said, false, null, List.of(), false, NO_QUERY, -1), THINK);
    }

    Branch queriesJudged(Draft draft, int place, FilterQueries asked, EffectResult result) {
        Branch branch = draft.branches.get(place);
        List<String> proposed = effects.queries(asked.text());
        List<Boolean> verdicts = verdicts(draft, result, true, proposed.size());
        List<String> useful = kept(proposed, verdicts);
        int turn = branch.exchanges().size() + 1;
        return branch.then(
                new Search(asked.text(), draft.draws(place).executed(turn, useful.isEmpty() ? proposed : useful)));
    }

    Branch found(Draft draft, int place, Search asked, EffectResult result) {
        Branch branch = draft.branches.get(place);
        boolean byPicture = asked.executed() == null;
        if (!(result instanceof Completed completed)) {
            draft.count(TOOL_FAILURES);
            return branch.then(
                    new Exchange(asked.text(), byPicture, asked.executed(), List.of(), false, FAILED, -1), THINK);
        }
        Snippets found = completed.value(Snippets.class);
        draft.count(LOOKUPS);
        if (found.fromCache()) {
            draft.count(CACHE_HITS);
        }
        List<Snippet> best = found.snippets().stream()
                .filter(Searches::showable)
                .limit(byPicture ? settings.lookAlikes() : settings.results())
                .toList();
        int turn = branch.exchanges().size() + 1;
        List<Snippet> shown =
                byPicture ? best : draft.draws(place).shown(turn, best, settings.fewestShown(), settings.results());
        if (draft.mode.filtered() && !shown.isEmpty()) {
            return branch.then(new FilterSnippets(asked.text(), asked.executed(), shown, found.fromCache()));
        }
        String nothing = shown.isEmpty() ? NO_RESULT : null;
        return branch.then(
                new Exchange(asked.text(), byPicture, asked.executed(), shown, found.fromCache(), nothing, -1), THINK);
    }

    Branch resultsJudged(Draft draft, int place, FilterSnippets asked, EffectResult result) {
        List<Boolean> verdicts = verdicts(draft, result, false, asked.snippets().size());
        List<Snippet> useful = kept(asked.snippets(), verdicts);
        Exchange exchange = new Exchange(
                asked.text(),
                asked.executed() == null,
                asked.executed(),
                useful,
                asked.fromCache(),
                useful.isEmpty() ? NOT_USEFUL : null,
                -1);
        return draft.branches.get(place).then(exchange, THINK);
    }

    /** One verdict each; null where the verifier failed, and then nothing is taken out. */
    private static List<Boolean> verdicts(Draft draft, EffectResult result, boolean ofQueries, int asked) {
        if (result instanceof Completed completed) {
            Verdicts verdicts = completed.value(Verdicts.class);
            List<Boolean> wanted = ofQueries ? verdicts.queries() : verdicts.snippets();
            if (wanted.size() == asked) {
                return wanted;
            }
        }
        draft.count(VERIFIER_FAILURES);
        return null;
    }

    private static <T> List<T> kept(List<T> all, List<Boolean> verdicts) {
        if (verdicts == null) {
            return all;
        }
        List<T> kept = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (verdicts.get(i)) {
                kept.add(all.get(i));
            }
        }
        return kept;
    }

    /** A picture without a size takes no known number of tokens. */
    private static boolean showable(Snippet snippet) {
        Picture picture = snippet.getPicture();
        return picture == null || picture.getWidth() > 0 && picture.getHeight() > 0;
    }
}
