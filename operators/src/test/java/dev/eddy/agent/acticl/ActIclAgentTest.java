// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static dev.eddy.agent.acticl.FakeOutside.call;
import static dev.eddy.agent.acticl.FakeOutside.curate;
import static dev.eddy.agent.acticl.FakeOutside.read;
import static dev.eddy.agent.acticl.FakeOutside.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.FetchRecords;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Effect.InspectPictures;
import dev.eddy.agent.Effect.OpenBank;
import dev.eddy.agent.Effect.Retrieve;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ActIclAgentTest {
    private final FakeOutside outside = new FakeOutside(3);

    @Test
    void followsTheStateTraceOfTheSpecification() {
        outside.script(
                search(),
                read(2),
                read(2),
                read(1),
                curate(List.of(1), List.of()),
                call("solve", "{}"),
                curate(List.of(2), List.of()),
                call("solve", "{}"));

        TestRun run = TestRun.of(TestRun.query("trained", 2), outside);

        assertThat(run.errors()).containsExactly("ok", "ok", "NOT_IN_POOL", "ok", "ok", "COUNT_MISMATCH", "ok", "ok");
        assertThat(run.outcome.termination()).isEqualTo(Termination.ANSWERED);
        assertThat(run.outcome.context()).containsExactly("r02", "r01");
        assertThat(run.outcome.answers()).containsExactly("dax");
        assertThat(run.outcome.forced()).isFalse();
        assertThat(run.outcome.trainable()).isTrue();
        assertThat(run.outcome.error()).isNull();
        assertThat(run.calls()).isEqualTo(8);
        assertThat(run.outcome.stats())
                .containsEntry("shots", 2.0)
                .containsEntry("reads", 2.0)
                .containsEntry("rejectedCalls", 2.0)
                .containsEntry("rejected.NOT_IN_POOL", 1.0)
                .containsEntry("rejected.COUNT_MISMATCH", 1.0)
                .containsEntry("searches", 1.0)
                .containsEntry("searches.visual", 1.0)
                .containsEntry("channels.i2i", 1.0)
                .containsEntry("bContext", 32_768.0)
                .containsEntry("bAcquisition", 393_216.0)
                .containsEntry("forcedCommit", 0.0)
                .containsEntry("budgetFailure", 0.0);
    }

    @Test
    void beginsWithBankAndPicturesInParallel() {
        TestRun run = TestRun.of(TestRun.query("trained", 2), outside);
        assertThat(run.effects.subList(0, 2))
                .containsExactly(new OpenBank(0, "bank-1", 2), new InspectPictures(1, List.of(FakeOutside.GLYPH)));
    }

    @Test
    void asksOutsideForExactlyWhatACallNeeds() {
        outside.script(search(), read(2));
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);

        assertThat(run.effects)
                .extracting(Effect::getClass)
                .hasToString(List.of(
                                OpenBank.class,
                                InspectPictures.class,
                                Generate.class,
                                Retrieve.class,
                                FetchRecords.class,
                                Generate.class,
                                FetchRecords.class,
                                Generate.class,
                                Generate.class)
                        .toString());
        Retrieve retrieve = (Retrieve) run.effects.get(3);
        assertThat(retrieve.limit()).isEqualTo(64);
        assertThat(retrieve.channels()).containsOnlyKeys(Channel.I2I);
        assertThat(run.effects.get(4)).isEqualTo(new FetchRecords(4, "bank-1", List.of("r01", "r02", "r03"), false));
        assertThat(run.effects.get(6)).isEqualTo(new FetchRecords(6, "bank-1", List.of("r02"), true));
        Generate act = (Generate) run.effects.get(5);
        assertThat(act.maxTokens()).isEqualTo(1_024);
        assertThat(act.kind()).isEqualTo(RowKind.ACT);
        assertThat(act.answerIndex()).isEqualTo(-1);
        Generate answer = (Generate) run.effects.get(8);
        assertThat(answer.maxTokens()).isEqualTo(8_192);
        assertThat(answer.kind()).isEqualTo(RowKind.ANSWER);
        assertThat(answer.policy()).isNull();
        assertThat(answer.decoding()).isEqualTo(Decoding.GREEDY);
    }

    @Test
    void rebuildsTheWholeObservationBeforeEachCall() {
        outside.script(search(), read(2), curate(List.of(2), List.of()));
        TestRun run = TestRun.of(TestRun.query("trained", 1), outside);

        assertThat(run.prompt(0)).endsWith("""
                        [query]
                        image q:1\s
                        text: Which name? Allowed names: dax, wug.
                        [acquired]
                        [previews]
                        [history]
                        remaining calls: 20
                        remaining acquisition tokens: 393216
                        remaining context tokens: 32768
                        free slots: 1
                        count request: 1
                        """);
        int tokens = shotTokens();
        String left = run.prompt(3).replaceAll("(?s).*remaining acquisition tokens: (\\d+).*", "$1");
        assertThat(run.prompt(3)).endsWith("""
                        [acquired]
                        demo 2
                        image d2:1\s
                        input: Name this symbol.
                        target: dax
                        in_context: yes
                        [previews]
                        preview 1
                        images 1 shown 1
                        image 1\s
                        input: Name this symbol.
                        preview 3
                        images 1 shown 1
                        image 1\s
                        input: Name this symbol.
                        [history]
                        call 1
                        So.
                        <tool_call>{"name":"search","arguments":{"mode":"visual","ref_images":["q:1"]}}</tool_call>
                        feedback: {"status":"ok","returned":[1,2,3],"new":[1,2,3],"already_in_pool":[]}
                        call 2
                        So.
                        <tool_call>{"name":"read","arguments":{"index":2}}</tool_call>
                        feedback: {"status":"ok","index":2,"tokens":TOKENS}
                        call 3
                        So.
                        <tool_call>{"name":"curate","arguments":{"add":[2],"delete":[]}}</tool_call>
                        feedback: {"status":"ok","added":[2],"deleted":[],"size":1,"free_tokens":FREE}
                        remaining calls: 17
                        remaining acquisition tokens: LEFT
                        remaining context tokens: FREE
                        free slots: 0
                        count request: 1
                        """.replace("TOKENS", "" + tokens)
                .replace("FREE", "" + (32_768 - tokens))
                .replace("LEFT", left));
    }

    @Test
    void answersFromInstructionContextAndQueryAlone() {
        outside.script(search(), read(2), read(1), curate(List.of(1, 2), List.of()));
        TestRun run = TestRun.of(TestRun.query("trained", null).setInstruction("Name it."), outside);

        assertThat(run.prompt(-1)).startsWith("Name it.\n").endsWith("""
                        image\s
                        input: Name this symbol.
                        answer: dax
                        image\s
                        input: Name this symbol.
                        answer: wug
                        image\s
                        input: Which name? Allowed names: dax, wug.
                        answer:\s""").doesNotContain("demo ", "call 1", "preview");
        assertThat(run.outcome.stats()).containsEntry("contextTokens", 2.0 * shotTokens());
    }

    @Test
    void countsEveryTokenShownAndGenerated() {
        outside.script(search(), read(1), "no call at all");
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);
        int tokens = 0;
        for (Generate generate : run.generations()) {
            tokens += generate.kind() == RowKind.ACT ? generate.promptTokens() : 0;
        }
        for (Step step : run.steps) {
            tokens += step.getAction().equals("answer")
                    ? 0
                    : FakeOutside.generation(step.getText()).tokens().length;
        }
        assertThat(run.outcome.stats()).containsEntry("acquisitionTokens", (double) tokens);
    }

    @Test
    void deletesAndAddsAtOnceAndKeepsWhatWasRead() {
        outside.script(
                search(),
                read(1),
                read(2),
                curate(List.of(1), List.of()),
                curate(List.of(2), List.of(1)),
                curate(List.of(1), List.of(2)));
        TestRun run = TestRun.of(TestRun.query("trained", 1), outside);
        assertThat(run.errors()).containsOnly("ok");
        assertThat(run.outcome.context()).containsExactly("r01");
        assertThat(run.outcome.stats()).containsEntry("reads", 2.0);
    }

    @Test
    void refusesWhatBreaksARule() {
        outside.script(
                read(1),
                search(),
                read(4),
                read(0),
                read(1),
                curate(List.of(2), List.of()),
                curate(List.of(9), List.of()),
                curate(List.of(), List.of(1)),
                curate(List.of(1), List.of(1)),
                curate(List.of(1, 1), List.of()),
                curate(List.of(), List.of()),
                call("search", "{\"mode\":\"visual\",\"ref_images\":[\"q:2\"]}"),
                call("search", "{\"mode\":\"visual\",\"ref_images\":[\"d2:1\"]}"),
                call("search", "{\"mode\":\"visual\",\"ref_images\":[\"d1:2\"]}"),
                call("search", "{\"mode\":\"visual\",\"task_query\":\"x\"}"),
                call("search", "{\"mode\":\"textual\",\"task_query\":\"" + "x ".repeat(300) + "\"}"),
                call("search", "{\"mode\":\"visual\",\"ref_images\":[\"q:1\"],\"disable\":[\"i2i\"]}"),
                "<tool_call>{\"name\":");
        TestRun run = TestRun.of(TestRun.query("trained", null), outside);
        assertThat(run.errors())
                .containsExactly(
                        "UNKNOWN_INDEX",
                        "ok",
                        "UNKNOWN_INDEX",
                        "UNKNOWN_INDEX",
                        "ok",
                        "CURATE_CONSTRAINT",
                        "UNKNOWN_INDEX",
                        "CURATE_CONSTRAINT",
                        "CURATE_CONSTRAINT",
                        "CURATE_CONSTRAINT",
                        "CURATE_CONSTRAINT",
                        "BAD_IMAGE_REF",
                        "BAD_IMAGE_REF",
                        "BAD_IMAGE_REF",
                        "NO_CHANNEL",
                        "MALFORMED",
                        "NO_CHANNEL",
                        "MALFORMED",
                        "ok");
        assertThat(run.calls()).isEqualTo(19);
        assertThat(run.outcome.stats()).containsEntry("rejectedCalls", 16.0);
    }

    @Test
    void keepsWithinTheCount() {
        outside.script(search(), read(1), read(2), curate(List.of(1, 2), List.of()), curate(List.of(1), List.of()));
        TestRun run = TestRun.of(TestRun.query("trained", 1), outside);
        assertThat(run.errors()).containsExactly("ok", "ok", "ok", "CURATE_CONSTRAINT", "ok", "ok");
    }

    @Test
    void keepsWithinTheContextTokens() {
        int one = shotTokens();
        Map<String, String> settings = Map.of("tier.standard", "20/393216/" + (2 * one - 1));
        outside.script(search(), read(1), read(2), curate(List.of(1, 2), List.of()), curate(List.of(2), List.of()));
        TestRun run = TestRun.of(
                TestRun.agent(settings), TestRun.query("trained", null).build(), outside, new Random(0));
        assertThat(run.errors()).containsExactly("ok", "ok", "ok", "OVER_CONTEXT", "ok", "ok");
        assertThat(run.outcome.context()).containsExactly("r02");
    }

    private int shotTokens() {
        return new ActIclText(WordTokenizer.instance(), ActIclSettings.of(Map.of()))
                .shot(0, outside.records.get("r01"))
                .tokens()
                .length;
    }
}
