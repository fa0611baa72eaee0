// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.agent.Generation;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.Sampler;
import dev.eddy.local.policy.Scorer;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.local.policy.Utterance;
import dev.eddy.port.PolicyModel.Request;
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
        return new Deliberation(dialogue, mind.memory, weights.rich());
    }

    @Override
    public CompletableFuture<float[][]> score(String head, Rows rows) {
        return CompletableFuture.completedFuture(Heads.named(head)
                .perceptron()
                .forward(weights.parameters(), rows.own())
                .logits());
    }

    @Override
    public CompletableFuture<Generation> generate(Request request, Scorer scorer) {
        return mind.read(request.prompt()).thenCompose(pieces -> respond(request, Dialogue.of(pieces), scorer));
    }

    private CompletableFuture<Generation> respond(Request request, Dialogue dialogue, Scorer scorer) {
        Sampler sampler = new Sampler(request.decoding(), request.seed(), request.temperature());
        Utterance said = new Utterance(mind.phrases);
        said.say("<reason>What was found decides how to go on.</reason> ");
        return new Turn(said, sampler, scorer)
                .take(deliberate(dialogue), dialogue.verdicts())
                .thenApply(taken -> said.generation(request.version()));
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
