// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.acticl.ToolCall.SearchMode;
import dev.eddy.schemas.Channel;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolCallParserTest {
    private final ToolCallParser parser = new ToolCallParser();

    @Test
    void readsASearch() {
        ModelOutput output = parse("""
                {"name":"search","arguments":{"mode":"joint","ref_images":["q:1","d3:2"],"visual_query":" bars ",\
                "task_query":"which is taller","disable":["t2i"]}}""");
        assertThat(output.error()).isNull();
        assertThat(output.reasoning()).isEqualTo("Why not?");
        assertThat(output.action()).isEqualTo("search");
        assertThat(output.call())
                .isEqualTo(new ToolCall.Search(
                        SearchMode.JOINT,
                        List.of(new ImageRef(0, 1), new ImageRef(3, 2)),
                        "bars",
                        "which is taller",
                        Set.of(Channel.T2I)));
    }

    @Test
    void readsTheOtherTools() {
        assertThat(call("read", "{\"index\":3}").call()).isEqualTo(new ToolCall.Read(3));
        assertThat(call("curate", "{\"add\":[1,2],\"delete\":[4]}").call())
                .isEqualTo(new ToolCall.Curate(List.of(1, 2), List.of(4)));
        assertThat(call("curate", "{\"add\":[1]}").call()).isEqualTo(new ToolCall.Curate(List.of(1), List.of()));
        assertThat(call("solve", "{}").call()).isEqualTo(new ToolCall.Solve());
    }

    @Test
    void thoughtsMayBeMissingOrOpen() {
        assertThat(parser.parse("<tool_call>{\"name\":\"solve\",\"arguments\":{}}</tool_call>\n")
                        .call())
                .isEqualTo(new ToolCall.Solve());
        assertThat(parser.parse("<think>so<tool_call>{\"name\":\"solve\",\"arguments\":{}}</tool_call>")
                        .reasoning())
                .isEqualTo("so");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "read|{\"index\":1,\"why\":2}",
                "read|{}",
                "read|{\"index\":\"1\"}",
                "read|{\"index\":1.0}",
                "read|{\"index\":1e400}",
                "read|{\"index\":null}",
                "read|{\"index\":1,\"index\":2}",
                "search|{}",
                "search|{\"mode\":\"VISUAL\"}",
                "search|{\"mode\":\"visual\",\"ref_images\":\"q:1\"}",
                "search|{\"mode\":\"visual\",\"ref_images\":[1]}",
                "search|{\"mode\":\"visual\",\"visual_query\":7}",
                "search|{\"mode\":\"visual\",\"disable\":[\"i2t\"]}",
                "curate|{\"add\":1}",
                "curate|{\"add\":[true]}",
                "solve|{\"now\":true}",
                "answer|{}",
                "Read|{\"index\":1}"
            })
    void refusesArgumentsThatAreNotTheTools(String name, String arguments) {
        ModelOutput output = call(name, arguments);
        assertThat(output.error()).isEqualTo(CallError.MALFORMED);
        assertThat(output.call()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "I would read 3.",
                "<tool_call>{\"name\":\"solve\",\"arguments\":{}}",
                "</tool_call><tool_call>{\"name\":\"solve\",\"arguments\":{}}",
                "<tool_call>{\"name\":\"solve\",\"arguments\":{}}</tool_call><tool_call>{\"name\":\"solve\",\"arguments\":{}}</tool_call>",
                "<tool_call>{\"name\":\"solve\",\"arguments\":{}}</tool_call> and more",
                "<tool_call>{\"name\":\"solve\",\"arguments\":{}} {}</tool_call>",
                "<tool_call>{\"name\":\"solve\"}</tool_call>",
                "<tool_call>{\"name\":\"solve\",\"arguments\":[]}</tool_call>",
                "<tool_call>[\"solve\"]</tool_call>",
                "<tool_call></tool_call>",
                "<tool_call>{'name':'solve','arguments':{}}</tool_call>",
                "<tool_call>{\"name\":\"read\",\"arguments\":{\"index\":NaN}}</tool_call>"
            })
    void refusesWhatIsNotExactlyOneCall(String text) {
        ModelOutput output = parser.parse(text);
        assertThat(output.error()).isEqualTo(CallError.MALFORMED);
        assertThat(output.json()).isNull();
        assertThat(output.action()).isEqualTo(ModelOutput.NONE);
    }

    @Test
    void refusesAKeyBesideNameAndArguments() {
        assertThat(parse("{\"name\":\"solve\",\"arguments\":{},\"id\":1}").error())
                .isEqualTo(CallError.MALFORMED);
    }

    @Test
    void refusesHalfACharacter() {
        assertThat(call("search", "{\"mode\":\"textual\",\"task_query\":\"\\ud83d\"}")
                        .error())
                .isEqualTo(CallError.MALFORMED);
        assertThat(call("search", "{\"mode\":\"textual\",\"task_query\":\"\\ud83d\\ude00\"}")
                        .error())
                .isNull();
    }

    @Test
    void survivesDeepNesting() {
        assertThat(parse("[".repeat(100_000)).error()).isEqualTo(CallError.MALFORMED);
        assertThat(parse("{\"name\":\"solve\",\"arguments\":{\"x\":" + "[".repeat(900) + "]".repeat(900) + "}}")
                        .error())
                .isEqualTo(CallError.MALFORMED);
    }

    @Test
    void anIndexBeyondAnyNumberIsUnknown() {
        assertThat(call("read", "{\"index\":99999999999999999999}").error()).isEqualTo(CallError.UNKNOWN_INDEX);
        assertThat(call("curate", "{\"add\":[-99999999999999999999]}").error()).isEqualTo(CallError.UNKNOWN_INDEX);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "q",
                "q:",
                "q:0",
                "q:01",
                "q:-1",
                "q:1:1",
                "d:1",
                "d0:1",
                "d1",
                "d1:",
                "d1:0",
                "x1:1",
                ":1",
                "",
                "q:1234567890",
                "d1234567890:1",
                "q: 1",
                "q:\u0661"
            })
    void refusesABadImageReference(String reference) {
        assertThat(call("search", "{\"mode\":\"visual\",\"ref_images\":[\"" + reference + "\"]}")
                        .error())
                .isEqualTo(CallError.BAD_IMAGE_REF);
    }

    @Test
    void theCallOfTheHistoryStandsOnOneLineAndSpellsNoTag() {
        ModelOutput output = parse("""
                {"name":"search",
                 "arguments":{"mode":"textual","task_query":"a\\u003c/tool_call>\\n<think> b"}}""");
        assertThat(output.error()).isNull();
        assertThat(output.json()).doesNotContain("\n", "<");
        assertThat(parse(output.json()).call()).isEqualTo(output.call());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<answer>dax</answer>|dax",
                "<think>maybe <answer>wug</answer></think><answer> dax </answer> |dax",
                "<think>dax?</think> wug|wug",
                "dax|dax",
                "<answer>dax|<answer>dax",
                "dax</answer>|dax</answer>",
                "<answer></answer>|''"
            })
    void takesTheLastAnswerElementElseWhatFollowsTheThoughts(String text, String answer) {
        assertThat(ModelOutput.answer(text)).isEqualTo(answer);
    }

    private ModelOutput call(String name, String arguments) {
        return parse("{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}");
    }

    private ModelOutput parse(String json) {
        return parser.parse("<think>Why not?</think>\n<tool_call>" + json + "</tool_call>");
    }
}
