// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import dev.eddy.metric.catalogue.MetricInfo;
import dev.eddy.metric.catalogue.MetricSource;
import java.util.List;
import java.util.Locale;

/** The page of all metrics, as Markdown. */
public final class MetricsReference {
    private static final String HEAD = """
            # Metrics

            Each by its name in Prometheus. `./eddy demo` serves those of Eddy and Flink on the loopback port that its run folder's
            `run.properties` names `ports.metrics`; on a cluster Flink's Prometheus reporter does:

            ```yaml
            metrics.reporter.prometheus.factory.class: org.apache.flink.metrics.prometheus.PrometheusReporterFactory
            metrics.reporter.prometheus.port: 9249
            metrics.reporter.prometheus.filterLabelValueCharacters: false
            ```

            The last line keeps values of labels as they are; without it Flink writes `policy_model` for `policy-model`, and rules and
            dashboards find nothing. What an operator registers also has the labels of Flink's scope: `host`, `tm_id`, `job_id`, `job_name`,
            `task_id`, `task_name`, `task_attempt_id`, `task_attempt_num`, `subtask_index`, `operator_id` and `operator_name`.

            A counter only rises, but for restarts. A summary's quantiles are of one subtask and its newest values: not to be averaged. A `#` in
            a name stands for a number.
            """;

    private MetricsReference() {}

    /** @param metrics those of a source one after another */
    public static String markdown(List<MetricInfo> metrics) {
        StringBuilder out = new StringBuilder(HEAD);
        MetricSource source = null;
        for (MetricInfo metric : metrics) {
            if (metric.source() != source) {
                source = metric.source();
                out.append("\n## From ")
                        .append(source.description())
                        .append("\n\n| metric | type | unit | labels | meaning |\n|---|---|---|---|---|\n");
            }
            out.append("| `").append(metric.name()).append("` | ");
            out.append(metric.type().name().toLowerCase(Locale.ROOT)).append(" | ");
            out.append(metric.unit()).append(" | ");
            out.append(metric.labels().isEmpty() ? "" : "`" + String.join("`, `", metric.labels()) + "`");
            out.append(" | ").append(metric.meaning().replace("|", "\\|")).append(" |\n");
        }
        return out.toString();
    }
}
