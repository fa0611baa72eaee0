// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import dev.eddy.console.settings.MetricsReference;
import dev.eddy.metric.catalogue.MetricCatalogue;
import dev.eddy.metric.catalogue.MetricInfo;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddy metrics}: every metric that Eddy exposes, and those of others that its rules and dashboards read. */
@Command(name = "metrics", mixinStandardHelpOptions = true, description = "Prints every metric with its meaning.")
public final class MetricsCommand implements Runnable {
    @Option(names = "--markdown", description = "Prints the page of all metrics, docs/metrics.md.")
    private boolean markdown;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        List<MetricInfo> metrics = MetricCatalogue.all();
        PrintWriter out = spec.commandLine().getOut();
        if (markdown) {
            out.print(MetricsReference.markdown(metrics));
        } else {
            metrics.forEach(metric -> out.printf(
                    "%s  %s, %s%n    %s%n",
                    metric.name(), metric.type().name().toLowerCase(Locale.ROOT), metric.unit(), metric.meaning()));
        }
        out.flush();
    }
}
