// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.agent.Agents;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Query;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActIclProblemsTest {
    private final ActIclAgent agent = TestRun.agent(Map.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trained",
                "zero_shot",
                "no_read",
                "no_curate",
                "fixed_goal",
                "text_only",
                "visual_only",
                "no_t2i",
                "no_i2i"
            })
    void acceptsEveryMode(String mode) {
        assertThat(agent.problems(TestRun.query(mode, null).build())).isEmpty();
        assertThat(agent.problems(TestRun.query(mode, 0).build())).isEmpty();
    }

    @Test
    void saysWhatIsWrongWithAQuery() {
        assertProblem(TestRun.query("greedy", null), "mode 'greedy'");
        assertProblem(TestRun.query("trained", null).setBankId(null), "bankId");
        assertProblem(TestRun.query("mmices", 4).setBankId(null), "bankId");
        assertProblem(TestRun.query("mmices", null), "count");
        assertProblem(TestRun.query("random", null), "count");
        assertProblem(TestRun.query("trained", -1), "-1");
        assertProblem(TestRun.query("trained", Integer.MAX_VALUE), "" + Integer.MAX_VALUE);
        assertProblem(TestRun.query("trained", null).setTier("huge"), "tier 'huge'");
        assertProblem(TestRun.query("trained", null).setPictures(List.of()), "picture");
        assertProblem(TestRun.query("trained", null).setGroupSize(0), "groupSize");
        assertProblem(TestRun.query("trained", null).setAnswers(0), "answers");
        assertProblem(TestRun.query("trained", null).setAnswers(65), "max-answers");
        assertProblem(TestRun.query("external_answerer", null), "answerer-policy");
    }

    @Test
    void listsAllProblemsAtOnce() {
        Query query = TestRun.query("x", -1).setTier("y").setGroupSize(0).build();
        assertThat(agent.problems(query)).hasSize(4);
    }

    @Test
    void tellsTheSettingsInForce() {
        assertThat(agent.settings(
                        TestRun.query("trained", null).setTier("local").build()))
                .containsEntry("candidates", "8")
                .containsEntry("tier.local", "32/98304/2048")
                .doesNotContainKeys("tier.standard", "tier.wide");
    }

    @Test
    void namesItsPrompts() {
        assertThat(agent.templateHash()).matches("[0-9a-f]{64}");
        assertThat(agent.templateHash())
                .isEqualTo(TestRun.agent(Map.of("candidates", "4")).templateHash());
    }

    @Test
    void isFoundByName() {
        assertThat(Agents.create("acticl", WordTokenizer.instance(), Map.of("candidates", "4")))
                .isInstanceOf(ActIclAgent.class);
        assertThatThrownBy(() -> Agents.create("acticle", WordTokenizer.instance(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'acticle'")
                .hasMessageContaining("[acticl");
    }

    private void assertProblem(Query.Builder query, String named) {
        assertThat(agent.problems(query.build())).singleElement().asString().contains(named);
    }
}
