// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.Sampler;
import dev.eddy.local.policy.SmallPolicy;
import dev.eddy.local.policy.TrainablePolicy;
import dev.eddy.port.PolicyModel.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A policy of 2,402 weights that acts and answers as an ActICL agent, from the same prompts that a language model would get.
 *
 * <p>It understands the agent's text, looks at the pictures itself, scores each possible tool call with a {@link Network} and
 * answers with an {@link Answerer}. A call takes microseconds and completes in the calling thread where pictures are at hand;
 * what is not is loaded first. Deterministic for a seed. What serving and training share. Immutable and thread-safe.
 */
final class Policy implements SmallPolicy, TrainablePolicy<Lesson> {
    final Weights weights;
    final Network network;
    private final ActIclMind mind;
    private final double answerWeight;

    /** @param answerWeight weight of the answers' losses beside the acquisition's when it learns */
    Policy(Weights weights, ActIclMind mind, double answerWeight) {
        this.weights = weights;
        this.network = Network.of(weights.parameters());
        this.mind = mind;
        this.answerWeight = answerWeight;
    }

    Choice choice(Situation situation) {
        return new Choice(situation, network, weights.scale());
    }

    Answerer answerer(AnswerPrompt prompt) {
        return new Answerer(prompt, weights);
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        return mind.read(request.prompt()).thenApply(pieces -> respond(request, pieces));
    }

    private Generation respond(Request request, List<Piece> pieces) {
        int tokens = 0;
        for (PromptSegment segment : request.prompt()) {
            tokens += segment.tokens().length;
        }
        Sampler sampler = new Sampler(request.decoding(), request.seed());
        Prompt prompt = mind.understand(pieces, tokens);
        return prompt instanceof Situation situation
                ? act(request.version(), situation, sampler)
                : answer(request.version(), (AnswerPrompt) prompt, sampler);
    }

    private Generation act(PolicyVersion version, Situation begun, Sampler sampler) {
        List<Action> actions = new ArrayList<>();
        float[] logProbs = new float[Situation.MAX_LISTED + 1];
        Situation situation = begun;
        Action action;
        do {
            Choice choice = choice(situation);
            int drawn = sampler.draw(choice.logProbs);
            action = choice.actions.get(drawn);
            logProbs[actions.size()] = choice.logProbs[drawn];
            actions.add(action);
            situation = situation.after(action);
        } while (action.continues());
        return mind.writer.call(situation.observation.question, actions, logProbs, version);
    }

    private Generation answer(PolicyVersion version, AnswerPrompt prompt, Sampler sampler) {
        if (prompt.names().isEmpty()) {
            return mind.writer.answer("unknown", null, version);
        }
        float[] logProbs = answerer(prompt).logProbs();
        int drawn = sampler.drawFair(logProbs);
        return mind.writer.answer(prompt.names().get(drawn), logProbs[drawn], version);
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
    public Policy moved(float[] parameters) {
        return new Policy(new Weights(weights.scale(), parameters), mind, answerWeight);
    }

    @Override
    public ActIclBatch batch(ChoiceLoss loss, double progress) {
        return new ActIclBatch(this, loss, answerWeight);
    }

    @Override
    public Map<String, Double> figures() {
        return Map.of(
                "answererSharpness", (double) parameters()[Answerer.SHARPNESS],
                "answererTrust", (double) parameters()[Answerer.TRUST]);
    }
}
