// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import dev.eddy.schemas.Label;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;

/**
 * Task scores by the name that a label asks for: how right an answer is, from 0 to 1. Where a label has several references
 * the best counts, unless the metric says otherwise.
 */
public enum Metric {
    EXACT_MATCH("exact_match", best(ExactMatch::score)),
    RELAXED_EXACT_MATCH("relaxed_exact_match", best(RelaxedExactMatch::score)),
    ROUGE_L("rouge_l", best(RougeL::score)),
    MULTIPLE_CHOICE("multiple_choice", MultipleChoice::score),
    ANLS("anls", best(Anls::score)),
    RELAXED_ACCURACY("relaxed_accuracy", best(RelaxedAccuracy::score)),
    VQA_ACCURACY("vqa_accuracy", (answer, label) -> VqaAccuracy.score(answer, label.getTargets())),
    NUMERIC_OR_OPTION("numeric_or_option", NumericOrOption::score);

    /** The reward component that every scored trajectory has: the mean of its answers' task scores. */
    public static final String TASK = "task";

    private final String metricName;
    private final ToDoubleBiFunction<String, Label> scorer;

    Metric(String metricName, ToDoubleBiFunction<String, Label> scorer) {
        this.metricName = metricName;
        this.scorer = scorer;
    }

    /** As labels and settings spell it. */
    public String metricName() {
        return metricName;
    }

    /** From 0 to 1; an empty answer is never right. The label has no {@link #problem}. */
    public double score(String answer, Label label) {
        return answer.isBlank() ? 0 : scorer.applyAsDouble(answer, label);
    }

    /** The metric of this name; throws with the names that there are. */
    public static Metric named(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    /** Why no answer can be scored against a label; empty where one can. */
    public static Optional<String> problem(Label label) {
        List<String> targets = label.getTargets();
        Optional<Metric> metric = find(label.getMetric());
        if (metric.isEmpty()) {
            return Optional.of(unknown(label.getMetric()));
        }
        if (targets.isEmpty() || targets.stream().anyMatch(String::isBlank)) {
            return Optional.of("targets must be one or more non-empty references, got " + targets);
        }
        if (metric.get() == VQA_ACCURACY && targets.size() != VqaAccuracy.REFERENCES) {
            return Optional.of("vqa_accuracy needs " + VqaAccuracy.REFERENCES + " references, got " + targets.size());
        }
        return PageArea.problem(label.getGoldBoxes());
    }

    private static Optional<Metric> find(String name) {
        return Arrays.stream(values())
                .filter(metric -> metric.metricName.equals(name))
                .findFirst();
    }

    private static String unknown(String name) {
        return "no metric is named '" + name + "'; there are "
                + Arrays.stream(values()).map(Metric::metricName).collect(Collectors.joining(", "));
    }

    private static ToDoubleBiFunction<String, Label> best(ToDoubleBiFunction<String, String> scorer) {
        return (answer, label) -> label.getTargets().stream()
                .mapToDouble(reference -> scorer.applyAsDouble(answer, reference))
                .max()
                .orElseThrow();
    }
}
