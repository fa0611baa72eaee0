// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.Crop;
import dev.eddy.agent.Effect.Embed;
import dev.eddy.agent.Effect.SearchText;
import dev.eddy.metric.AgentMetrics;
import dev.eddy.metric.DerivedMetric;
import dev.eddy.metric.DerivedMetric.AccuracyBy;
import dev.eddy.metric.DerivedMetric.Breakdown;
import dev.eddy.metric.DerivedMetric.Ratio;
import dev.eddy.metric.FigureInfo;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class MetricCatalogueTest {
    @Test
    void everyNameStandsInItOnceWithUnitAndMeaning() {
        assertThat(MetricCatalogue.all())
                .extracting(MetricInfo::name)
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name).matches("[A-Za-z_:][A-Za-z0-9_:]*#?"));
        assertThat(MetricCatalogue.all())
                .allSatisfy(
                        metric -> assertThat(metric.meaning()).as(metric.name()).endsWith("."))
                .allSatisfy(
                        metric -> assertThat(metric.unit()).as(metric.name()).isNotBlank());
    }

    @Test
    void whatIsCountedIsNamedSo() {
        assertThat(JobMetric.values())
                .filteredOn(metric -> metric.info().type() == MetricType.COUNTER)
                .allSatisfy(metric -> assertThat(metric.id()).matches(".*_(total|count)"));
    }

    @Test
    void aNameIsThatOfFlinksReporter() {
        assertThat(JobMetric.EFFECTS_TOTAL.info().name())
                .isEqualTo("flink_taskmanager_job_task_operator_effect_result_effects_total");
        assertThat(JobMetric.LOOPS_PARKED.info().name()).isEqualTo("flink_taskmanager_job_task_operator_loops_parked");
    }

    @Test
    void whatAnAgentDerivesItExplains() {
        for (AgentMetrics agent : ServiceLoader.load(AgentMetrics.class)) {
            assertThat(agent.figures())
                    .extracting(FigureInfo::name)
                    .as(agent.agent())
                    .doesNotHaveDuplicates()
                    .containsAll(agent.derived().stream()
                            .map(MetricCatalogueTest::name)
                            .toList());
        }
    }

    @Test
    void effectsAreNamedAsTheyNameThemselves() {
        assertThat(Effect.NAMES)
                .contains(
                        new SearchText(0, "", "", 1).name(),
                        new Embed(0, List.of()).name(),
                        new Crop(0, null, null, 1, 1, false).name());
    }

    private static String name(DerivedMetric metric) {
        if (metric instanceof Ratio ratio) {
            return ratio.name();
        }
        return metric instanceof Breakdown breakdown ? breakdown.name() : ((AccuracyBy) metric).name();
    }
}
