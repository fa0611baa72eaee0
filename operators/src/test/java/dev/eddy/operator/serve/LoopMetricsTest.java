// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.EffectStatus;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoopMetricsTest {
    private final Map<String, Counter> counters = new HashMap<>();
    private final Map<String, Histogram> histograms = new HashMap<>();
    private final LoopMetrics metrics = new LoopMetrics(new Recording(""), new Admission(LoopLimits.DEFAULT), null);

    @Test
    void anAnswerFromTheJournalIsCountedApartAndHasNoLatency() {
        metrics.completed(effect(1, false, 40));
        metrics.completed(effect(1, true, 60_000));
        metrics.completed(effect(2, true, 60_000));

        assertThat(counters.get("effect=generate/result=ok/effects_total").getCount())
                .isEqualTo(1);
        assertThat(counters.get("effect=generate/effects_from_journal_total").getCount())
                .isEqualTo(2);
        assertThat(histograms
                        .get("effect=generate/effect_latency_ms")
                        .getStatistics()
                        .getValues())
                .containsExactly(40);
    }

    @Test
    void whatARestoreAskedForAgainCountsButHasNoLatencySinceDowntimeIsInIt() {
        metrics.completed(effect(2, false, 60_000));

        assertThat(counters.get("effect=generate/result=ok/effects_total").getCount())
                .isEqualTo(1);
        assertThat(histograms.get("effect=generate/effect_latency_ms").getCount())
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(EffectStatus.class)
    void everyResultIsCountedByItsStatus(EffectStatus status) {
        metrics.completed(
                EffectRecord.newBuilder(effect(1, false, 40)).setStatus(status).build());

        assertThat(counters.get("effect=generate/result=" + status.name().toLowerCase(Locale.ROOT) + "/effects_total")
                        .getCount())
                .isEqualTo(1);
    }

    private static EffectRecord effect(int attempts, boolean fromJournal, long latency) {
        return EffectRecord.newBuilder()
                .setSeq(0)
                .setKind("generate")
                .setRequestHash(ByteBuffer.allocate(32))
                .setStatus(EffectStatus.OK)
                .setAttempts(attempts)
                .setLatencyMs(latency)
                .setFromJournal(fromJournal)
                .build();
    }

    /** Remembers metrics by the labels and the name that they are registered under. */
    private final class Recording extends UnregisteredMetricsGroup {
        private final String path;

        private Recording(String path) {
            this.path = path;
        }

        @Override
        public MetricGroup addGroup(String key, String value) {
            return new Recording(path + key + "=" + value + "/");
        }

        @Override
        public Counter counter(String name) {
            return counters.computeIfAbsent(path + name, none -> new SimpleCounter());
        }

        @Override
        public <H extends Histogram> H histogram(String name, H histogram) {
            histograms.put(path + name, histogram);
            return histogram;
        }
    }
}
