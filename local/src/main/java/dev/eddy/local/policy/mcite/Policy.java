// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.agent.Generation;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.Scorer;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.local.policy.WeightsForm;
import dev.eddy.port.PolicyModel.Request;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A policy of 5,129 weights that acts as an MCite agent, from the same prompts that a language model would get.
 *
 * <p>It reads the pages itself, and points at what it reads: each choice is a softmax over words, rows, columns, blocks or views
 * that are in sight. Deterministic for a seed. What serving and training share. Immutable and thread-safe.
 */
final class Policy implements SmallPolicy, TrainablePolicy<Lesson> {
    static final WeightsForm FORM = new WeightsForm(MCiteFamily.NAME, 1, Heads.shapes(), Set.of());

    private final float[] parameters;
    private final MCiteMind mind;
    private final EntropyBonus bonus;

    /** @param bonus when it learns */
    Policy(float[] parameters, MCiteMind mind, EntropyBonus bonus) {
        this.parameters = parameters;
        this.mind = mind;
        this.bonus = bonus;
    }

    /** A choice that can be learnt from. */
    Choice choose(Asked asked) {
        return asked.head().choose(parameters, asked);
    }

    @Override
    public CompletableFuture<float[][]> score(String head, Rows rows) {
        return CompletableFuture.completedFuture(Heads.named(head).forward(parameters, rows.own()));
    }

    @Override
    public CompletableFuture<Generation> generate(Request request, Scorer scorer) {
        return mind.respond(request, new Scoring(scorer));
    }

    /** Makes choices by logits. */
    private record Scoring(Scorer scorer) implements Chooser {
        @Override
        public CompletableFuture<Choice> kind(Situation situation) {
            return choose(Asked.kind(situation));
        }

        @Override
        public CompletableFuture<Choice> named(Situation situation, Turn.Kind kind) {
            return choose(Asked.named(situation, kind));
        }

        @Override
        public CompletableFuture<Choice> cited(Situation situation, Candidate answer) {
            return choose(Asked.cited(situation, answer));
        }

        private CompletableFuture<Choice> choose(Asked asked) {
            return scorer.score(asked.head().label(), Rows.of(asked.rows()))
                    .thenApply(logits -> asked.choice(logits, Choice.LEARNS_NOTHING));
        }
    }

    @Override
    public byte[] bytes() {
        return FORM.write(Map.of(), parameters);
    }

    @Override
    public float[] parameters() {
        return parameters;
    }

    @Override
    public Policy moved(float[] moved) {
        return new Policy(moved, mind, bonus);
    }

    @Override
    public MCiteBatch batch(ChoiceLoss loss, double progress) {
        return new MCiteBatch(this, loss, bonus);
    }
}
