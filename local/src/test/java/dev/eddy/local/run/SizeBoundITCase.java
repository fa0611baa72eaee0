// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SizeBoundITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path temp;

    @Test
    void aRunThatGrowsAboveItsBoundIsToldSoAndGoesOnWithALargerOneAndOtherPorts() throws Exception {
        try (RunFolder folder = NewRun.in(temp.resolve("run"))) {
            try (LocalRuntime runtime = LocalRuntime.start(folder, options(1 << 16), false)) {
                Files.write(folder.root().resolve("much"), new byte[1 << 17]);
                runtime.awaitRunning(PATIENCE); // there are no jobs
                while (runtime.tooLarge().isEmpty()) {
                    Thread.onSpinWait();
                }
                assertThat(runtime.tooLarge().get()).contains("(run.max-size)", "--resume " + folder.root());
                assertThat(retention(runtime.client())).isEqualTo("16384");
                runtime.stop(PATIENCE);
            }
            assertThatThrownBy(() -> LocalRuntime.start(folder, options(1 << 16), false))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("(run.max-size)");

            folder.change(folder.ports().freed(port -> false), folder.settings());
            try (LocalRuntime runtime = LocalRuntime.start(folder, options(1 << 30), false)) {
                runtime.awaitRunning(PATIENCE);
                assertThat(runtime.tooLarge()).isEmpty();
                assertThat(retention(runtime.client())).isEqualTo(Integer.toString(1 << 28));
                runtime.stop(PATIENCE);
            }
        }
    }

    /** Of a partition of the topic that has half of the bound. */
    private static String retention(Properties client) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "trajectories");
        try (Admin admin = Admin.create(client)) {
            return admin.describeConfigs(List.of(topic))
                    .all()
                    .get()
                    .get(topic)
                    .get("retention.bytes")
                    .value();
        }
    }

    private static LocalOptions options(long maxBytes) {
        LocalOptions usual = LocalOptions.DEFAULT;
        return new LocalOptions(
                usual.slots(),
                usual.checkpointInterval(),
                usual.transactionTimeout(),
                usual.restartAttempts(),
                usual.busyPartitions(),
                maxBytes,
                Map.of(),
                Map.of(),
                null);
    }
}
