// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.agent.Generation;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.local.policy.WeightsForm;
import dev.eddy.port.PolicyModel.Request;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A policy of 5,129 weights that acts as an MCite agent, from the same prompts that a language model would get.
 *
 * <p>It reads the pages itself, and points at what it reads: each choice is a softmax over words, rows, columns, blocks or views
 * that are in sight. Deterministic for a seed. What serving and training share. Immutable and thread-safe.
 */
final class Policy implements SmallPolicy, TrainablePolicy<Lesson>, Chooser {
    static final WeightsForm FORM =
            new WeightsForm("EDDYMCIT", 1, List.of(Situation.STATE, Feature.COUNT, Heads.HIDDEN), 0, Heads.PARAMETERS);

    private final float[] parameters;
    private final MCiteMind mind;
    private final EntropyBonus bonus;

    /** @param bonus when it learns */
    Policy(float[] parameters, MCiteMind mind, EntropyBonus bonus) {
        this.parameters = parameters;
        this.mind = mind;
        this.bonus = bonus;
    }

    @Override
    public Choice kind(Situation situation) {
        return Choice.ofKind(parameters, situation);
    }

    @Override
    public Choice named(Situation situation, Turn.Kind kind) {
        return switch (kind) {
            case SEARCH -> Choice.ofQuery(parameters, situation);
            case CROP -> Choice.of(parameters, Heads.CROP, situation.crops());
            case ANSWER -> Choice.of(parameters, Heads.ANSWER, situation.answers());
        };
    }

    @Override
    public Choice cited(Situation situation, Candidate answer) {
        return Choice.of(parameters, Heads.CITE, situation.citations(answer));
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        return mind.respond(request, this);
    }

    @Override
    public byte[] bytes() {
        return FORM.write(new float[0], parameters);
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
