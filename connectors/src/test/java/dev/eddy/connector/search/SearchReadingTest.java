// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked of the engine, and what pages are taken to say. */
class SearchReadingTest {
    private static final URI PAGE = URI.create("https://example.org/a");

    @ParameterizedTest
    @CsvSource({
        "how tall is it?, how tall is it?",
        "!images of :de <3 robins, images of de 3 robins",
        "!!g  !! robins, g robins",
        "C++ a!b 3:1, C++ a!b 3:1"
    })
    void aQueryGivesTheEngineNoOrders(String query, String asked) {
        assertThat(SearxngSearch.plain(query)).isEqualTo(asked);
    }

    @Test
    void aQueryIsAParameterAlone() {
        assertThat(SearxngSearch.uri(URI.create("https://searx.example.org/x"), "a&format=html #b ü", "all"))
                .hasToString(
                        "https://searx.example.org/x/search?q=a%26format%3Dhtml%20%23b%20%C3%BC&language=all&format=json");
    }

    @Test
    void resultsAreTakenOnceAndOnlyWithAnAddress() {
        String answer = """
                {"results": [{"url": "https://a.org/1", "title": " One ", "publishedDate": "2025-03-01T10:00:00"},
                             {"url": "https://a.org/1"}, {"url": "no address"}, {"url": "https://b.org/", "publishedDate": null}]}""";

        assertThat(SearxngSearch.hits(answer.getBytes(UTF_8)))
                .containsExactly(
                        new SearxngSearch.Hit(URI.create("https://a.org/1"), "One", "2025-03-01"),
                        new SearxngSearch.Hit(URI.create("https://b.org/"), "", null));
    }

    @Test
    void aPageSaysItsTextAndNotItsMenus() {
        String html = """
                <title> A  title </title><header>Menu</header><div>One. Two<br>Three</div><ul><li>Four</li><li>Five&nbsp;5</li></ul>
                <p hidden>Six<form>Seven</form><table><tr><td>Eight</td><td>Nine</td></table><style>p {}</style>""";

        PageText page = PageText.of(html.getBytes(UTF_8), null, PAGE);

        assertThat(page.title()).isEqualTo("A title");
        assertThat(page.sentences()).containsExactly("One.", "Two", "Three", "Four", "Five 5", "Eight", "Nine");
    }

    @Test
    void aPageIsReadInTheLettersThatTheServerOrItselfNames() {
        byte[] latin = "<meta charset=iso-8859-1><p>Grüße".getBytes(ISO_8859_1);

        assertThat(PageText.of(latin, null, PAGE).sentences()).containsExactly("Grüße");
        assertThat(PageText.of("<p>Grüße".getBytes(ISO_8859_1), "ISO-8859-1", PAGE)
                        .sentences())
                .containsExactly("Grüße");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<div>", "<b>", "<b><p>", "<table>", "<li><ul>", "<a>", "<font><table><tr><td>"})
    void aPageThatIsNestedWithoutEndIsReadAllTheSame(String tag) {
        String html = tag.repeat(20_000) + "Here I am.";

        assertThat(PageText.of(html.getBytes(UTF_8), null, PAGE).sentences()).contains("Here I am.");
    }

    @Test
    void rareWordsOfTheQueryCountMoreAndThePagesOrderIsKept() {
        List<String> sentences = List.of("The egg is blue.", "The egg is small.", "It weighs 7 grams.", "The end.");

        assertThat(Extract.of(sentences, "the egg weighs", 8)).isEqualTo("The egg is blue. It weighs 7 grams.");
        assertThat(Extract.of(sentences, "the egg weighs", 4)).isEqualTo("It weighs 7 grams.");
    }

    @Test
    void withoutASharedWordAPageIsItsBeginning() {
        assertThat(Extract.of(List.of("One two.", "Three four.", "Five six."), "robins", 4))
                .isEqualTo("One two. Three four.");
        assertThat(Extract.of(List.of(), "robins", 4)).isEmpty();
    }

    @Test
    void aSentenceLongerThanASummaryIsCut() {
        String endless = String.join(" ", Collections.nCopies(100, "word"));

        assertThat(Extract.of(List.of(endless), "word", 60).split(" ")).hasSize(60);
    }
}
