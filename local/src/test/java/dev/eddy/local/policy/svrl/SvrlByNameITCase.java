// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyModel;
import dev.eddy.port.PolicyModel.Request;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.Ports;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Sha256;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small SVRL policy found by name, on stores that are folders. */
class SvrlByNameITCase {
    @TempDir
    private Path folder;

    @Test
    void weightsOfItsFamilyAreMadeAndServed() throws Exception {
        String blobs = folder.resolve("blobs").toUri().toString();
        String policies = folder.resolve("policies").toUri().toString();
        try (Ports.Lease<BlobStore> pictures = Ports.lease(BlobStore.class, "file", Map.of("path", blobs));
                Ports.Lease<PolicyStore> store = Ports.lease(PolicyStore.class, "file", Map.of("path", policies))) {
            String memory = pictures.get().put(Prompts.corpus()).join();
            byte[] weights;
            try (PolicyTrainer trainer = Ports.open(
                    PolicyTrainer.class,
                    "local",
                    Map.of("family", "svrl", "memory", memory, "blobs", "file", "blobs.path", blobs))) {
                weights = trainer.weights();
            }
            PolicyVersion version = new PolicyVersion("svrl.mmsearch_r1", 0, Sha256.hex(weights));
            store.get().put(version, weights).join();
            Map<String, String> settings =
                    Map.of("blobs", "file", "blobs.path", blobs, "policies", "file", "policies.path", policies);
            try (Ports.Lease<PolicyModel> model = Ports.lease(PolicyModel.class, "local", settings)) {
                Request request = new Request(
                        "r", "r", version, new Prompts(pictures.get()).second("trained"), 2048, Decoding.GREEDY, 1);

                String said = model.get().generate(request).join().text();

                assertThat(Said.of(said).mask()).hasSize(3);
                assertThat(Said.of(said).deed()).isNotNull();
            }
        }
    }

    @Test
    void thePapersPresetKeepsToAFrozenVersionUnlessToldOtherwise() throws Exception {
        String blobs = folder.resolve("blobs").toUri().toString();
        Map<String, String> paper =
                new HashMap<>(Map.of("family", "svrl", "preset", "paper", "blobs", "file", "blobs.path", blobs));
        try (Ports.Lease<BlobStore> pictures = Ports.lease(BlobStore.class, "file", Map.of("path", blobs))) {
            paper.put("memory", pictures.get().put(Prompts.corpus()).join());
        }
        assertThatThrownBy(() -> Ports.open(PolicyTrainer.class, "local", paper))
                .hasMessageContaining("'kl' needs")
                .hasMessageContaining("'policies'");

        paper.put("policies", "file");
        paper.put("policies.path", folder.resolve("policies").toUri().toString());
        try (PolicyTrainer trainer = Ports.open(PolicyTrainer.class, "local", paper)) {
            assertThat(trainer.weights()).isNotEmpty();
            assertThatThrownBy(() -> trainer.prepare(List.of()).join())
                    .hasMessageContaining("version 0 of policy 'svrl'");
        }
        paper.keySet().removeIf(name -> name.startsWith("policies"));
        paper.put("kl", "0");
        try (PolicyTrainer trainer = Ports.open(PolicyTrainer.class, "local", paper)) {
            assertThat(trainer.prepare(List.of()).join()).isNull();
        }
    }

    @Test
    void anUnknownFamilyIsNamedWithThoseThatThereAre() {
        Map<String, String> settings = Map.of(
                "family",
                "nobody",
                "blobs",
                "file",
                "blobs.path",
                folder.toUri().toString());

        assertThatThrownBy(() -> Ports.open(PolicyTrainer.class, "local", settings))
                .hasMessageContaining("'nobody'")
                .hasMessageContaining("acticl")
                .hasMessageContaining("svrl");
    }
}
