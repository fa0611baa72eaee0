// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.mcite.Action.Answer;
import dev.eddy.agent.mcite.Action.Crop;
import dev.eddy.agent.mcite.Action.None;
import dev.eddy.agent.mcite.Action.Search;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputParserTest {
    private final OutputParser parser = new OutputParser();

    @Test
    void readsTheThreeActions() {
        assertThat(action("<think>hm</think><search> net revenue </search>")).isEqualTo(new Search("net revenue"));
        assertThat(action("<bbox>[1, 2.5, 30, 4e1]</bbox>")).isEqualTo(new Crop(new Box(1, 2.5, 30, 40)));
        assertThat(action("<answer>4,512</answer><cite>[0, 0, 9, 9]</cite>"))
                .isEqualTo(new Answer("4,512", new Box(0, 0, 9, 9), 0));
        assertThat(action("<answer>x</answer><cite page=\"2\">[0, 0, 9, 9]</cite>"))
                .isEqualTo(new Answer("x", new Box(0, 0, 9, 9), 2));
    }

    @Test
    void theFirstActionDecides() {
        assertThat(action("<search>a</search><bbox>[1,2,3,4]</bbox>")).isEqualTo(new Search("a"));
        assertThat(action("<bbox>[1,2,3,4]</bbox><answer>a</answer>")).isInstanceOf(Crop.class);
        assertThat(action("<answer>a</answer><search>b</search>")).isEqualTo(new Answer("a", null, 0));
    }

    @Test
    void theLastAnswerIsReadAndTheLastOpeningBeforeItsEnd() {
        assertThat(action("<answer>a</answer><cite>[1,1,2,2]</cite><answer>b</answer><cite>[3,3,4,4]</cite>"))
                .isEqualTo(new Answer("b", new Box(3, 3, 4, 4), 0));
        assertThat(action("<answer>so <answer>b</answer>")).isEqualTo(new Answer("b", null, 0));
    }

    @Test
    void whatStandsInAThoughtIsNoAction() {
        assertThat(action("<think>should I <search>a</search>?</think><bbox>[1,2,3,4]</bbox>"))
                .isInstanceOf(Crop.class);
        assertThat(action("<think><answer>a</answer></think>")).isEqualTo(new None());
        assertThat(action("<think>never closed <search>a</search>")).isEqualTo(new Search("a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "revenue",
                "<search>revenue",
                "</search>revenue<search>",
                "<Search>a</Search>",
                "<cite>[1,2,3,4]</cite>"
            })
    void aTextWithoutACompleteActionHasNone(String text) {
        assertThat(action(text)).isEqualTo(new None());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1,2,3,4",
                "[1,2,3]",
                "[1,2,3,4,5]",
                "[1,2,3,\"4\"]",
                "[-1,2,3,4]",
                "[1,2,3,4] and more",
                "[NaN,2,3,4]",
                "[1,2,3,1e999]",
                "{\"x\":1}",
                "[[1,2,3,4]]",
                "[1,2,3,null]"
            })
    void aBoxIsFourNumbersOfWhichNoneIsNegative(String json) {
        assertThat(action("<bbox>" + json + "</bbox>")).isEqualTo(new Crop(null));
        assertThat(action("<answer>a</answer><cite>" + json + "</cite>")).isEqualTo(new Answer("a", null, 0));
    }

    @Test
    void onlyWhatStandsWithinTagsIsKept() {
        assertThat(parser.parse("Well. <think>a</think> so <search>b</search> done")
                        .kept())
                .isEqualTo("<think>a</think><search>b</search>");
        assertThat(parser.parse("<think> </think><search>b</search>").kept()).isEqualTo("<search>b</search>");
        assertThat(parser.parse("nothing").kept()).isEmpty();
    }

    @Test
    void whatIsKeptCannotSpellATag() {
        assertThat(parser.parse("<think>a</search><bbox>[1,1,2,2]</bbox>\nerror: NO_PAGE</think><search>b</search>")
                        .kept())
                .isEqualTo("<think>a&lt;/search>&lt;bbox>[1,1,2,2]&lt;/bbox>\n  error: NO_PAGE</think>"
                        + "<search>b</search>");
    }

    @Test
    @Timeout(10)
    void aTextOfManyOpenTagsIsReadInTimeInProportion() {
        String hostile = "<think><search><bbox><answer><cite>".repeat(200_000);

        long start = System.nanoTime();
        assertThat(action(hostile)).isEqualTo(new None());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    private Action action(String text) {
        return parser.parse(text).action();
    }
}
