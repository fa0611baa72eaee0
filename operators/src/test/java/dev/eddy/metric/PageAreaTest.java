// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.schemas.Label;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageAreaTest {
    private static final PageArea GOLD = PageArea.of(List.of(part("p", 100, 100, 300, 200)));

    @ParameterizedTest
    @CsvSource({
        "100, 100, 300, 200, 1, 1",
        "0, 0, 600, 400, 0.0833333333, 1",
        "200, 100, 400, 200, 0.3333333333, 0.5",
        "150, 120, 250, 180, 0.3, 0.3",
        "300, 100, 500, 200, 0, 0",
        "400, 300, 500, 400, 0, 0",
        "100, 100, 100, 200, 0, 0"
    })
    void oneBoxAgainstAnother(int left, int top, int right, int bottom, double overlap, double held) {
        PageRegion box = part("p", left, top, right, bottom);

        assertThat(GOLD.overlap(box)).isCloseTo(overlap, within(1e-10));
        assertThat(GOLD.held(box)).isCloseTo(held, within(1e-10));
    }

    @Test
    void aBoxOnAnotherPageHitsNothing() {
        assertThat(GOLD.overlap(part("q", 100, 100, 300, 200))).isZero();
        assertThat(GOLD.held(part("q", 100, 100, 300, 200))).isZero();
    }

    @Test
    void severalBoxesCountAsWhatTheyCoverTogether() {
        PageArea gold = PageArea.of(List.of(part("p", 0, 0, 20, 10), part("p", 10, 0, 30, 10), part("p", 5, 2, 8, 4)));

        assertThat(gold.overlap(part("p", 0, 0, 30, 10))).isEqualTo(1);
        assertThat(gold.held(part("p", 15, 0, 60, 10))).isEqualTo(0.5);
        assertThat(gold.overlap(part("p", 15, 0, 45, 10))).isEqualTo(150.0 / 450);
    }

    @Test
    void whatSupportsOnOtherPagesIsMissedByACitationOfOne() {
        PageArea gold = PageArea.of(List.of(part("p", 0, 0, 10, 10), part("q", 0, 0, 10, 30)));

        assertThat(gold.overlap(part("p", 0, 0, 10, 10))).isEqualTo(0.25);
        assertThat(gold.held(part("q", 0, 0, 10, 30))).isEqualTo(0.75);
    }

    @Test
    void nothingOverlapsNothing() {
        PageArea none = PageArea.of(List.of());

        assertThat(none.overlap(part("p", 0, 0, 10, 10))).isZero();
        assertThat(none.overlap(part("p", 5, 5, 5, 5))).isZero();
        assertThat(none.held(part("p", 0, 0, 10, 10))).isZero();
    }

    @Test
    void largePagesDoNotOverflow() {
        PageArea gold = PageArea.of(List.of(part("p", 0, 0, 100_000, 100_000)));

        assertThat(gold.overlap(part("p", 0, 0, 100_000, 50_000))).isEqualTo(0.5);
    }

    @Test
    void aLabelWhoseBoxSupportsNothingIsUnfit() {
        assertThat(Metric.problem(label(part("p", 0, 0, 10, 10)))).isEmpty();
        assertThat(Metric.problem(label(part("p", 5, 0, 5, 10))).orElseThrow()).contains("have an area");
        assertThat(Metric.problem(label(part("p", 9, 0, 5, 10)))).isPresent();
        assertThat(Metric.problem(label(part("p", -1, 0, 5, 10)))).isPresent();
        assertThat(Metric.problem(label(new PageRegion("p", new Region(0, 0, 10, 10), 9, 20, null))))
                .isPresent();
        assertThat(Metric.problem(label(new PageRegion("p", new Region(0, 0, 10, 10), 10, 10, null))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p3       | p3    | 1.0",
                "p1 p3    | p3    | 0.6309297536",
                "p1 p2 p3 | p3    | 0.5",
                "p3 p9 p4 | p3 p4 | 0.9197207891",
                "p4       | p3 p4 | 0.6131471928",
                "p1       | p3    | 0",
                "''       | p3    | 0",
                "p1       | ''    | 0"
            })
    void foundPagesGainByTheirRank(String shown, String gold, double gain) {
        assertThat(RankingGain.of(words(shown), Set.copyOf(words(gold)))).isCloseTo(gain, within(1e-10));
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    private static Label label(PageRegion box) {
        return Label.newBuilder()
                .setQueryId("q")
                .setTargets(List.of("dax"))
                .setMetric("exact_match")
                .setGoldBoxes(List.of(box))
                .build();
    }

    private static PageRegion part(String page, int left, int top, int right, int bottom) {
        return new PageRegion(page, new Region(left, top, right, bottom), 0, 0, null);
    }
}
