// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.schemas.Label;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The U.S.A. | usa",
                "18-19 days | 1819 days",
                "A  Tale of Two Cities! | tale of two cities",
                "don't | dont",
                "1,000 km² | 1000 km²",
                "“dax” | “dax”",
                "A | a",
            })
    void exactMatchComparesNormalForms(String text, String normal) {
        assertThat(ExactMatch.normalise(text)).isEqualTo(normal);
    }

    @Test
    void exactMatchTakesAnyReference() {
        assertThat(score("exact_match", " Dax. ", "wug", "dax")).isEqualTo(1);
        assertThat(score("exact_match", "blick", "wug", "dax")).isZero();
        assertThat(score("exact_match", "A", "B")).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "the answer is Sidhu and Kanhu | Sidhu and Kanhu            | 0.6666666667",
                "income rose by 12 percent     | net income rose 12 percent | 0.8",
                "Sidhu-and-KANHU               | sidhu and kanhu            | 1",
                "and Sidhu                     | Sidhu and                  | 0.5",
                "nobody                        | Sidhu                      | 0",
                "?!                            | Sidhu                      | 0"
            })
    void rougeFollowsTheLongestCommonSubsequence(String answer, String reference, double score) {
        assertThat(score("rouge_l", answer, reference)).isCloseTo(score, within(1e-10));
    }

    @Test
    void relaxedExactMatchForgivesAFewWordsAround() {
        assertThat(score("relaxed_exact_match", "It was 4,512.", "4512")).isEqualTo(1);
        assertThat(score("relaxed_exact_match", "Akita", "Akita Holdings")).isEqualTo(1);
        assertThat(score("relaxed_exact_match", "well, all in all I would say 4512", "4512"))
                .isZero();
        assertThat(score("relaxed_exact_match", "4513", "4512")).isZero();
    }

    @Test
    void anEmptyAnswerIsNeverRight() {
        for (Metric metric : Metric.values()) {
            assertThat(metric.score(" ", label(metric.metricName(), Map.of(), "x")))
                    .isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Helo World, hello world, 0.9090909091",
        "1998, 1989, 0",
        "42 km, 42km, 0.8",
        "ab, abcd, 0",
        "' Same  Text', same text, 1"
    })
    void anlsIsZeroFromHalfTheLengthOn(String answer, String reference, double expected) {
        assertThat(score("anls", answer, reference)).isCloseTo(expected, within(1e-10));
    }

    @ParameterizedTest
    @CsvSource({
        "105, 100, 1",
        "105.01, 100, 0",
        "95, 100, 1",
        "21%, 0.2, 1",
        "0.0, 0, 0",
        "0, 0, 1",
        "Blue, blue, 1",
        "-10.4, -10, 1",
        "NaN, 100, 0"
    })
    void relaxedAccuracyForgivesFivePercent(String answer, String reference, double expected) {
        assertThat(score("relaxed_accuracy", answer, reference)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0.3", "2, 0.6", "3, 0.9", "4, 1", "10, 1"})
    void vqaAccuracyLeavesEachReferenceOut(int agreeing, double expected) {
        String[] references = Stream.concat(
                        Collections.nCopies(agreeing, "stop").stream(),
                        IntStream.range(agreeing, 10).mapToObj(i -> "other" + i))
                .toArray(String[]::new);

        assertThat(score("vqa_accuracy", "STOP!", references)).isCloseTo(expected, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"two dogs | 2 dogs", "the 1,000th. | 1000th", "it's | its", "red-blue | red blue", "3.5 | 3.5"})
    void vqaAccuracyReadsWordsAsThePublicEvaluationDoes(String answer, String reference) {
        String[] references = Collections.nCopies(10, reference).toArray(String[]::new);

        assertThat(score("vqa_accuracy", answer, references)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"B, 1", "(b), 1", "B. Paris, 1", "b) Paris, 1", "paris, 1", "A, 0", "But why, 0", "Bern, 0", "E, 0"})
    void multipleChoiceTakesALetterOrTheWholeText(String answer, double expected) {
        Label label = label("multiple_choice", Map.of("A", "Bern", "B", "Paris"), "B");

        assertThat(Metric.MULTIPLE_CHOICE.score(answer, label)).isEqualTo(expected);
    }

    @Test
    void aSentenceThatBeginsWithAnArticleNamesNoOption() {
        assertThat(score("multiple_choice", "A dog", "A")).isZero();
        assertThat(score("multiple_choice", "(A)", "A")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,234.5 | 1234.5 | 1",
                "$12 | 12 | 1",
                "1/4 | 0.25 | 1",
                "25% | 0.25 | 1",
                "3.14 | 3.15 | 0",
                "0 | 0.0 | 1",
                "x | 3 | 0",
                "isosceles | Isosceles | 1"
            })
    void numericComparesNumbersAsWritten(String answer, String reference, double expected) {
        assertThat(score("numeric_or_option", answer, reference)).isEqualTo(expected);
    }

    @Test
    void numericTakesTheOptionOrItsNumber() {
        Label label = label("numeric_or_option", Map.of("A", "30", "B", "45.0"), "B");

        assertThat(Metric.NUMERIC_OR_OPTION.score("B", label)).isEqualTo(1);
        assertThat(Metric.NUMERIC_OR_OPTION.score("45", label)).isEqualTo(1);
        assertThat(Metric.NUMERIC_OR_OPTION.score("30", label)).isZero();
    }

    @Test
    void anUnknownMetricIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> Metric.named("bleu"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no metric is named 'bleu'; there are exact_match, relaxed_exact_match, rouge_l, multiple_choice, anls,"
                                + " relaxed_accuracy, vqa_accuracy, numeric_or_option");
        assertThat(Metric.problem(label("bleu", Map.of(), "x")))
                .hasValueSatisfying(problem -> assertThat(problem).contains("bleu", "exact_match"));
    }

    @Test
    void labelsThatNothingCanBeScoredAgainstSayWhy() {
        assertThat(Metric.problem(label("exact_match", Map.of()))).isPresent();
        assertThat(Metric.problem(label("exact_match", Map.of(), "dax", " "))).isPresent();
        assertThat(Metric.problem(label("vqa_accuracy", Map.of(), "one")))
                .hasValue("vqa_accuracy needs 10 references, got 1");
        assertThat(Metric.problem(label("exact_match", Map.of(), "dax"))).isEmpty();
    }

    private static double score(String metric, String answer, String... targets) {
        return Metric.named(metric).score(answer, label(metric, Map.of(), targets));
    }

    private static Label label(String metric, Map<String, String> labelMap, String... targets) {
        return Label.newBuilder()
                .setQueryId("q")
                .setTargets(List.of(targets))
                .setMetric(metric)
                .setLabelMap(labelMap)
                .build();
    }
}
