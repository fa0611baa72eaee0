// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.agent.Generation;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.Sampler;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.local.policy.Utterance;
import dev.eddy.port.PolicyModel.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Acts as an SVRL agent's model, from the same prompts that a language model would get. What serving and training share.
 * Deterministic for a seed. Immutable and thread-safe.
 */
final class SvrlPolicy implements SmallPolicy, TrainablePolicy<SvrlLesson> {
    private final SvrlWeights weights;
    private final SvrlMind mind;
    private final EntropyBonus bonus;

    /** @param bonus in force while it learns */
    SvrlPolicy(SvrlWeights weights, SvrlMind mind, EntropyBonus bonus) {
        this.weights = weights;
        this.mind = mind;
        this.bonus = bonus;
    }

    Deliberation deliberate(Dialogue dialogue) {
        return new Deliberation(dialogue, mind.memory, weights);
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        return mind.read(request.prompt()).thenApply(pieces -> respond(request, Dialogue.of(pieces)));
    }

    private Generation respond(Request request, Dialogue dialogue) {
        Sampler sampler = new Sampler(request.decoding(), request.seed(), request.temperature());
        Utterance said = new Utterance(mind.phrases);
        Deliberation deliberation = deliberate(dialogue);
        said.say("<reason>What was found decides how to go on.</reason> ");
        List<Boolean> mask = judge(said, deliberation.verdicts(), sampler);
        act(said, deliberation.after(mask), dialogue.verdicts() && mask.isEmpty(), sampler);
        return said.generation(request.version());
    }

    private static List<Boolean> judge(Utterance said, List<Choice> verdicts, Sampler sampler) {
        List<Boolean> mask = new ArrayList<>();
        for (Choice verdict : verdicts) {
            int drawn = sampler.draw(verdict.logProbs);
            said.say(mask.isEmpty() ? Said.VERIFY : ",");
            said.choose(drawn == Choice.KEEP ? "1" : "0", verdict.logProbs[drawn]);
            mask.add(drawn == Choice.KEEP);
        }
        said.say(mask.isEmpty() ? "" : Said.END_VERIFY + " ");
        return mask;
    }

    /** @param emptyMask whether an action that needs a mask must be given one without verdicts */
    private static void act(Utterance said, Deliberation.Rest rest, boolean emptyMask, Sampler sampler) {
        List<Deed> offers = rest.offers();
        Float logProb = null;
        Deed deed = offers.get(0);
        if (offers.size() > 1) {
            Choice choice = rest.deed();
            int drawn = sampler.draw(choice.logProbs);
            deed = offers.get(drawn);
            logProb = choice.logProbs[drawn];
        }
        if (emptyMask && deed != Deed.SEARCH_BY_PICTURE) {
            said.say(Said.VERIFY + " " + Said.END_VERIFY + " ");
        }
        switch (deed) {
            case SEARCH_BY_PICTURE -> begin(said, Said.SEARCH_BY_PICTURE, logProb);
            case SEARCH_BY_TEXT -> {
                begin(said, Said.TEXT_SEARCH, logProb);
                list(said, rest, sampler);
            }
            case ANSWER -> {
                begin(said, Said.ANSWER, logProb);
                answer(said, rest, sampler);
            }
        }
    }

    private static void answer(Utterance said, Deliberation.Rest rest, Sampler sampler) {
        Map<String, float[]> answers = rest.answers();
        Choice choice = rest.answer(answers);
        int drawn = sampler.drawFair(choice.logProbs);
        said.choose(List.copyOf(answers.keySet()).get(drawn), choice.logProbs[drawn]);
        said.say(Said.END_ANSWER);
    }

    private static void begin(Utterance said, String tag, Float logProb) {
        if (logProb == null) {
            said.say(tag);
        } else {
            said.choose(tag, logProb);
        }
    }

    private static void list(Utterance said, Deliberation.Rest rest, Sampler sampler) {
        List<String> picked = new ArrayList<>();
        while (picked.size() < QueryRows.MOST_PICKS) {
            List<String> open = rest.queries(picked);
            Choice choice = rest.query(open, picked);
            int drawn = sampler.draw(choice.logProbs);
            if (open.get(drawn).equals(QueryRows.END)) {
                said.choose(Said.END_TEXT_SEARCH, choice.logProbs[drawn]);
                return;
            }
            said.say(picked.isEmpty() ? "" : ", ");
            said.choose(open.get(drawn), choice.logProbs[drawn]);
            picked.add(open.get(drawn));
        }
        said.say(Said.END_TEXT_SEARCH);
    }

    @Override
    public byte[] bytes() {
        return weights.bytes();
    }

    @Override
    public float[] parameters() {
        return weights.parameters();
    }

    @Override
    public SvrlPolicy moved(float[] parameters) {
        return new SvrlPolicy(weights.moved(parameters), mind, bonus);
    }

    @Override
    public SvrlBatch batch(ChoiceLoss loss, double progress) {
        return new SvrlBatch(this, loss, bonus.at(progress));
    }
}
