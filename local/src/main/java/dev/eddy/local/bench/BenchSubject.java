// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.bench;

import dev.eddy.agent.Agent;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.effect.EffectLimits;
import dev.eddy.local.world.Split;
import dev.eddy.local.world.World;
import dev.eddy.local.world.WorldBank;
import dev.eddy.operator.serve.AgentSet;
import dev.eddy.operator.serve.LoopEnvironment;
import dev.eddy.operator.serve.PortEnvironment;
import dev.eddy.port.BlobStore;
import dev.eddy.port.DemonstrationBank;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PortChoice;
import dev.eddy.port.Ports;
import dev.eddy.rollout.Rollouts;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Sha256;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An agent with all that its loops need.
 *
 * @param queries asked over and over, each time under another id
 */
record BenchSubject(String name, LoopEnvironment environment, PolicyVersion version, List<Query> queries) {
    private static final int QUERIES = 256;
    private static final long SEED = 7;
    private static final ModelCard CARD = new ModelCard("fake", "", 1, 1);

    /** The least that an agent can do, against a service of constant latency. */
    static BenchSubject trivial(long latencyMs, Path folder) {
        PortChoice blobs = blobs(folder);
        LoopEnvironment environment = () -> {
            Ports.Lease<BlobStore> store = blobs.lease(BlobStore.class);
            Agent<Integer> agent = new FourStepAgent(WordTokenizer.instance());
            return new LoopEnvironment.Opened(
                    Map.of(agent.name(), new Rollouts<>(agent, CARD)),
                    new FakeService(latencyMs * 1_000_000),
                    null,
                    store.get(),
                    List.of(),
                    store);
        };
        Query query = Query.newBuilder()
                .setQueryId("q")
                .setAgent(FourStepAgent.NAME)
                .setPolicy("fake")
                .setMode("trained")
                .setPictures(List.of())
                .setText("")
                .build();
        return new BenchSubject("trivial", environment, new PolicyVersion("fake", 0, "0".repeat(64)), List.of(query));
    }

    /** ActICL with its small policy as it is before any training, on the generated world. */
    static BenchSubject actIcl(Path folder) throws Exception {
        PortChoice blobs = blobs(folder);
        PortChoice policies = PortChoice.of("file", path(folder.resolve("policies")));
        String blobPath = blobs.settings().get("path");
        Map<String, String> withBlobs = Map.of("blobs", "file", "blobs.path", blobPath);
        PortChoice bank = PortChoice.of(
                "world", Map.of("world", World.GLYPHS, "seed", "" + SEED, "blobs", "file", "blobs.path", blobPath));
        PolicyVersion version = store(policies, PortChoice.of("local", withBlobs));
        List<Query> queries = new ArrayList<>();
        try (Ports.Lease<DemonstrationBank> world = bank.lease(DemonstrationBank.class)) {
            for (int number = 0; number < QUERIES; number++) {
                queries.add(((WorldBank) world.get())
                        .instance(Split.TRAIN, 0, number)
                        .join()
                        .query("q")
                        .setAgent("acticl")
                        .setPolicy("acticl")
                        .setMode("trained")
                        .setTier("local")
                        .setPurpose(Purpose.TRAIN)
                        .setDecoding(Decoding.SAMPLED)
                        .setSeed(number)
                        .build());
            }
        }
        PortChoice model = PortChoice.of(
                "local",
                Map.of(
                        "blobs",
                        "file",
                        "blobs.path",
                        blobPath,
                        "policies",
                        "file",
                        "policies.path",
                        policies.settings().get("path")));
        LoopEnvironment environment = new PortEnvironment(
                AgentSet.of(Map.of("acticl", Map.of())),
                new HashMap<>(Map.of(PolicyModel.class, model, DemonstrationBank.class, bank, BlobStore.class, blobs)),
                EffectLimits.DEFAULT,
                Duration.ZERO);
        return new BenchSubject("acticl", environment, version, queries);
    }

    private static PolicyVersion store(PortChoice policies, PortChoice choice) throws Exception {
        try (PolicyTrainer trainer = choice.open(PolicyTrainer.class);
                Ports.Lease<PolicyStore> store = policies.lease(PolicyStore.class)) {
            byte[] weights = trainer.weights();
            PolicyVersion version = new PolicyVersion("acticl", 0, Sha256.hex(weights));
            store.get().put(version, weights).join();
            return version;
        }
    }

    private static PortChoice blobs(Path folder) {
        return PortChoice.of("file", path(folder.resolve("blobs")));
    }

    private static Map<String, String> path(Path folder) {
        return Map.of("path", folder.toUri().toString());
    }
}
