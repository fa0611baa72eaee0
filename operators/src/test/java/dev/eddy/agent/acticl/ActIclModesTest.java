// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static dev.eddy.agent.acticl.FakeOutside.call;
import static dev.eddy.agent.acticl.FakeOutside.curate;
import static dev.eddy.agent.acticl.FakeOutside.read;
import static dev.eddy.agent.acticl.FakeOutside.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect.ChannelQuery;
import dev.eddy.agent.Effect.FetchRecords;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Effect.Retrieve;
import dev.eddy.agent.Effect.SampleRecords;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Termination;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActIclModesTest {
    private static final String JOINT =
            "{\"mode\":\"joint\",\"ref_images\":[\"q:1\"],\"visual_query\":\"v\",\"task_query\":\"t\"}";

    private final FakeOutside outside = new FakeOutside(12);

    @Test
    void zeroShotAnswersFromTheQueryAloneAndNeedsNoBank() {
        TestRun run = run(TestRun.query("zero_shot", null).setBankId(null).setAnswers(2));
        assertThat(run.effects).hasSize(3);
        assertThat(run.outcome.context()).isEmpty();
        assertThat(run.outcome.answers()).containsExactly("dax", "dax");
        assertThat(run.calls()).isZero();
        assertThat(run.outcome.stats()).containsEntry("shots", 0.0);
    }

    @Test
    void randomDrawsAnewForEveryRolloutAndTheSameWhenOneIsRunAgain() {
        TestRun run = run(TestRun.query("random", 3).setSeed(5));
        assertThat(run.outcome.context()).containsExactly("r01", "r02", "r03");
        assertThat(run.outcome.stats()).containsEntry("shots", 3.0);
        assertThat(sample(run)).isEqualTo(sample(run(TestRun.query("random", 3).setSeed(5))));
        assertThat(sample(run).seed())
                .isNotEqualTo(sample(run(TestRun.query("random", 3).setSeed(6))).seed());
        assertThat(sample(run).seed())
                .isNotEqualTo(sample(run(TestRun.query("random", 3).setSeed(5).setQueryId("q8")))
                        .seed());
        Query query = TestRun.query("random", 3).setSeed(5).build();
        assertThat(sample(run).seed())
                .isNotEqualTo(sample(TestRun.of(TestRun.agent(Map.of()), query, 1, outside, new Random(0)))
                        .seed());
    }

    @Test
    void mmicesTakesTheMostSimilarInOrder() {
        outside.rankings.put(Channel.I2I, List.of("r07", "r05", "r01"));
        outside.rankings.put(Channel.T2T, List.of("r05", "r09"));
        TestRun run = run(TestRun.query("mmices", 3));
        Retrieve retrieve = (Retrieve) run.effects.get(1);
        assertThat(retrieve.channels())
                .isEqualTo(Map.of(
                        Channel.I2I,
                        new ChannelQuery(List.of(FakeOutside.GLYPH), ""),
                        Channel.T2T,
                        new ChannelQuery(List.of(), "Which name? Allowed names: dax, wug.")));
        assertThat(run.outcome.context()).containsExactly("r05", "r07", "r09");
    }

    @Test
    void mmicesIsNotLedByTextsThatAreAllTheSame() {
        outside.disturbance = effect -> effect instanceof Retrieve retrieve
                ? new Completed(
                        effect.seq(),
                        new EffectValue.Hits(List.of(
                                FakeOutside.hits(Channel.I2I, List.of("r12", "r11", "r10", "r09")),
                                new ChannelHits(
                                        Channel.T2T,
                                        List.copyOf(outside.records.keySet()),
                                        Packed.floats(new float[12])))))
                : null;
        assertThat(run(TestRun.query("mmices", 2)).outcome.context()).containsExactly("r12", "r11");
    }

    @Test
    void baselinesKeepWhatFits() {
        Query query = TestRun.query("random", 5).build();
        TestRun run = TestRun.of(TestRun.agent(Map.of("tier.standard", "20/1000/70")), query, outside, new Random(0));
        assertThat(run.outcome.context()).hasSizeBetween(1, 4).startsWith("r01");
        assertThat(run.outcome.stats().get("contextTokens")).isLessThanOrEqualTo(70);
        assertThat(run(TestRun.query("random", 50)).outcome.context()).hasSize(12);
        assertThat(run(TestRun.query("mmices", 0)).outcome.context()).isEmpty();
        assertThat(TestRun.of(TestRun.query("mmices", 4), new FakeOutside(0))
                        .outcome
                        .context())
                .isEmpty();
    }

    @Test
    void withoutReadCandidatesEnterFromTheirPreviews() {
        outside.script(
                search(),
                read(1),
                curate(List.of(3, 1), List.of()),
                call("search", "{\"mode\":\"visual\",\"ref_images\":[\"d3:1\"]}"),
                curate(List.of(2), List.of(1)),
                curate(List.of(1), List.of()),
                curate(List.of(1), List.of()));
        TestRun run = run(TestRun.query("no_read", null));
        assertThat(run.errors())
                .containsExactly("ok", "MALFORMED", "ok", "BAD_IMAGE_REF", "ok", "ok", "CURATE_CONSTRAINT", "ok");
        assertThat(run.outcome.context()).containsExactly("r03", "r01", "r02");
        assertThat(run.effects.stream()
                        .filter(FetchRecords.class::isInstance)
                        .map(FetchRecords.class::cast)
                        .filter(FetchRecords::withTarget))
                .extracting(FetchRecords::records)
                .containsExactly(List.of("r03", "r01"), List.of("r02"));
        assertThat(run.prompt(3))
                .contains("[acquired]\n[previews]\n")
                .contains("preview 3\nimages 1 shown 1\nimage 1 \ninput: Name this symbol.\nin_context: yes\n")
                .contains("preview 2\nimages 1 shown 1\nimage 1 \ninput: Name this symbol.\nin_context: no\n")
                .doesNotContain("target: ");
        assertThat(run.prompt(-1)).contains("answer: dax\n", "answer: wug\n");
    }

    @Test
    void withoutReadARefusedCurateLeavesNothingBehind() {
        Query query = TestRun.query("no_read", null).build();
        outside.script(search(), curate(List.of(1, 2, 3, 4, 5, 6), List.of()), curate(List.of(2), List.of()));
        TestRun run = TestRun.of(TestRun.agent(Map.of("tier.standard", "20/90000/70")), query, outside, new Random(0));
        assertThat(run.errors()).containsExactly("ok", "OVER_CONTEXT", "ok", "ok");
        assertThat(run.outcome.context()).containsExactly("r02");
        assertThat(run.states.get(run.states.size() - 1).demos()).hasSize(1);
    }

    @Test
    void withoutCurateWhatIsReadIsKept() {
        outside.script(search(), read(2), curate(List.of(), List.of(2)), call("solve", "{}"), read(1), read(3));
        TestRun run = run(TestRun.query("no_curate", 2));
        assertThat(run.errors())
                .containsExactly("ok", "ok", "MALFORMED", "COUNT_MISMATCH", "ok", "COUNT_MISMATCH", "ok");
        assertThat(run.outcome.context()).containsExactly("r02", "r01");
        assertThat(run.prompt(2)).contains("demo 2\n", "in_context: yes\n").doesNotContain("in_context: no\n");
    }

    @Test
    void withoutCurateAReadThatDoesNotFitIsRefused() {
        Query query = TestRun.query("no_curate", null).build();
        outside.script(search(), read(1), read(2), read(3));
        TestRun run = TestRun.of(TestRun.agent(Map.of("tier.standard", "20/90000/50")), query, outside, new Random(0));
        assertThat(run.errors()).containsSubsequence("ok", "ok", "OVER_CONTEXT", "ok");
        assertThat(run.outcome.stats().get("contextTokens")).isLessThanOrEqualTo(50);
        assertThat(run.outcome.stats().get("shots")).isGreaterThanOrEqualTo(1);
    }

    @Test
    void aFixedGoalAsksWithTheQueryWhateverTheCallSays() {
        outside.script(call("search", "{\"mode\":\"textual\",\"task_query\":\"something else\"}"));
        TestRun run = run(TestRun.query("fixed_goal", null));
        String text = "Which name? Allowed names: dax, wug.";
        assertThat(retrieve(run).channels())
                .isEqualTo(Map.of(
                        Channel.I2I,
                        new ChannelQuery(List.of(FakeOutside.GLYPH), ""),
                        Channel.T2I,
                        new ChannelQuery(List.of(), text),
                        Channel.T2T,
                        new ChannelQuery(List.of(), text)));
    }

    @ParameterizedTest
    @CsvSource({"text_only,T2T", "visual_only,I2I T2I", "no_t2i,I2I T2T", "no_i2i,T2I T2T", "trained,I2I T2I T2T"})
    void switchesChannelsOff(String mode, String channels) {
        outside.script(call("search", JOINT));
        TestRun run = run(TestRun.query(mode, null));
        assertThat(retrieve(run).channels().keySet())
                .extracting(Channel::name)
                .containsExactlyInAnyOrder(channels.split(" "));
        assertThat(run.prompt(0).contains("\"ref_images\"")).isEqualTo(channels.contains("I2I"));
        assertThat(run.prompt(0).contains("\"visual_query\"")).isEqualTo(channels.contains("T2I"));
        assertThat(run.prompt(0).contains("\"task_query\"")).isEqualTo(channels.contains("T2T"));
    }

    @Test
    void aSearchByASwitchedOffChannelAloneIsRefused() {
        outside.script(search());
        assertThat(run(TestRun.query("text_only", null)).errors()).containsExactly("NO_CHANNEL", "ok");
    }

    @Test
    void anotherPolicyAnswersFromTheContext() {
        outside.script(search(), read(1), curate(List.of(1), List.of()));
        Query query = TestRun.query("external_answerer", null).setAnswers(2).build();
        TestRun run = TestRun.of(TestRun.agent(Map.of("answerer-policy", "strong")), query, outside, new Random(0));
        assertThat(run.generations())
                .allSatisfy(generate ->
                        assertThat(generate.policy()).isEqualTo(generate.kind() == RowKind.ANSWER ? "strong" : null));
        assertThat(run.generations()).extracting(Generate::answerIndex).endsWith(0, 1);
        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
    }

    @Test
    void anAdaptiveAgentMayCommitNothing() {
        TestRun run = run(TestRun.query("trained", null));
        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
        assertThat(run.outcome.context()).isEmpty();
    }

    private TestRun run(Query.Builder query) {
        return TestRun.of(query, outside);
    }

    private static Retrieve retrieve(TestRun run) {
        return run.effects.stream()
                .filter(Retrieve.class::isInstance)
                .map(Retrieve.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static SampleRecords sample(TestRun run) {
        return (SampleRecords) run.effects.get(1);
    }
}
