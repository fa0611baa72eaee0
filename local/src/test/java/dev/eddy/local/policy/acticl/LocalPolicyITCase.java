// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Generation;
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
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small policy found by name, on stores that are folders. */
class LocalPolicyITCase {
    @TempDir
    private Path folder;

    private Map<String, String> blobs;
    private Map<String, String> policies;
    private Map<String, String> settings;

    @BeforeEach
    void choose() {
        blobs = Map.of("path", folder.resolve("blobs").toUri().toString());
        policies = Map.of("path", folder.resolve("policies").toUri().toString());
        settings = Map.of(
                "blobs",
                "file",
                "blobs.path",
                blobs.get("path"),
                "policies",
                "file",
                "policies.path",
                policies.get("path"));
    }

    @Test
    void weightsThatATrainerMadeAreServedByVersionAndHash() throws Exception {
        byte[] weights;
        try (PolicyTrainer trainer = Ports.open(
                PolicyTrainer.class, "local", Map.of("blobs", "file", "blobs.path", blobs.get("path"), "seed", "4"))) {
            weights = trainer.weights();
        }
        PolicyVersion version = new PolicyVersion("acticl", 0, Sha256.hex(weights));
        try (Ports.Lease<PolicyStore> store = Ports.lease(PolicyStore.class, "file", policies);
                Ports.Lease<BlobStore> pictures = Ports.lease(BlobStore.class, "file", blobs);
                Ports.Lease<PolicyModel> model = Ports.lease(PolicyModel.class, "local", settings)) {
            store.get().put(version, weights).join();
            Prompts prompts = new Prompts(pictures.get());

            Generation said = model.get()
                    .generate(new Request("r", "r", version, prompts.acting(), 1024, Decoding.GREEDY, 1))
                    .join();

            assertThat(ToolCalls.actions(said.text())).isNotEmpty();
        }
    }

    @Test
    void aMissingAndAnUnknownSettingAreNamed() {
        assertThatThrownBy(() -> Ports.lease(PolicyModel.class, "local", Map.of()))
                .hasMessageContaining("'blobs'");
        assertThatThrownBy(() -> Ports.open(
                        PolicyTrainer.class,
                        "local",
                        Map.of("blobs", "file", "blobs.path", blobs.get("path"), "momentum", "1")))
                .hasMessageContaining("[momentum]");
    }
}
