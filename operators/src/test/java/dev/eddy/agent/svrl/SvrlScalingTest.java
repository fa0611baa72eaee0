// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static dev.eddy.agent.svrl.FakeWeb.answer;
import static dev.eddy.agent.svrl.FakeWeb.byPicture;
import static dev.eddy.agent.svrl.FakeWeb.byText;
import static dev.eddy.agent.svrl.FakeWeb.mask;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.SearchUse;
import dev.eddy.schemas.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Test-time scaling: one run, many searches. */
class SvrlScalingTest {
    private static final List<String> PROPOSED = List.of("q0", "q1", "q2", "q3", "q4");

    /** After a picture search it proposes five queries, anew others; it answers what the query of its branch is mapped to. */
    private static FakeWeb web(Map<String, String> answers) {
        FakeWeb web = new FakeWeb();
        web.model = generate -> switch (FakeWeb.turn(generate)) {
            case 1 -> byPicture();
            case 2 ->
                byText(
                        mask(generate, "1"),
                        generate.temperature() == null
                                ? String.join(",", PROPOSED)
                                : "anew " + Math.round(generate.temperature() * 10));
            default -> answer(mask(generate, "1"), answers.getOrDefault(query(generate), "unknown"));
        };
        return web;
    }

    private static String query(Effect.Generate generate) {
        String query = "";
        for (PromptSegment segment : generate.prompt()) {
            String text = WordTokenizer.instance().decode(segment.tokens());
            if (text.startsWith("<information>\nsearch by text: ")) {
                query = text.split("\n")[1].substring("search by text: ".length());
            }
        }
        return query;
    }

    @Test
    void everyProposedQueryIsAskedThenSuchAsAreProposedAnewAtRisingTemperature() {
        TestRun run = TestRun.of("trained_tts_k8", web(Map.of()));

        assertThat(run.effects(Effect.SearchText.class))
                .extracting(Effect.SearchText::query)
                .containsExactlyInAnyOrder("q0", "q1", "q2", "q3", "q4", "anew 1", "anew 2", "anew 3");
        assertThat(run.effects(Effect.Generate.class))
                .filteredOn(generate -> generate.temperature() != null)
                .allSatisfy(generate -> assertThat(generate.decoding()).isEqualTo(Decoding.SAMPLED))
                .extracting(Effect.Generate::temperature)
                .containsExactly(0.1, 0.2, 0.3);
        assertThat(run.effects(Effect.SearchImages.class)).hasSize(1);
        assertThat(run.outcome.answers()).containsExactly("unknown");
        assertThat(run.outcome.trainable()).isFalse();
        assertThat(run.stat("branches")).isEqualTo(8);
        assertThat(run.outcome.searches())
                .as("the search that the branches have in common counts once")
                .hasSize(9)
                .filteredOn(SearchUse::getByPicture)
                .hasSize(1);
        assertThat(run.steps).extracting(Step::getIndex).doesNotHaveDuplicates();
    }

    @Test
    void theMostFrequentAnswerWins() {
        TestRun run = TestRun.of("trained_tts_k5", web(Map.of("q0", "1", "q1", "2", "q2", "3", "q3", "2", "q4", "5")));

        assertThat(run.outcome.answers()).containsExactly("2");
        assertThat(run.effects(Effect.Embed.class)).isEmpty();
    }

    @Test
    void answersThatAllDifferAreComparedByTheirVectors() {
        FakeWeb web = web(Map.of("q0", "Lyon", "q1", "Paris, France", "q2", "City of Paris"));
        web.vectors.put("Lyon", new float[] {1, 0});
        web.vectors.put("Paris, France", new float[] {0.6f, 0.8f});
        web.vectors.put("City of Paris", new float[] {0, 1});

        TestRun run = TestRun.of("trained_tts_k3", web);

        assertThat(run.effects(Effect.Embed.class))
                .singleElement()
                .satisfies(
                        embed -> assertThat(embed.texts()).containsExactly("Lyon", "Paris, France", "City of Paris"));
        assertThat(run.outcome.answers()).containsExactly("Paris, France");
    }

    @Test
    void withoutVectorsTheEarliestAnswerStands() {
        FakeWeb web = web(Map.of("q0", "Lyon", "q1", "Paris")).without(Effect.Embed.class);

        TestRun run = TestRun.of("trained_tts_k2", web);

        assertThat(run.outcome.answers()).containsExactly("Lyon");
        assertThat(run.stat("encoderFailures")).isEqualTo(1);
    }

    @Test
    void theOutcomeDoesNotDependOnTheOrderOfCompletions() {
        Query query = TestRun.query("trained_tts_k8").build();
        Map<String, String> answers = new HashMap<>();
        PROPOSED.forEach(proposed -> answers.put(proposed, "of " + proposed));
        answers.put("anew 2", "of q3");
        TestRun first = TestRun.of(TestRun.agent(Map.of()), query, web(answers), null);
        assertThat(first.outcome.answers()).containsExactly("of q3");
        for (int seed = 0; seed < 30; seed++) {
            TestRun run = TestRun.of(TestRun.agent(Map.of()), query, web(answers), new Random(seed));
            assertThat(run.outcome).isEqualTo(first.outcome);
            assertThat(run.effects)
                    .as("the same requests under the same numbers")
                    .isEqualTo(first.effects);
        }
    }

    @Test
    void aBranchWithoutAnswerHasNoVote() {
        FakeWeb web = web(Map.of());
        web.model = generate -> FakeWeb.turn(generate) == 1
                ? byText(" ", "q0, q1, q2")
                : query(generate).equals("q1") ? "<reason>hm</reason>" : answer(mask(generate, "1"), "x");

        TestRun run = TestRun.of("trained_tts_k3", web);

        assertThat(run.outcome.answers()).containsExactly("x");
        assertThat(run.stat("end.NO_ACTION")).isEqualTo(1);
        assertThat(run.stat("end.ANSWERED")).isEqualTo(2);
    }

    @Test
    void searchesThatFailLeaveEachBranchItsAnswer() {
        TestRun run = TestRun.of("trained_tts_k3", web(Map.of()).without(Effect.SearchText.class));

        assertThat(run.outcome.answers()).containsExactly("unknown");
        assertThat(run.stat("toolFailures")).isEqualTo(3);
    }

    @Test
    void aRunThatNeverSearchesByTextDoesNotSplit() {
        TestRun run = TestRun.of("trained_tts_k8", new FakeWeb().says(answer(" ", "1897")));

        assertThat(run.stat("branches")).isEqualTo(1);
        assertThat(run.outcome.answers()).containsExactly("1897");
    }
}
