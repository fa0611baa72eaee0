// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.policy.Perceptron;
import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.Sampler;
import dev.eddy.local.policy.Scorer;
import dev.eddy.local.policy.Softmax;
import dev.eddy.local.policy.Utterance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A turn in the making: choices drawn one after the other, and said as they are drawn. Used once. */
final class Turn {
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final Utterance said;
    private final Sampler sampler;
    private final Scorer scorer;

    Turn(Utterance said, Sampler sampler, Scorer scorer) {
        this.said = said;
        this.sampler = sampler;
        this.scorer = scorer;
    }

    /**
     * Draws all of it.
     *
     * @param masked whether an action that needs a mask must be given one even without verdicts
     */
    CompletableFuture<Void> take(Deliberation deliberation, boolean masked) {
        float[][] results = deliberation.verdicts();
        CompletableFuture<List<Boolean>> mask =
                results.length == 0 ? CompletableFuture.completedFuture(List.of()) : judge(results);
        return mask.thenCompose(kept -> act(deliberation.after(kept), masked && kept.isEmpty()));
    }

    private CompletableFuture<List<Boolean>> judge(float[][] results) {
        return scores(Heads.VERDICT, results).thenApply(scores -> {
            List<Boolean> mask = new ArrayList<>();
            for (float score : scores) {
                float[] verdict = Choice.verdict(score);
                int drawn = sampler.draw(verdict);
                said.say(mask.isEmpty() ? Said.VERIFY : ",");
                said.choose(drawn == Choice.KEEP ? "1" : "0", verdict[drawn]);
                mask.add(drawn == Choice.KEEP);
            }
            said.say(Said.END_VERIFY + " ");
            return mask;
        });
    }

    private CompletableFuture<Void> act(Deliberation.Rest rest, boolean emptyMask) {
        List<Deed> offers = rest.offers();
        if (offers.size() == 1) {
            return act(rest, offers.get(0), emptyMask, said::say);
        }
        return scores(Heads.DEED, rest.deed()).thenCompose(scores -> {
            float[] logProbs = Softmax.logProbs(scores);
            int drawn = sampler.draw(logProbs);
            return act(rest, offers.get(drawn), emptyMask, tag -> said.choose(tag, logProbs[drawn]));
        });
    }

    /** @param begin says the action's tag */
    private CompletableFuture<Void> act(Deliberation.Rest rest, Deed deed, boolean emptyMask, Consumer<String> begin) {
        if (emptyMask && deed != Deed.SEARCH_BY_PICTURE) {
            said.say(Said.VERIFY + " " + Said.END_VERIFY + " ");
        }
        return switch (deed) {
            case SEARCH_BY_PICTURE -> {
                begin.accept(Said.SEARCH_BY_PICTURE);
                yield DONE;
            }
            case SEARCH_BY_TEXT -> {
                begin.accept(Said.TEXT_SEARCH);
                yield list(rest, new ArrayList<>());
            }
            case ANSWER -> {
                begin.accept(Said.ANSWER);
                yield answer(rest.answers());
            }
        };
    }

    private CompletableFuture<Void> answer(Map<String, float[]> answers) {
        return scores(Heads.ANSWER, answers.values().toArray(float[][]::new)).thenAccept(scores -> {
            float[] logProbs = Softmax.logProbs(scores);
            int drawn = sampler.drawFair(logProbs);
            said.choose(List.copyOf(answers.keySet()).get(drawn), logProbs[drawn]);
            said.say(Said.END_ANSWER);
        });
    }

    private CompletableFuture<Void> list(Deliberation.Rest rest, List<String> picked) {
        if (picked.size() == QueryRows.MOST_PICKS) {
            said.say(Said.END_TEXT_SEARCH);
            return DONE;
        }
        List<String> open = rest.queries(picked);
        return scores(Heads.QUERY, rest.query(open, picked)).thenCompose(scores -> {
            float[] logProbs = Softmax.logProbs(scores);
            int drawn = sampler.draw(logProbs);
            if (open.get(drawn).equals(QueryRows.END)) {
                said.choose(Said.END_TEXT_SEARCH, logProbs[drawn]);
                return DONE;
            }
            said.say(picked.isEmpty() ? "" : ", ");
            said.choose(open.get(drawn), logProbs[drawn]);
            picked.add(open.get(drawn));
            return list(rest, picked);
        });
    }

    /** One number a row. */
    private CompletableFuture<float[]> scores(Heads head, float[][] rows) {
        return scorer.score(head.label(), Rows.of(rows)).thenApply(Perceptron::column);
    }
}
