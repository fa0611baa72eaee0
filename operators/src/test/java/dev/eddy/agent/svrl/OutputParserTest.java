// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.svrl.Action.Answer;
import dev.eddy.agent.svrl.Action.None;
import dev.eddy.agent.svrl.Action.SearchByPicture;
import dev.eddy.agent.svrl.Action.SearchByText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputParserTest {
    private final OutputParser parser = new OutputParser(5);

    @Test
    void readsTheThreeKindsOfTurns() {
        assertThat(action("<reason>r</reason> <search><img></search>\n")).isEqualTo(new SearchByPicture());
        assertThat(action("<reason>r</reason> <verify> </verify> <text_search>a b, c</text_search> "))
                .isEqualTo(new SearchByText(List.of("a b", "c"), 0, 0));
        assertThat(action("<reason>r</reason> <verify>1</verify> <answer> 1897 </answer>"))
                .isEqualTo(new Answer("1897"));
        assertThat(action("<reason>I do not know</reason>")).isEqualTo(new None());
        assertThat(action("")).isEqualTo(new None());
    }

    @Test
    void aSearchCountsAtTheEndAloneAndGoesBeforeAnAnswer() {
        assertThat(action("<answer>1897</answer> <search><img></search>")).isEqualTo(new SearchByPicture());
        assertThat(action("<answer>1897</answer> <text_search>q</text_search>"))
                .isEqualTo(new SearchByText(List.of("q"), 0, 0));
        assertThat(action("<search><img></search> <answer>1897</answer>")).isEqualTo(new Answer("1897"));
        assertThat(action("<search><img></search> hm")).isEqualTo(new None());
    }

    @Test
    void theLastAnswerCountsWhereverItStands() {
        assertThat(action("<answer>1896</answer> no, <answer>1897</answer> I think"))
                .isEqualTo(new Answer("1897"));
        assertThat(action("<answer>1896")).isEqualTo(new None());
        assertThat(action("<answer></answer>")).isEqualTo(new Answer(""));
    }

    @Test
    void queriesAreSplitAtCommasOutsideOfQuotes() {
        assertThat(action("<text_search>\"Paris, France\" mayor, , tower\n height </text_search>"))
                .isEqualTo(new SearchByText(List.of("Paris, France mayor", "tower height"), 0, 0));
    }

    @Test
    void queriesThatDifferInCaseOrBlanksAreOneAndTheFirstFiveCount() {
        assertThat(action("<text_search>a, A,b  c,B c, d, e, f, g</text_search>"))
                .isEqualTo(new SearchByText(List.of("a", "b c", "d", "e", "f"), 3, 2));
        assertThat(action("<text_search> , </text_search>")).isEqualTo(new SearchByText(List.of(), 0, 0));
    }

    @Test
    void aCommaThatSplitsAQueryIsCounted() {
        assertThat(action("<text_search>towers of 1,000 m, Paris,France</text_search>"))
                .isEqualTo(new SearchByText(List.of("towers of 1", "000 m", "Paris", "France"), 0, 2));
        assertThat(action("<text_search>\"towers of 1,000 m\",\"Paris,France\", tower ,height,, year</text_search>"))
                .isEqualTo(new SearchByText(
                        List.of("towers of 1,000 m", "Paris,France", "tower", "height", "year"), 0, 0));
    }

    @Test
    void whatIsWrittenForATagIsReadAsOne() {
        assertThat(action("<answer>a &lt; b</answer>")).isEqualTo(new Answer("a < b"));
        assertThat(action("<text_search>x &lt;y></text_search>")).isEqualTo(new SearchByText(List.of("x <y>"), 0, 0));
    }

    @Test
    void aMaskIsReadPlaceByPlace() {
        ModelOutput output = parser.parse("<verify> 1, 0,x ,</verify><answer>a</answer>", true);

        assertThat(output.mask()).containsExactly(true, false, null, null);
        assertThat(output.judges(4)).isFalse();
        assertThat(parser.parse("<verify>1,0</verify>", true).judges(2)).isTrue();
        assertThat(parser.parse("<verify>1,0</verify>", true).judges(3)).isFalse();
        assertThat(parser.parse("<verify> </verify>", true).judges(0)).isTrue();
        assertThat(parser.parse("<answer>a</answer>", true).judges(0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<reason>r</reason> <search><img></search>",
                "<reason>r</reason> <verify>1,1</verify> <search><img></search>",
                "<reason>r</reason><verify> </verify><text_search>q</text_search>",
                "<reason>r</reason><verify> </verify><text_search> , </text_search>",
                "<reason>r</reason> <verify>1</verify> <answer>a</answer>"
            })
    void theseAreWellFormed(String text) {
        assertThat(parser.parse(text, true).wellFormed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<verify>1</verify> <answer>a</answer>",
                "so <reason>r</reason> <verify>1</verify> <answer>a</answer>",
                "<reason>r</reason> <reason>r</reason> <verify>1</verify> <answer>a</answer>",
                "<reason>r <verify>1</verify> <answer>a</answer>",
                "<reason>r</reason> <answer>a</answer>",
                "<reason>r</reason> <text_search>q</text_search>",
                "<reason>r</reason> <verify>1</verify> <verify>1</verify> <answer>a</answer>",
                "<reason>r</reason> <verify>1</verify> <answer>a</answer> indeed",
                "<reason>r</reason> <verify>1</verify> <answer>a</answer> <answer>b</answer>",
                "<reason>r</reason> <verify>1</verify> <search><img></search> <answer>a</answer>",
                "<reason>r</reason> <verify>1</verify>"
            })
    void theseAreNot(String text) {
        assertThat(parser.parse(text, true).wellFormed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true"})
    void whereNoVerdictsAreWantedNoneMayBeGiven(boolean verdict, boolean wellFormed) {
        String text = "<reason>r</reason> " + (verdict ? "<verify>1</verify> " : "") + "<answer>a</answer>";

        assertThat(parser.parse(text, false).wellFormed()).isEqualTo(wellFormed);
    }

    private Action action(String text) {
        return parser.parse(text, true).action();
    }
}
