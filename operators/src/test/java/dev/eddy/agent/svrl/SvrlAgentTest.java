// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static dev.eddy.agent.svrl.FakeWeb.answer;
import static dev.eddy.agent.svrl.FakeWeb.byPicture;
import static dev.eddy.agent.svrl.FakeWeb.byText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddy.agent.Effect;
import dev.eddy.agent.PromptSegment;
import dev.eddy.port.Snippets;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Snippet;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SvrlAgentTest {
    private static final String QUERIES = "tower year, tower built, tower date";

    @Test
    void anAnswerAtOnceNeedsNoSearch() {
        TestRun run = TestRun.of(new FakeWeb().says(answer(" ", "1897")));

        assertThat(run.kinds()).containsExactly("inspect-pictures", "generate");
        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
        assertThat(run.outcome.answers()).containsExactly("1897");
        assertThat(run.outcome.trainable()).isTrue();
        assertThat(run.outcome.searches()).isEmpty();
        assertThat(run.outcome.stats())
                .containsEntry("turns", 1.0)
                .containsEntry("validTurns", 1.0)
                .containsEntry("searched", 0.0);
    }

    @Test
    void searchesByPictureThenByTextThenAnswers() {
        TestRun run = TestRun.of(new FakeWeb().says(byPicture(), byText("1,0,1,1,1", QUERIES), answer("0,1", "1897")));

        assertThat(run.kinds())
                .containsExactly(
                        "inspect-pictures", "generate", "search-images", "generate", "search-text", "generate");
        Effect.SearchText search = run.effects(Effect.SearchText.class).get(0);
        assertThat(search.question()).isEqualTo("When was this tower built?");
        assertThat(QUERIES.split(", ")).contains(search.query());
        assertThat(search.limit()).isEqualTo(6);
        assertThat(run.outcome.searches())
                .extracting(SearchUse::getByPicture, SearchUse::getExecuted, SearchUse::getMask)
                .containsExactly(
                        tuple(true, null, List.of(true, false, true, true, true)),
                        tuple(false, search.query(), List.of(false, true)));
        assertThat(run.outcome.searches().get(1).getQueries()).containsExactly(QUERIES.split(", "));
        assertThat(run.steps)
                .extracting(Step::getAction)
                .containsExactly("search_by_picture", "search_by_text", "answer");
        assertThat(run.outcome.context())
                .containsExactlyElementsOf(run.outcome.searches().stream()
                        .flatMap(use -> use.getSnippets().stream())
                        .map(Snippet::getSha256)
                        .toList());
    }

    @Test
    void aPromptShowsAllThatWasSaidAndFoundInOrder() {
        FakeWeb web = new FakeWeb().says(byPicture(), byText("1,0,1,1,1", "tower year"), answer("0,1", "1897"));
        web.pages = query -> List.of(Snippets.page("Built in 1897."));

        TestRun run = TestRun.of(web);

        assertThat(run.prompt(2))
                .extracting(PromptSegment::kind)
                .containsExactly(
                        "instructions",
                        "question",
                        "turn",
                        "information",
                        "picture",
                        "picture",
                        "picture",
                        "picture",
                        "picture",
                        "end",
                        "turn",
                        "information",
                        "snippet",
                        "end",
                        "resources");
        assertThat(run.shown(2))
                .startsWith("picture \nquestion: When was this tower built?\nturn 1\n" + byPicture()
                        + "\n<information>\nsearch by picture\nresult 1\nsource: example.org\ntitle: look-alike 0\n"
                        + "picture \nresult 2\n")
                .endsWith("</information>\nturn 2\n" + byText("1,0,1,1,1", "tower year")
                        + "\n<information>\nsearch by text: tower year\nresult 1\nsource: example.org\n"
                        + "date: 2025-03-01\ntitle: A page\ntext: Built in 1897.\n</information>\n"
                        + "turns left: 1\nyou may: answer\n");
        assertThat(run.shown(1)).endsWith("turns left: 2\nyou may: search by text, answer\n");
        assertThat(run.shown(0)).endsWith("turns left: 3\nyou may: search by picture, search by text, answer\n");
    }

    @Test
    void segmentsKeepTheirNumbersAndNewOnesAreLarger() {
        TestRun run = TestRun.of(new FakeWeb().says(byPicture(), byText("1,0,1,1,1", QUERIES), answer("0,1", "1897")));

        int largest = -1;
        Map<Integer, PromptSegment> known = new HashMap<>();
        for (int call = 0; call < 3; call++) {
            int before = largest;
            for (PromptSegment segment : run.prompt(call)) {
                PromptSegment earlier = known.putIfAbsent(segment.id(), segment);
                if (earlier == null) {
                    assertThat(segment.id()).isGreaterThan(before);
                    largest = Math.max(largest, segment.id());
                } else {
                    assertThat(segment).isEqualTo(earlier);
                }
            }
        }
        assertThat(known).hasSize(largest + 1);
    }

    @Test
    void aSearchInTheLastTurnEndsTheRunUnexecuted() {
        TestRun run = TestRun.of(new FakeWeb().says(byPicture(), byText("1,1,1,1,1", "a"), byText("1,1", "b")));

        assertThat(run.effects(Effect.SearchText.class)).hasSize(1);
        assertUnanswered(run, "OVER_LIMIT");
    }

    @Test
    void aSecondSearchByPictureEndsTheRunUnexecuted() {
        TestRun run = TestRun.of(new FakeWeb().says(byPicture(), byPicture()));

        assertThat(run.effects(Effect.SearchImages.class)).hasSize(1);
        assertUnanswered(run, "OVER_LIMIT");
        assertThat(run.outcome.error()).contains("turn 2").contains("search by picture");
    }

    @Test
    void aTextWithoutActionEndsTheRun() {
        assertUnanswered(TestRun.of(new FakeWeb().says("<reason>hm</reason>")), "NO_ACTION");
    }

    @Test
    void twoSearchesByTextAreAllowed() {
        TestRun run = TestRun.of(new FakeWeb().says(byText(" ", "a, b"), byText("1,1", "c"), answer("1,1", "1897")));

        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
        assertThat(run.stat("textSearches")).isEqualTo(2);
        assertThat(run.stat("queries")).isEqualTo(3);
    }

    @Test
    void commasThatSplitQueriesAreToldOfTheRun() {
        TestRun run = TestRun.of(new FakeWeb()
                .says(byText(" ", "over 1,000 m, a"), byText("1,1", "Paris,France"), answer("1,1", "1897")));

        assertThat(run.stat("queryCommaSplits")).isEqualTo(2);
    }

    @Test
    void aSearchThatFailsIsToldAndTheRunGoesOn() {
        TestRun run =
                TestRun.of(new FakeWeb().without(Effect.SearchText.class).says(byText(" ", "a"), answer(" ", "1897")));

        assertThat(run.shown(1))
                .contains(
                        "<information>\nsearch by text: a\nnothing: the search failed; go on without it\n</information>");
        assertThat(run.outcome.answers()).containsExactly("1897");
        assertThat(run.outcome.stats())
                .containsEntry("toolFailed", 1.0)
                .containsEntry("lookups", 0.0)
                .containsEntry("validTurns", 2.0);
        assertThat(run.outcome.searches())
                .singleElement()
                .satisfies(use -> assertThat(use.getSnippets()).isEmpty());
    }

    @Test
    void aSearchWithoutUsableQueryBringsNothingAndCounts() {
        TestRun run = TestRun.of(new FakeWeb().says(byText(" ", " , "), byText(" ", "a"), byText("1,1", "b")));

        assertThat(run.effects(Effect.SearchText.class)).hasSize(1);
        assertThat(run.shown(1)).contains("search by text: \nnothing: no usable query was given\n");
        assertThat(run.stat("textSearches")).isEqualTo(2);
        assertUnanswered(run, "OVER_LIMIT");
    }

    @Test
    void aSearchThatFindsNothingSaysSo() {
        FakeWeb web = new FakeWeb().says(byText(" ", "a"), answer(" ", "1897"));
        web.pages = query -> List.of();

        assertThat(TestRun.of(web).shown(1)).contains("nothing: the search found nothing\n");
    }

    @Test
    void cacheHitsAreCounted() {
        TestRun run = TestRun.of(new FakeWeb().says(byText(" ", "a"), byText("1,1", "a"), answer("1,1", "x")));

        assertThat(run.stat("lookups")).isEqualTo(2);
        assertThat(run.stat("cacheHits")).isEqualTo(1);
    }

    @Test
    void fromTwoToSixResultsAreShownInTheirOrderWhateverThePolicy() {
        Set<Integer> counts = new TreeSet<>();
        Set<String> queries = new TreeSet<>();
        Set<List<Snippet>> subsets = new HashSet<>();
        FakeWeb web = new FakeWeb().says(byText(" ", QUERIES), answer("1", "x"));
        web.pages = query ->
                IntStream.range(0, 6).mapToObj(i -> Snippets.page("page " + i)).toList();
        List<Snippet> all = web.pages.apply("");
        for (int seed = 0; seed < 200; seed++) {
            Query query = TestRun.query("trained").setSeed(seed).build();
            TestRun run = TestRun.of(TestRun.agent(Map.of()), query, web, null);
            List<Snippet> shown = run.outcome.searches().get(0).getSnippets();
            counts.add(shown.size());
            subsets.add(shown);
            queries.add(run.effects(Effect.SearchText.class).get(0).query());
            assertThat(shown).isSortedAccordingTo(Comparator.comparingInt(all::indexOf));
            assertThat(TestRun.of(TestRun.agent(Map.of()), query, web, null)
                            .outcome
                            .searches())
                    .isEqualTo(run.outcome.searches());
        }
        assertThat(counts).containsExactly(2, 3, 4, 5, 6);
        assertThat(queries).containsExactlyInAnyOrder(QUERIES.split(", "));
        assertThat(subsets).as("of 57 there are").hasSizeGreaterThan(40);
    }

    @Test
    void rolloutsOfAQueryDrawDifferently() {
        Set<String> executed = new HashSet<>();
        for (int rollout = 0; rollout < 20; rollout++) {
            executed.add(
                    new Draws(TestRun.query("trained").build(), rollout, 0).executed(1, List.of(QUERIES.split(", "))));
        }
        assertThat(executed).hasSize(3);
    }

    @Test
    void aModelThatFailsIsNoFaultOfThePolicy() {
        TestRun run = TestRun.of(new FakeWeb().without(Effect.Generate.class));

        assertThat(run.outcome.termination()).isEqualTo(Termination.MODEL_INFRA);
        assertThat(run.outcome.trainable()).isFalse();
        assertThat(run.outcome.error()).contains("generate is down");
    }

    @Test
    void aPictureThatCannotBeUsedEndsTheRunBeforeItBegins() {
        TestRun run = TestRun.of(new FakeWeb().without(Effect.InspectPictures.class));

        assertThat(run.outcome.termination()).isEqualTo(Termination.TOOL_INFRA);
        assertThat(run.outcome.trainable()).isFalse();
    }

    @Test
    void aQuestionThatIsTooLongIsRejected() {
        Query query = TestRun.query("trained").setText("why ".repeat(6000)).build();

        TestRun run = TestRun.of(TestRun.agent(Map.of()), query, new FakeWeb(), null);

        assertThat(run.outcome.termination()).isEqualTo(Termination.REJECTED);
        assertThat(run.outcome.error()).contains("prompt-tokens").contains("4096");
    }

    @Test
    void aContextThatIsFullEndsTheRun() {
        FakeWeb web = new FakeWeb().says(byText(" ", "a"), answer("1", "x"));
        web.pages = query -> IntStream.range(0, 6)
                .mapToObj(i -> Snippets.page(i + "\u2603".repeat(3_900)))
                .toList();

        TestRun run = TestRun.of(web);

        assertThat(run.effects(Effect.Generate.class)).hasSize(1);
        assertThat(run.outcome.termination()).isEqualTo(Termination.CONTEXT_OVERFLOW);
        assertThat(run.outcome.error()).contains("8124");
        assertThat(run.outcome.trainable()).isTrue();
    }

    @Test
    void aGenerationIsCappedByWhatIsLeftOfTheContext() {
        SvrlAgent agent = TestRun.agent(Map.of("context-tokens", "1000"));

        TestRun run = TestRun.of(agent, TestRun.query("trained").build(), new FakeWeb().says(answer(" ", "x")), null);

        Effect.Generate generate = run.effects(Effect.Generate.class).get(0);
        assertThat(generate.maxTokens())
                .isEqualTo(Math.min(2048, 1000 - generate.promptTokens()))
                .isLessThan(2048);
    }

    @Test
    void malformedTurnsAreCountedAsSuch() {
        TestRun run = TestRun.of(new FakeWeb().says(byText(" ", "a"), answer("1,0,1,0,1,0,1,1", "x")));

        assertThat(run.stat("turns")).isEqualTo(2);
        assertThat(run.stat("validTurns"))
                .as("eight verdicts for two to six results")
                .isEqualTo(1);
        assertThat(run.stat("masks")).isEqualTo(1);
        assertThat(run.stat("validMasks")).isZero();
        assertThat(run.outcome.searches().get(0).getMask()).hasSize(8);
    }

    private static void assertUnanswered(TestRun run, String cause) {
        assertThat(run.outcome.termination()).isEqualTo(Termination.TURN_LIMIT);
        assertThat(run.outcome.answers()).isEmpty();
        assertThat(run.outcome.forced()).isTrue();
        assertThat(run.outcome.trainable()).isTrue();
        assertThat(run.stat("end." + cause)).isEqualTo(1);
        assertThat(run.steps.get(run.steps.size() - 1).getError()).isNotNull();
    }
}
