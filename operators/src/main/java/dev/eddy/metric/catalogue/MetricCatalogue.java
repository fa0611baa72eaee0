// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric.catalogue;

import dev.eddy.metric.AgentMetrics;
import dev.eddy.metric.DerivedMetric;
import dev.eddy.metric.DerivedMetric.AccuracyBy;
import dev.eddy.metric.DerivedMetric.Breakdown;
import dev.eddy.metric.FigureInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All metrics: those of operators and of the eval job, the agents on the class path included, and those of servers. */
public final class MetricCatalogue {
    private static final List<String> RUN_LABELS = List.of("agent", "count", "decoding", "mode", "policy", "purpose");
    private static final List<String> POLICY = List.of("policy");

    private MetricCatalogue() {}

    /** In the order of their sources. */
    public static List<MetricInfo> all() {
        List<MetricInfo> all = new ArrayList<>(own());
        all.addAll(FlinkMetrics.ALL);
        all.addAll(ServerMetrics.ALL);
        all.addAll(PlatformMetrics.ALL);
        return all;
    }

    /** What Eddy's jobs register: {@link MetricSource#EDDY} and {@link MetricSource#EVALUATION}. */
    public static List<MetricInfo> own() {
        List<MetricInfo> own = new ArrayList<>();
        Stream.of(JobMetric.values()).map(JobMetric::info).forEach(own::add);
        steps().stream()
                .map(figure -> new MetricInfo(
                        MetricSource.EDDY,
                        JobMetric.prometheusName(POLICY, stepFigure(figure.name())),
                        MetricType.GAUGE,
                        figure.unit(),
                        POLICY,
                        "Train: of the newest step. " + figure.meaning()))
                .forEach(own::add);
        own.addAll(evaluation());
        return own;
    }

    /** What the trainer registers a figure of its steps as. */
    public static String stepFigure(String name) {
        return "train_" + name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    private static List<MetricInfo> evaluation() {
        List<MetricInfo> figures = new ArrayList<>();
        Figures.RUN.forEach(figure -> figures.add(figure(figure.name(), RUN_LABELS, figure)));
        for (FigureInfo figure : Figures.DURATIONS) {
            figures.add(figure(figure.name(), with("quantile"), meaning(figure, ": quantiles of the window.")));
            figures.add(figure(figure.name() + ".mean", RUN_LABELS, meaning(figure, ": mean of the window.")));
            figures.add(figure(
                    figure.name() + ".inFlight", RUN_LABELS, meaning(figure, ": how many were under way at once.")));
        }
        figures.add(figure(
                "terminationShare",
                with("termination"),
                new FigureInfo("terminationShare", "ratio", "Share of the runs that ended so.")));
        figures.addAll(agents());
        Figures.GROUP.forEach(figure -> figures.add(figure(figure.name(), POLICY, figure)));
        Stream.of(Figures.VERSION, steps())
                .flatMap(List::stream)
                .forEach(figure -> figures.add(figure(
                        "trainer." + figure.name(),
                        POLICY,
                        meaning(figure, " Of the newest version, a mean of its steps."))));
        figures.add(figure(
                "groupReceipts",
                List.of("fate", "policy"),
                new FigureInfo("groupReceipts", "groups", "Groups that were dealt with in the window.")));
        figures.add(figure(
                "deadLetters",
                List.of("job", "reason"),
                new FigureInfo(
                        "deadLetters",
                        "records",
                        "Records of the window that no job could use. Prometheus calls the label job exported_job.")));
        return figures;
    }

    private static List<FigureInfo> steps() {
        List<FigureInfo> steps = new ArrayList<>(Figures.STEP);
        agentMetrics().forEach(agent -> steps.addAll(agent.stepFigures()));
        return steps;
    }

    private static ServiceLoader<AgentMetrics> agentMetrics() {
        return ServiceLoader.load(AgentMetrics.class, MetricCatalogue.class.getClassLoader());
    }

    /** Agents may share a name, for what is much alike. */
    private static Collection<MetricInfo> agents() {
        Map<String, MetricInfo> figures = new TreeMap<>();
        for (AgentMetrics agent : agentMetrics()) {
            Map<String, String> labels = new HashMap<>();
            for (DerivedMetric metric : agent.derived()) {
                if (metric instanceof Breakdown breakdown) {
                    labels.put(breakdown.name(), breakdown.label());
                } else if (metric instanceof AccuracyBy by) {
                    labels.put(by.name(), by.label());
                }
            }
            for (FigureInfo figure : agent.figures()) {
                String label = labels.get(figure.name());
                MetricInfo info = figure(
                        figure.name(),
                        label == null ? RUN_LABELS : with(label),
                        new FigureInfo(figure.name(), figure.unit(), agent.agent() + ": " + figure.meaning()));
                figures.merge(info.name(), info, MetricCatalogue::joined);
            }
        }
        return figures.values();
    }

    private static MetricInfo joined(MetricInfo one, MetricInfo other) {
        return new MetricInfo(
                one.source(), one.name(), one.type(), one.unit(), one.labels(), one.meaning() + " " + other.meaning());
    }

    private static FigureInfo meaning(FigureInfo figure, String more) {
        return new FigureInfo(figure.name(), figure.unit(), figure.meaning() + more);
    }

    private static List<String> with(String label) {
        TreeSet<String> labels = new TreeSet<>(RUN_LABELS);
        labels.add(label);
        return List.copyOf(labels);
    }

    private static MetricInfo figure(String name, List<String> labels, FigureInfo figure) {
        return new MetricInfo(
                MetricSource.EVALUATION,
                JobMetric.prometheusName(labels, name),
                MetricType.GAUGE,
                figure.unit(),
                labels,
                figure.meaning());
    }
}
