// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Generation;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.port.Stores;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Small policies as a {@link PolicyModel}, those of several agents side by side: the first letters of a version's weights tell
 * which {@link PolicyFamily} speaks. Weights are immutable, so each version is loaded once; where all that a prompt shows was
 * seen before, it answers before it returns. Thread-safe.
 */
public final class LocalPolicyModel implements PolicyModel {
    private static final int VERSIONS = 256;
    private static final ModelCard CARD = new ModelCard(
            "small-perceptrons", Sha256.hex(PictureDescriptor.NAME.getBytes(StandardCharsets.UTF_8)), 1, 1);

    private final PolicyFamilies families = new PolicyFamilies();
    private final BlobStore blobs;
    private final PolicyStore policies;
    private final Stores stores;
    private final Loads<PolicyVersion, SmallPolicy> versions =
            new Loads<>(Caffeine.newBuilder().maximumSize(VERSIONS)); // 10 kB each

    /** @param stores closed with this */
    public LocalPolicyModel(BlobStore blobs, PolicyStore policies, Stores stores) {
        this.blobs = blobs;
        this.policies = policies;
        this.stores = stores;
    }

    @Override
    public ModelCard card() {
        return CARD;
    }

    @Override
    public String tokenizerHash() {
        return WordTokenizer.instance().hash();
    }

    @Override
    public CompletableFuture<Generation> generate(Request request) {
        return versions.get(request.version(), this::load)
                .thenCompose(policy -> policy.generate(request))
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
                return new LocalPolicyModel(blobs, policies, stores);
            } catch (IOException | RuntimeException e) {
                stores.close();
                throw e;
            }
        }
    }
}
