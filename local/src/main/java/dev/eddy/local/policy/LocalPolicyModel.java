// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.effect.CallChain;
import dev.eddy.local.Loads;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.RowScorer;
import dev.eddy.port.Stores;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Small policies as a {@link PolicyModel}, those of several agents side by side: a version's weights tell which {@link
 * PolicyFamily} speaks. Weights are immutable, so each version is loaded once; where all that a prompt shows was seen before, and
 * logits are computed in this process, it answers before it returns. Thread-safe.
 */
public final class LocalPolicyModel implements PolicyModel {
    private static final String SCORER = "scorer";
    private static final int VERSIONS = 256;
    private static final ModelCard CARD = new ModelCard(
            "small-perceptrons", Sha256.hex(PictureDescriptor.NAME.getBytes(StandardCharsets.UTF_8)), 1, 1);

    private final PolicyFamilies families = new PolicyFamilies();
    private final BlobStore blobs;
    private final PolicyStore policies;
    private final RowScorer elsewhere;
    private final Stores stores;
    private final Loads<PolicyVersion, SmallPolicy> versions =
            new Loads<>(Caffeine.newBuilder().maximumSize(VERSIONS)); // 10 kB each

    /**
     * One that computes in this process.
     *
     * @param stores closed with this
     */
    public LocalPolicyModel(BlobStore blobs, PolicyStore policies, Stores stores) {
        this(blobs, policies, null, stores);
    }

    /**
     * @param elsewhere what computes logits; null for this process
     * @param stores closed with this
     */
    public LocalPolicyModel(BlobStore blobs, PolicyStore policies, RowScorer elsewhere, Stores stores) {
        this.blobs = blobs;
        this.policies = policies;
        this.elsewhere = elsewhere;
        this.stores = stores;
    }

    @Override
    public ModelCard card() {
        return CARD;
    }

    @Override
    public Tokenizer tokenizer() {
        return WordTokenizer.instance();
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        if (elsewhere == null) {
            return generate(request, policy -> policy);
        }
        CallChain<Generation> chain = new CallChain<>();
        Scorer scorer = (head, rows) -> chain.call(() -> elsewhere.score(request.version(), head, rows.whole()));
        return chain.of(generate(request, policy -> scorer));
    }

    private CompletableFuture<Generation> generate(Request request, Function<SmallPolicy, Scorer> scorer) {
        return versions.get(request.version(), this::load)
                .thenCompose(policy -> policy.generate(request, scorer.apply(policy)))
                .thenApply(generation -> checked(request, generation));
    }

    private CompletableFuture<SmallPolicy> load(PolicyVersion version) {
        return policies.get(version).thenCompose(bytes -> families.of(bytes).load(bytes, blobs));
    }

    private static Generation checked(Request request, Generation generation) {
        if (generation.tokens().length > request.maxTokens()) {
            throw new PortException(
                    EffectStatus.REJECTED,
                    "the small policy's call takes " + generation.tokens().length + " tokens but may take "
                            + request.maxTokens() + ": raise the agent's cap of generated tokens");
        }
        return generation;
    }

    @Override
    public void close() {
        stores.close();
    }

    /**
     * Name {@code local}. Settings: {@code blobs}, the {@link BlobStore} that pictures are in, {@code policies}, the {@link
     * PolicyStore} that weights are in, and {@code scorer}, the {@link RowScorer} that computes logits where this process is not
     * to; all by port name, with their own settings as {@code blobs.<setting>} and so on.
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
                RowScorer elsewhere =
                        stores.others().containsKey(SCORER) ? stores.lease(RowScorer.class, SCORER) : null;
                if (!stores.others().isEmpty()) {
                    throw new IllegalArgumentException("the small policy has no settings "
                            + stores.others().keySet());
                }
                return new LocalPolicyModel(blobs, policies, elsewhere, stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }

        @Override
        public boolean remote(Map<String, String> settings) {
            return settings.containsKey(SCORER);
        }
    }
}
