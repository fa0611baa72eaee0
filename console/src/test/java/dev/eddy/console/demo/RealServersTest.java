// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.console.settings.ConsoleOptions;
import dev.eddy.console.settings.DemoOptions;
import dev.eddy.job.Catalogue;
import dev.eddy.job.EddyJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealServersTest {
    private static final Catalogue CATALOGUE =
            Catalogue.of(List.of(ConsoleOptions.class, DemoOptions.class), EddyJob.OPTIONS.options());
    private static final String PRINTED = """
            redis=127.0.0.1:15001
            seaweedfs=127.0.0.1:15002
            milvus-lite=127.0.0.1:15003
            triton=127.0.0.1:15004
            flink=127.0.0.1:15005
            """;

    @TempDir
    private Path home;

    @Test
    void everyServerIsLedToBySettingsThatThereAre() throws Exception {
        Map<String, String> settings = new RealServers(home).settings(RealServers.addresses(PRINTED));

        assertThat(settings.keySet()).allMatch(CATALOGUE::knows);
        assertThat(settings)
                .containsEntry("run.flink", "127.0.0.1:15005")
                .containsEntry("file-systems.s3.endpoint", "http://127.0.0.1:15002")
                .containsEntry("eddy.effect-journal.settings.port", "15001")
                .containsEntry("eddy.result-cache.settings.host", "127.0.0.1")
                .containsEntry("eddy.demonstration-bank.settings.vectors.endpoint", "127.0.0.1:15003")
                .containsEntry("eddy.page-index.settings.vectors", "milvus")
                .containsEntry("eddy.page-index.settings.vectors.endpoint", "127.0.0.1:15003")
                .containsEntry("eddy.page-index.deadline", "60 s")
                .containsEntry("eddy.policy-model.settings.scorer.endpoint", "127.0.0.1:15004")
                .containsEntry("eddy.policy-deployer.settings.endpoint", "127.0.0.1:15004");
    }

    @Test
    void theSecretStandsInAFileThatNobodyElseReads() throws Exception {
        for (int run = 0; run < 2; run++) {
            String secret = new RealServers(home)
                    .settings(RealServers.addresses(PRINTED))
                    .get("file-systems.s3.secret-key");

            assertThat(secret).startsWith("file:");
            Path file = Path.of(secret.substring("file:".length()));
            assertThat(file).hasContent("eddy-secret");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }
}
