// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.local.demo.DemoSettings;
import dev.eddy.local.run.LocalOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class DemoOptionsTest {
    @Test
    void theDefaultsAreThoseOfTheDemoItself() {
        assertThat(DemoOptions.demo(new Configuration())).isEqualTo(DemoSettings.of(List.of("acticl"), 7));
        assertThat(DemoOptions.local(new Configuration())).isEqualTo(LocalOptions.DEFAULT);
    }

    @Test
    void everySettingReachesItsPlace() {
        DemoSettings demo = DemoOptions.demo(Configuration.fromMap(Map.ofEntries(
                Map.entry("demo.agent", "mcite"),
                Map.entry("demo.cold-start", "9"),
                Map.entry("demo.world", "omniglot:/a.zip"),
                Map.entry("demo.seed", "8"),
                Map.entry("demo.training-groups", "11"),
                Map.entry("demo.group-size", "12"),
                Map.entry("demo.training-answers", "13"),
                Map.entry("demo.batch-groups", "14"),
                Map.entry("demo.max-policy-lag", "15"),
                Map.entry("demo.probe-steps", "16"),
                Map.entry("demo.probe-queries", "17"),
                Map.entry("demo.evaluation-seeds", "18"),
                Map.entry("demo.evaluation-queries", "19"),
                Map.entry("demo.services", "real"),
                Map.entry("eddy.loop.max-in-flight", "20"))));

        assertThat(demo)
                .isEqualTo(new DemoSettings(
                        List.of("mcite"),
                        "omniglot:/a.zip",
                        8,
                        11,
                        12,
                        13,
                        9,
                        14,
                        15,
                        16,
                        17,
                        18,
                        19,
                        "real",
                        Map.of("eddy.loop.max-in-flight", "20")));
        LocalOptions local = DemoOptions.local(Configuration.fromMap(
                Map.of("run.max-size", "1g", "run.checkpoint-interval", "2 s", "run.transaction-timeout", "3 h")));
        assertThat(local.maxBytes()).isEqualTo(1L << 30);
        assertThat(local.checkpointInterval()).isEqualTo(Duration.ofSeconds(2));
        assertThat(local.transactionTimeout()).isEqualTo(Duration.ofHours(3));
    }

    @Test
    void allAreTheAgentsThatThereAre() {
        assertThat(DemoOptions.demo(Configuration.fromMap(Map.of("demo.agent", "all")))
                        .agents())
                .containsExactly("acticl", "mcite", "svrl");
    }

    @Test
    void whatCannotBeIsRefusedByName() {
        assertThatThrownBy(() -> DemoOptions.demo(Configuration.fromMap(Map.of("demo.group-size", "1"))))
                .hasMessageContaining("'demo.group-size' is 1");
        assertThatThrownBy(() -> DemoOptions.demo(Configuration.fromMap(Map.of("demo.agent", "oracle"))))
                .hasMessageContaining("'demo.agent' is 'oracle'")
                .hasMessageContaining("svrl");
        assertThatThrownBy(() ->
                        DemoOptions.demo(Configuration.fromMap(Map.of("demo.agent", "all", "demo.world", "glyphs"))))
                .hasMessageContaining("'demo.world' is glyphs")
                .hasMessageContaining("mcite");
    }
}
