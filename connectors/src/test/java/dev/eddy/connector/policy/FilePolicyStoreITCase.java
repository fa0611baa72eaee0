// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.policy;

import static dev.eddy.port.PortFailures.assertFails;
import static dev.eddy.port.PortFailures.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyStore;
import dev.eddy.port.PolicyStoreContract;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePolicyStoreITCase extends PolicyStoreContract {
    @TempDir
    private Path folder;

    @Override
    protected PolicyStore open() throws IOException {
        return new FilePolicyStore.Factory().open(Map.of("path", folder.toUri().toString()));
    }

    @Test
    void aDamagedFileIsInvalid() throws IOException {
        byte[] weights = "weights".getBytes(UTF_8);
        PolicyVersion version = new PolicyVersion("acticl", 2, Sha256.hex(weights));
        PolicyStore store = open();
        await(store.put(version, weights));
        Path file = folder.resolve("acticl/2-" + version.sha256());
        assertThat(file).exists();
        Files.writeString(file, "heights");

        assertFails(store.get(version), EffectStatus.INVALID)
                .hasMessageContaining(file.getFileName().toString());
        store.close();
    }

    @Test
    void filesThatAreNoWeightsAreNotListed() throws IOException {
        Files.createDirectories(folder.resolve("acticl/notes"));
        Files.writeString(folder.resolve("acticl/README"), "mine");
        PolicyStore store = open();

        assertThat(await(store.list("acticl"))).isEmpty();
        store.close();
    }
}
