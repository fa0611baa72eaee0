// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import dev.eddy.metric.catalogue.JobMetric;
import dev.eddy.metric.catalogue.MetricCatalogue;
import dev.eddy.metric.catalogue.MetricInfo;
import dev.eddy.metric.catalogue.MetricType;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the Prometheus endpoint of a run shows of operators, held against the catalogue. */
final class Scrape {
    private static final Pattern SAMPLE = Pattern.compile("(" + JobMetric.OPERATOR + "\\w+)\\{(.*)} \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\",?");
    private static final Set<String> FLINKS = Set.of(
            "host",
            "tm_id",
            "job_id",
            "job_name",
            "task_id",
            "task_name",
            "task_attempt_id",
            "task_attempt_num",
            "subtask_index",
            "operator_id",
            "operator_name");
    /** Of operators Flink itself and its connectors name metrics so: in camel case, or below a group with a capital. */
    private static final Pattern FLINKS_NAME = Pattern.compile("[A-Z].*|[^_]*|split_.*");

    private final Map<String, Set<String>> labelsByName = new TreeMap<>();

    static Scrape of(int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        return new Scrape(HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body());
    }

    private Scrape(String text) {
        text.lines().map(SAMPLE::matcher).filter(Matcher::matches).forEach(sample -> {
            Set<String> labels = new TreeSet<>();
            LABEL.matcher(sample.group(2)).results().forEach(label -> labels.add(label.group(1)));
            labels.removeAll(FLINKS);
            if (!sample.group(1).matches(".*_(ms|steps)_count")) {
                labelsByName
                        .computeIfAbsent(sample.group(1), name -> new TreeSet<>())
                        .addAll(labels);
            }
        });
    }

    /** What somebody registered and the catalogue does not know, or by other labels. */
    Map<String, Set<String>> unknown() {
        Map<String, Set<String>> unknown = new TreeMap<>(labelsByName);
        unknown.keySet().removeIf(Scrape::isFlinks);
        unknown.entrySet()
                .removeIf(shown -> MetricCatalogue.own().stream()
                        .anyMatch(metric -> shown.getKey().matches(pattern(metric))
                                && shown.getValue().equals(labels(metric))));
        return unknown;
    }

    /** What the catalogue knows and nobody registered, by the names of operators and their groups. */
    Set<String> missing() {
        return MetricCatalogue.own().stream()
                .filter(metric -> labelsByName.keySet().stream().noneMatch(name -> name.matches(pattern(metric))))
                .map(metric -> metric.name().substring(JobMetric.OPERATOR.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isFlinks(String name) {
        return FLINKS_NAME.matcher(name.substring(JobMetric.OPERATOR.length())).matches();
    }

    private static Set<String> labels(MetricInfo metric) {
        Set<String> labels = new TreeSet<>(metric.labels());
        if (metric.type() == MetricType.SUMMARY) {
            labels.add("quantile");
        }
        return labels;
    }

    private static String pattern(MetricInfo metric) {
        return metric.name().replace("#", "\\d+");
    }
}
