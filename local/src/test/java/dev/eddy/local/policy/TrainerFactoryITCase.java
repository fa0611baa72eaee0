// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerFactoryITCase {
    @TempDir
    private Path folder;

    @Test
    void thePapersPresetKeepsToAFrozenVersion() throws IOException {
        try (PolicyTrainer trainer = open(Map.of(
                "preset",
                "paper",
                "policies",
                "file",
                "policies.path",
                folder.toUri().toString()))) {
            assertThat(trainer.weights()).isNotEmpty();
        }
        assertThatThrownBy(() -> open(Map.of("preset", "paper")))
                .hasMessageContaining("'kl' needs")
                .hasMessageContaining("'policies'");
    }

    @Test
    void itBeginsWithTheWeightsThatItIsTold() throws Exception {
        byte[] taught;
        try (PolicyTrainer other = open(Map.of("seed", "7"))) {
            taught = other.weights();
        }
        String sha256;
        try (Ports.Lease<BlobStore> blobs = Ports.lease(
                BlobStore.class, "file", Map.of("path", folder.toUri().toString()))) {
            sha256 = blobs.get().put(taught).join();
        }
        try (PolicyTrainer trainer = open(Map.of("seed", "3", "initial", sha256))) {
            assertThat(trainer.weights()).isEqualTo(taught);
        }
        assertThatThrownBy(() -> open(Map.of("initial", "a".repeat(64)))).hasMessageContaining("'initial'");
    }

    @Test
    void settingsGoBeforeAPreset() throws IOException {
        try (PolicyTrainer trainer = open(Map.of("preset", "paper", "kl", "0"))) {
            assertThat(trainer.weights()).isNotEmpty();
        }
    }

    @Test
    void aPresetThatThereIsNotIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> open(Map.of("preset", "quick")))
                .hasMessageContaining("'quick'")
                .hasMessageContaining("[local, paper]");
    }

    private PolicyTrainer open(Map<String, String> settings) throws IOException {
        Map<String, String> all = new HashMap<>(settings);
        all.put("family", "mcite");
        all.put("blobs", "file");
        all.put("blobs.path", folder.toUri().toString());
        return Ports.open(PolicyTrainer.class, "local", all);
    }
}
