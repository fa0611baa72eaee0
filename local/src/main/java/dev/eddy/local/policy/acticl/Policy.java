// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.ChoiceLoss;
import dev.eddy.local.policy.Rows;
import dev.eddy.local.policy.Sampler;
import dev.eddy.local.policy.Scorer;
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
    /** The networks by their names in the weights' file. */
    static final String ACT = "act";

    static final String ANSWER = "answer";

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
        Rows scores = Answerer.scores(prompt, weights.scale());
        return new Answerer(prompt, scores, Answerer.forward(weights.parameters(), scores));
    }

    @Override
    public CompletableFuture<float[][]> score(String head, Rows rows) {
        return CompletableFuture.completedFuture(
                head.equals(ACT) ? network.forward(rows).logits() : Answerer.forward(weights.parameters(), rows));
    }

    @Override
    public CompletableFuture<Generation> generate(Request request, Scorer scorer) {
        return mind.read(request.prompt()).thenCompose(pieces -> respond(request, pieces, scorer));
    }

    private CompletableFuture<Generation> respond(Request request, List<Piece> pieces, Scorer scorer) {
        int tokens = 0;
        for (PromptSegment segment : request.prompt()) {
            tokens += segment.tokens().length;
        }
        Sampler sampler = new Sampler(request.decoding(), request.seed());
        Prompt prompt = mind.understand(pieces, tokens);
        return prompt instanceof Situation situation
                ? new Call(request.version(), sampler, scorer).from(situation)
                : answer(request.version(), (AnswerPrompt) prompt, sampler, scorer);
    }

    private CompletableFuture<Generation> answer(
            PolicyVersion version, AnswerPrompt prompt, Sampler sampler, Scorer scorer) {
        if (prompt.names().isEmpty()) {
            return CompletableFuture.completedFuture(mind.writer.answer("unknown", null, version));
        }
        Rows scores = Answerer.scores(prompt, weights.scale());
        return scorer.score(ANSWER, scores).thenApply(logits -> {
            float[] logProbs = new Answerer(prompt, scores, logits).logProbs();
            int drawn = sampler.drawFair(logProbs);
            return mind.writer.answer(prompt.names().get(drawn), logProbs[drawn], version);
        });
    }

    /** A tool call in the making: one choice, or those of a list one after the other. */
    private final class Call {
        private final PolicyVersion version;
        private final Sampler sampler;
        private final Scorer scorer;
        private final List<Action> chosen = new ArrayList<>();
        private final float[] logProbs = new float[Situation.MAX_LISTED + 1];

        private Call(PolicyVersion version, Sampler sampler, Scorer scorer) {
            this.version = version;
            this.sampler = sampler;
            this.scorer = scorer;
        }

        private CompletableFuture<Generation> from(Situation situation) {
            List<Action> actions = situation.actions();
            return scorer.score(ACT, Features.of(situation, actions, weights.scale()))
                    .thenCompose(logits -> choose(situation, actions, Choice.logProbs(actions, logits)));
        }

        private CompletableFuture<Generation> choose(Situation situation, List<Action> actions, float[] ofActions) {
            int drawn = sampler.draw(ofActions);
            Action action = actions.get(drawn);
            logProbs[chosen.size()] = ofActions[drawn];
            chosen.add(action);
            return action.continues()
                    ? from(situation.after(action))
                    : CompletableFuture.completedFuture(
                            mind.writer.call(situation.observation.question, chosen, logProbs, version));
        }
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
