// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.agent.Generation;
import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.Scorer;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.local.policy.WeightsForm;
import dev.eddy.port.PolicyModel.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;

/**
 * A teacher that follows a rule of thumb: look for blocks that share words with the question, answer with a number that is
 * labelled and dated, cite something that holds it. It sees what the policy sees, knows neither layout nor label, and chooses
 * at random around its rule, so that few of its runs are worth imitating and those differ. Immutable and thread-safe.
 */
final class Script implements SmallPolicy, Chooser {
    /** As a file it is a policy without weights. */
    static final WeightsForm FORM = new WeightsForm(ScriptFamily.NAME, 1, List.of(), Set.of());

    private final MCiteMind mind;

    Script(MCiteMind mind) {
        this.mind = mind;
    }

    static byte[] weights() {
        return FORM.write(Map.of(), new float[0]);
    }

    @Override
    public CompletableFuture<Generation> generate(Request request, Scorer scorer) {
        return mind.respond(request, this);
    }

    @Override
    public CompletableFuture<float[][]> score(String head, Rows rows) {
        throw new UnsupportedOperationException("a script has no network '" + head + "'");
    }

    /** Rather search again where the page lacks a word of the question, look closer once, then answer. */
    @Override
    public CompletableFuture<Choice> kind(Situation situation) {
        float[] logits = Asked.mask(situation);
        if (situation.seen.page() != null) {
            float leastMatch = situation.state()[10];
            boolean closer = situation.seen.latest().crop();
            logits[0] -= leastMatch + (closer ? 2 : 1);
            logits[1] += closer ? -1 : 1;
            logits[2] += closer ? 2 : -1;
        }
        return CompletableFuture.completedFuture(new Choice(Asked.KINDS, logits, Choice.LEARNS_NOTHING));
    }

    @Override
    public CompletableFuture<Choice> named(Situation situation, Turn.Kind kind) {
        return switch (kind) {
            case SEARCH -> {
                List<String> queries = situation.seen.question().queries();
                yield CompletableFuture.completedFuture(
                        new Choice(queries, new float[queries.size()], Choice.LEARNS_NOTHING));
            }
            case CROP ->
                choice(
                        situation.crops(),
                        candidate -> 6 * candidate.features()[Feature.BLOCK_CONTENT]
                                + 3 * candidate.features()[Feature.BLOCK_TITLE]
                                + 2 * candidate.features()[Feature.BLOCK_NUMBER]);
            case ANSWER ->
                choice(
                        situation.answers(),
                        candidate ->
                                6 * candidate.features()[Feature.LABELLED] - (candidate.level() == Level.ROW ? 1 : 0));
        };
    }

    @Override
    public CompletableFuture<Choice> cited(Situation situation, Candidate answer) {
        return choice(situation.citations(answer), candidate -> 5 * candidate.features()[Feature.HOLDS_ANSWER]);
    }

    private static CompletableFuture<Choice> choice(Options options, ToDoubleFunction<Candidate> rule) {
        float[] logits = new float[options.names().size()];
        for (int i = 0; i < logits.length; i++) {
            logits[i] = (float) rule.applyAsDouble(options.candidates().get(i));
        }
        return CompletableFuture.completedFuture(new Choice(options.names(), logits, Choice.LEARNS_NOTHING));
    }
}
