// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Turn;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.state.MCiteRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Drives one run to its end. Before each completion the state goes through bytes and back and must wait for the same effect, and
 * the run goes on from the copy: so every test is a test of resuming, too.
 */
final class TestRun {
    private static final Codec<MCiteRun> CODEC = Codec.of(MCiteRun.class);

    static final String SEARCH = "<think>the report</think><search>akita revenue</search>";
    static final String CROP = "<bbox>[50, 200, 250, 500]</bbox>";
    static final String ANSWER = "<think>there</think><answer>4,512</answer><cite>[50, 200.5, 250, 500]</cite>";

    final List<Effect> effects = new ArrayList<>();
    final List<Step> steps = new ArrayList<>();
    Outcome outcome;

    private TestRun() {}

    static MCiteAgent agent(Map<String, String> settings) {
        return new MCiteAgent(WordTokenizer.instance(), MCiteSettings.of(settings));
    }

    static Query.Builder query(String mode) {
        return Query.newBuilder()
                .setQueryId("query-7")
                .setAgent("mcite")
                .setPolicy("mcite")
                .setMode(mode)
                .setPictures(List.of())
                .setText("What was the net revenue of Akita in 2021?")
                .setBankId("reports");
    }

    static TestRun of(FakePages outside) {
        return of(agent(Map.of()), query("trained").build(), outside);
    }

    /** A run of the default agent in which the model says this. */
    static TestRun saying(String... texts) {
        return of(new FakePages().says(texts));
    }

    static TestRun of(MCiteAgent agent, Query query, FakePages outside) {
        TestRun run = new TestRun();
        assertThat(agent.problems(query)).isEmpty();
        Turn<MCiteState> turn = agent.begin(query, 0);
        while (turn instanceof Turn.Waiting<MCiteState> waiting) {
            run.steps.addAll(waiting.steps());
            run.effects.addAll(waiting.effects());
            assertThat(waiting.effects()).hasSize(1);
            Effect effect = waiting.effects().get(0);
            assertThat(effect.seq()).isEqualTo(run.effects.size() - 1);
            MCiteState restored = agent.stateForm().fromRecord(CODEC.decode(CODEC.encode((MCiteRun)
                    agent.stateForm().toRecord(waiting.state()))));
            assertThat(agent.pending(restored)).isEqualTo(List.of(effect));
            turn = agent.resume(restored, outside.run(effect));
        }
        Turn.Finished<MCiteState> finished = (Turn.Finished<MCiteState>) turn;
        run.steps.addAll(finished.steps());
        run.outcome = finished.outcome();
        return run;
    }

    List<String> kinds() {
        return effects.stream().map(Effect::name).toList();
    }

    List<String> errors() {
        return steps.stream()
                .map(step -> step.getError() == null ? "ok" : step.getError())
                .toList();
    }

    <E extends Effect> List<E> effects(Class<E> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<PromptSegment> prompt(int call) {
        return effects(Generate.class).get(call).prompt();
    }

    /** All that the n-th call is shown, but its instructions. */
    String shown(int call) {
        StringBuilder text = new StringBuilder();
        for (PromptSegment segment : prompt(call)) {
            if (!segment.kind().equals(MCiteText.INSTRUCTIONS)) {
                text.append(WordTokenizer.instance().decode(segment.tokens()));
            }
        }
        return text.toString();
    }
}
