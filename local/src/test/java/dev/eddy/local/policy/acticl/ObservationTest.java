// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.agent.PromptSegment;
import dev.eddy.local.policy.MemoryBlobs;
import dev.eddy.local.policy.acticl.Action.Kind;
import dev.eddy.port.PortException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationTest {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final Prompts prompts = new Prompts(blobs);
    private final ActIclMind mind = ActIclMind.of(blobs);

    @Test
    void aPromptIsUnderstoodFromItsTextAndPictures() {
        Observation seen = observe(walk(null).end());

        assertThat(seen.question.text()).isEqualTo("Which name belongs to this symbol?");
        assertThat(seen.question.allowed()).containsExactly("dax", "wug", "blick");
        assertThat(seen.demonstrations).extracting(Item::index).containsExactly(2, 1);
        assertThat(seen.demonstrations).extracting(Item::target).containsExactly("dax", "fep");
        assertThat(seen.demonstrations).extracting(Item::kept).containsExactly(true, false);
        assertThat(seen.demonstrations).extracting(Item::allowed).containsExactly(true, false);
        assertThat(seen.previews).extracting(Item::index).containsExactly(3, 4);
        assertThat(seen.searches).isEqualTo(2);
        assertThat(seen.timesSearched("q")).isEqualTo(1);
        assertThat(seen.exhausted("q")).isFalse();
        assertThat(seen.exhausted("d2")).isTrue();
        assertThat(seen.count).isNull();
        assertThat(seen.callsLeft).isEqualTo(27);
    }

    @Test
    void likenessesCompareThePicturesThatWereShown() {
        Observation seen = observe(walk(null).end());
        assertThat(seen.demonstrations.get(0).toQuery()).isCloseTo(1, within(1e-4f)); // the query's own drawing
        assertThat(seen.demonstrations.get(1).toQuery()).isLessThan(0.99f);
        assertThat(seen.previews.get(1).toUseless()).isCloseTo(1, within(1e-4f)); // the useless one's drawing
        assertThat(seen.demonstrations.get(0).toAllowed()).isNaN();
    }

    @Test
    void callsLeftAreBoundedByTheTokensLeft() {
        List<PromptSegment> prompt = prompts.begin()
                .query(1)
                .text("remaining calls: 30\nremaining acquisition tokens: 2000\nremaining context tokens: 9\n")
                .text("count request: adaptive\n")
                .end();

        assertThat(observe(prompt).callsLeft)
                .isEqualTo(1 + (2000 - tokens(prompt) - 1024) / (tokens(prompt) + 80))
                .isBetween(5, 12);
    }

    @Test
    void anAdaptivePolicyMayDoAnythingThatIsNotRefused() {
        List<Action> actions = Situation.begin(observe(walk(null).end())).actions();

        assertThat(actions)
                .containsExactly(
                        new Action(Kind.SEARCH_QUERY),
                        new Action(Kind.SEARCH_TEXT),
                        new Action(Kind.SEARCH_DEMONSTRATION, 2),
                        new Action(Kind.SEARCH_DEMONSTRATION, 1),
                        new Action(Kind.READ, 3),
                        new Action(Kind.READ, 4),
                        new Action(Kind.ADD, 1),
                        new Action(Kind.DELETE, 2),
                        new Action(Kind.SOLVE));
    }

    @Test
    void solvingIsClosedUntilTheCountFitsAndAddingWhenItDoes() {
        assertThat(kinds(Situation.begin(observe(walk(2).end()))))
                .contains(Kind.ADD)
                .doesNotContain(Kind.SOLVE);
        assertThat(kinds(Situation.begin(observe(walk(1).end()))))
                .contains(Kind.SOLVE)
                .doesNotContain(Kind.ADD);
    }

    @Test
    void aListGoesOnWithAdditionsUntilItIsClosed() {
        Situation begun = Situation.begin(observe(walk(1).end())).after(new Action(Kind.DELETE, 2));

        assertThat(begun.kept).isZero();
        assertThat(begun.actions()).containsExactly(new Action(Kind.ADD, 1), new Action(Kind.END));
        assertThat(begun.after(new Action(Kind.ADD, 1)).actions()).containsExactly(new Action(Kind.END));
    }

    @Test
    void whatDoesNotFitTheContextIsNotAdded() {
        List<PromptSegment> prompt = prompts.begin()
                .query(1)
                .demonstration(1, 2, "dax", false)
                .resources(9, 5, null)
                .end();

        assertThat(kinds(Situation.begin(observe(prompt)))).doesNotContain(Kind.ADD);
    }

    @Test
    void onlyToolsThatAreDefinedAreUsed() {
        String readOnly = "<tool_call>{\"name\":\"read\",\"arguments\":{}}</tool_call> "
                + "<tool_call>{\"name\":\"solve\",\"arguments\":{}}</tool_call>";
        List<PromptSegment> keepsAll = prompts.begin()
                .text(readOnly)
                .query(1)
                .demonstration(1, 2, "dax", true)
                .preview(2, 3)
                .resources(9, 500, null)
                .end();
        List<PromptSegment> full = prompts.begin()
                .text(readOnly)
                .query(1)
                .demonstration(1, 2, "dax", true)
                .preview(2, 3)
                .resources(9, 500, 1)
                .end();

        assertThat(kinds(Situation.begin(observe(keepsAll)))).containsExactly(Kind.READ, Kind.SOLVE);
        assertThat(kinds(Situation.begin(observe(full)))).containsExactly(Kind.SOLVE);
    }

    @Test
    void withoutReadingPreviewsThemselvesAreAdded() {
        List<PromptSegment> prompt = prompts.begin()
                .text("<tool_call>{\"name\":\"curate\"</tool_call> <tool_call>{\"name\":\"solve\"</tool_call>")
                .query(1)
                .preview(1, 2)
                .text(" yes\n")
                .preview(2, 3)
                .text(" no\n")
                .resources(9, 500, 4)
                .end();

        assertThat(Situation.begin(observe(prompt)).actions())
                .containsExactly(new Action(Kind.ADD, 2), new Action(Kind.DELETE, 1));
    }

    @Test
    void aPromptOfAnotherAgentIsRefused() {
        List<PromptSegment> prompt = prompts.begin().text("What is this?").end();

        assertThatThrownBy(() -> observe(prompt))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("[query]");
    }

    private Prompts walk(Integer count) {
        return prompts.begin()
                .text(Prompts.ALL_TOOLS)
                .query(1)
                .text("[acquired]\n")
                .demonstration(2, 1, "dax", true)
                .demonstration(1, 2, "fep", false)
                .text("[previews]\n")
                .preview(3, 3)
                .preview(4, 2)
                .text("[history]\n")
                .call(
                        1,
                        "{\"name\":\"search\",\"arguments\":{\"mode\":\"visual\",\"ref_images\":[\"q:1\"]}}",
                        "{\"status\":\"ok\",\"returned\":[1,2,3,4],\"new\":[1,2,3,4],\"already_in_pool\":[]}")
                .call(
                        2,
                        "{\"name\":\"read\",\"arguments\":{\"index\":2}}",
                        "{\"status\":\"ok\",\"index\":2,\"tokens\":45}")
                .call(
                        3,
                        "{\"name\":\"search\",\"arguments\":{\"mode\":\"visual\",\"ref_images\":[\"d2:1\"]}}",
                        "{\"status\":\"ok\",\"returned\":[3],\"new\":[],\"already_in_pool\":[3]}")
                .resources(27, 2000, count);
    }

    private static List<Kind> kinds(Situation situation) {
        return situation.actions().stream().map(Action::kind).toList();
    }

    private Observation observe(List<PromptSegment> prompt) {
        return ((Situation) mind.understand(mind.read(prompt).join(), tokens(prompt))).observation;
    }

    private static int tokens(List<PromptSegment> prompt) {
        return prompt.stream().mapToInt(segment -> segment.tokens().length).sum();
    }
}
