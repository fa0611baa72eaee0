// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.local.policy.acticl.Piece.Ask;
import dev.eddy.local.policy.acticl.Piece.Demonstration;
import dev.eddy.local.policy.acticl.Piece.Instructions;
import dev.eddy.local.policy.acticl.Piece.Other;
import dev.eddy.local.policy.acticl.Piece.Question;
import dev.eddy.local.policy.acticl.Piece.Request;
import dev.eddy.local.policy.acticl.Piece.Resources;
import dev.eddy.local.policy.acticl.Piece.Search;
import dev.eddy.local.policy.acticl.Piece.Shot;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PieceParserTest {
    @Test
    void instructionsTellTheToolsAndTheChannels() {
        assertThat(parse("Tools:\n<tool_call>{\"name\":\"search\",\"arguments\":{\"ref_images\":[]}}</tool_call>\n"
                        + "<tool_call>{\"name\":\"read\",\"arguments\":{}}</tool_call>"))
                .isEqualTo(new Instructions(Set.of("read", "search"), true, false));
    }

    @Test
    void aQuestionMayHaveSeveralLinesAndNoNames() {
        assertThat(parse("[query]\nimage q:1 \ntext: What is\n  shown here?\n"))
                .isEqualTo(new Question(List.of(), "What is\n  shown here?", List.of()));
    }

    @Test
    void aTargetMayHaveSeveralLines() {
        assertThat(parse("demo 12\nimage d12:1 \ninput: one\n  two\ntarget: three\n  four\nin_context:"))
                .isEqualTo(new Demonstration(12, List.of(), "three\n  four", 9));
    }

    @Test
    void onlyASearchInTheHistoryMatters() {
        String call = "call 3\nThoughts.\n<tool_call>{\"name\":\"search\",\"arguments\":{\"mode\":\"textual\","
                + "\"task_query\":\"symbols\"}}</tool_call>\nfeedback: {\"status\":\"ok\",\"new\":[4,5]}\n";

        assertThat(parse(call)).isEqualTo(new Search("text", 2));
        assertThat(parse("call 3\nNo call here.\nfeedback: {\"status\":\"rejected\",\"error\":\"MALFORMED\"}\n"))
                .isEqualTo(new Other());
    }

    @Test
    void resourcesAndRequestAreNumbers() {
        assertThat(parse("remaining calls: 30\nremaining acquisition tokens: 92110\nremaining context tokens: 2003\n"
                        + "free slots: 4\n"))
                .isEqualTo(new Resources(30, 92110, 2003));
        assertThat(parse("count request: 4\n")).isEqualTo(new Request(4));
        assertThat(parse("count request: adaptive\n")).isEqualTo(new Request(null));
    }

    @Test
    void anAnsweringPromptEndsWithTheQuestion() {
        assertThat(parse("image \ninput: Which? Allowed names: a, b.\nanswer: "))
                .isEqualTo(new Ask(List.of(), List.of("a", "b")));
        assertThat(parse("image \ninput: Which?\nanswer: dax\n")).isEqualTo(new Shot(List.of(), "dax"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "demo",
                "demo x\ntarget: a\nin_context:",
                "demo 1\nin_context:\ntarget: ",
                "preview 99999999999\n",
                "call 1\n<tool_call>{\"name\":\"search\",\"arguments\":{\"ref_images\":[\"dx:1\"]}}</tool_call>\nfeedback: {",
                "call 1\n<tool_call>[</tool_call>\nfeedback: ",
                "remaining calls: many\n",
                "count request: few\n",
                "image without an answer",
                "[query]\nimage q:1 \n"
            })
    void textOfNoKnownFormIsLeftAside(String text) {
        assertThat(parse(text)).isEqualTo(new Other());
    }

    private static Piece parse(String text) {
        return PieceParser.parse(text, List.of(), 9);
    }
}
