// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.operator.train.TrainSettings.Pupil;
import dev.eddy.port.PortChoice;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class TrainSettingsTest {
    private static final PortChoice PORT = PortChoice.of("file", Map.of("path", "/tmp/policies"));

    @Test
    void travelWithTheJobGraph() throws Exception {
        TrainSettings settings = new TrainSettings(
                new TreeMap<>(Map.of("svrl.mmsearch_r1", new Pupil(PORT, 500))), PORT, PORT, 16, 8, 1000, null);

        assertThat(InstantiationUtil.clone(settings)).isEqualTo(settings);
    }

    @Test
    void whatIsWrongIsNamedWithItsValue() {
        assertThatThrownBy(() -> with(0, 8, 100, 1000)).hasMessageContaining("'train.batch-groups' is 0");
        assertThatThrownBy(() -> with(16, -1, 100, 1000)).hasMessageContaining("'train.max-policy-lag' is -1");
        assertThatThrownBy(() -> with(16, 8, 0, 1000)).hasMessageContaining("'train.planned-steps' is 0");
        assertThatThrownBy(() -> with(16, 8, 100, 8))
                .hasMessageContaining("'train.keep-versions' is 8")
                .hasMessageContaining("train.max-policy-lag (8)");
        assertThatThrownBy(() -> new TrainSettings(new TreeMap<>(), PORT, PORT, 16, 8, 1000, null))
                .hasMessageContaining("no policy");
        assertThatThrownBy(() -> new TrainSettings(
                        new TreeMap<>(Map.of("../up", new Pupil(PORT, 1))), PORT, PORT, 16, 8, 1000, null))
                .hasMessageContaining("'../up'");
    }

    @Test
    void valuesOfPortSettingsAreNotPrinted() {
        PortChoice secret = PortChoice.of("redis", Map.of("password", "hunter2"));

        assertThat(secret).asString().contains("redis", "password").doesNotContain("hunter2");
    }

    private static TrainSettings with(int batch, int lag, long steps, int keep) {
        return new TrainSettings(
                new TreeMap<>(Map.of("acticl", new Pupil(PORT, steps))), PORT, PORT, batch, lag, keep, null);
    }
}
