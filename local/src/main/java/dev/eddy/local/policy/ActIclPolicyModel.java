// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A policy of 2,402 weights that acts and answers as an ActICL agent, from the same prompts that a language model would get.
 *
 * <p>It understands the agent's text, looks at the pictures itself, scores each possible tool call with a {@link Network} and
 * answers with an {@link Answerer}. A call takes microseconds and completes in the calling thread where pictures and weights
 * are at hand; what is not is loaded first. Deterministic for a seed. Thread-safe.
 */
public final class ActIclPolicyModel implements PolicyModel {
    private static final int VERSIONS = 256;
    private static final ModelCard CARD = new ModelCard(
            "acticl-perceptron-40-32-32-1", Sha256.hex(PictureDescriptor.NAME.getBytes(StandardCharsets.UTF_8)), 1, 1);

    private final PolicyStore policies;
    private final ActIclMind mind;
    private final CallWriter writer;
    private final Stores stores;
    private final Loads<PolicyVersion, Policy> versions =
            new Loads<>(Caffeine.newBuilder().maximumSize(VERSIONS)); // 10 kB each

    /** @param stores closed with this */
    ActIclPolicyModel(BlobStore blobs, PolicyStore policies, Stores stores) {
        this.stores = stores;
        this.policies = policies;
        this.mind = ActIclMind.of(blobs);
        this.writer = new CallWriter(mind.tokenizer);
    }

    @Override
    public ModelCard card() {
        return CARD;
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        return versions.get(
                        request.version(),
                        version -> policies.get(version).thenApply(bytes -> new Policy(Weights.of(bytes))))
                .thenCombine(mind.read(request.prompt()), (policy, pieces) -> respond(request, policy, pieces));
    }

    private Generation respond(Request request, Policy policy, List<Piece> pieces) {
        int tokens = 0;
        for (PromptSegment segment : request.prompt()) {
            tokens += segment.tokens().length;
        }
        Sampler sampler = new Sampler(request.decoding(), request.seed());
        Prompt prompt = mind.understand(pieces, tokens);
        Generation generation = prompt instanceof Situation situation
                ? act(request.version(), policy, situation, sampler)
                : answer(request.version(), policy, (AnswerPrompt) prompt, sampler);
        if (generation.tokens().length > request.maxTokens()) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    "the small policy's call takes " + generation.tokens().length + " tokens but may take "
                            + request.maxTokens() + ": raise the agent's cap of generated tokens");
        }
        return generation;
    }

    private Generation act(PolicyVersion version, Policy policy, Situation begun, Sampler sampler) {
        List<Action> actions = new ArrayList<>();
        float[] logProbs = new float[Situation.MAX_LISTED + 1];
        Situation situation = begun;
        Action action;
        do {
            Choice choice = policy.choice(situation);
            int drawn = sampler.draw(choice.logProbs);
            action = choice.actions.get(drawn);
            logProbs[actions.size()] = choice.logProbs[drawn];
            actions.add(action);
            situation = situation.after(action);
        } while (action.continues());
        return writer.call(situation.observation.question, actions, logProbs, version);
    }

    private Generation answer(PolicyVersion version, Policy policy, AnswerPrompt prompt, Sampler sampler) {
        if (prompt.names().isEmpty()) {
            return writer.answer("unknown", null, version);
        }
        float[] logProbs = policy.answerer(prompt).logProbs();
        int drawn = sampler.drawFair(logProbs);
        return writer.answer(prompt.names().get(drawn), logProbs[drawn], version);
    }

    @Override
    public void close() {
        stores.close();
    }

    /**
     * Name {@code local}. Settings: {@code blobs}, the {@link BlobStore} that pictures are in, and {@code policies}, the
     * {@link PolicyStore} that weights are in, both by port name, with their own settings as {@code blobs.<setting>} and
     * {@code policies.<setting>}.
     */
    public static final class Factory implements PortFactory<PolicyModel> {
        @Override
        public Class<PolicyModel> port() {
            return PolicyModel.class;
        }

        @Override
        public String name() {
            return "local";
        }

        @Override
        public PolicyModel open(Map<String, String> settings) throws IOException {
            Stores stores = new Stores(settings);
            try {
                BlobStore blobs = stores.lease(BlobStore.class, "blobs");
                PolicyStore policies = stores.lease(PolicyStore.class, "policies");
                if (!stores.others().isEmpty()) {
                    throw new IllegalArgumentException("the small policy has no settings "
                            + stores.others().keySet());
                }
                return new ActIclPolicyModel(blobs, policies, stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }
    }
}
