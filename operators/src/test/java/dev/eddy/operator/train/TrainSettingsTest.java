// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.port.PortChoice;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class TrainSettingsTest {
    private static final PortChoice PORT = PortChoice.of("file", Map.of("path", "/tmp/policies"));

    @Test
    void travelWithTheJobGraph() throws Exception {
        TrainSettings settings = TrainSettings.of(Map.of("svrl.mmsearch_r1", PORT), PORT, PORT, 500);

        assertThat(InstantiationUtil.clone(settings)).isEqualTo(settings);
        assertThat(settings.batchGroups()).isEqualTo(16);
        assertThat(settings.maxPolicyLag()).isEqualTo(8);
        assertThat(settings.keepVersions()).isEqualTo(1000);
    }

    @Test
    void whatIsWrongIsNamedWithItsValue() {
        assertThatThrownBy(() -> with(0, 8, 100, 1000)).hasMessageContaining("'train.batch-groups' is 0");
        assertThatThrownBy(() -> with(16, -1, 100, 1000)).hasMessageContaining("'train.max-policy-lag' is -1");
        assertThatThrownBy(() -> with(16, 8, 0, 1000)).hasMessageContaining("'train.planned-steps' is 0");
        assertThatThrownBy(() -> with(16, 8, 100, 8))
                .hasMessageContaining("'train.keep-versions' is 8")
                .hasMessageContaining("train.max-policy-lag (8)");
        assertThatThrownBy(() -> TrainSettings.of(Map.of(), PORT, PORT, 1)).hasMessageContaining("no policy");
        assertThatThrownBy(() -> TrainSettings.of(Map.of("../up", PORT), PORT, PORT, 1))
                .hasMessageContaining("'../up'");
    }

    @Test
    void valuesOfPortSettingsAreNotPrinted() {
        PortChoice secret = PortChoice.of("redis", Map.of("password", "hunter2"));

        assertThat(secret).asString().contains("redis", "password").doesNotContain("hunter2");
    }

    private static TrainSettings with(int batch, int lag, long steps, int keep) {
        return new TrainSettings(new TreeMap<>(Map.of("acticl", PORT)), PORT, PORT, batch, lag, steps, keep);
    }
}
