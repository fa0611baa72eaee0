// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Turn;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.state.SvrlRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Drives one run to its end. Before each completion the state goes through bytes and back and must wait for the same effects, and
 * the run goes on from the copy: so every test is a test of resuming, too.
 */
final class TestRun {
    private static final Codec<SvrlRun> CODEC = Codec.of(SvrlRun.class);

    final List<Effect> effects = new ArrayList<>();
    final List<Step> steps = new ArrayList<>();
    Outcome outcome;

    private TestRun() {}

    static SvrlAgent agent(Map<String, String> settings) {
        return new SvrlAgent(WordTokenizer.instance(), SvrlSettings.of(settings));
    }

    static Query.Builder query(String mode) {
        return Query.newBuilder()
                .setQueryId("query-7")
                .setAgent("svrl")
                .setPolicy("svrl")
                .setMode(mode)
                .setPictures(List.of(new Picture("a".repeat(64), 96, 96, null)))
                .setText("When was this tower built?");
    }

    static TestRun of(FakeWeb web) {
        return of("trained", web);
    }

    static TestRun of(String mode, FakeWeb web) {
        return of(agent(Map.of()), query(mode).build(), web, null);
    }

    /** @param random picks which of parallel effects completes next; null for the first */
    static TestRun of(SvrlAgent agent, Query query, FakeWeb web, Random random) {
        TestRun run = new TestRun();
        assertThat(agent.problems(query)).isEmpty();
        List<Effect> open = new ArrayList<>();
        Turn<SvrlState> turn = agent.begin(query, 0);
        while (turn instanceof Turn.Waiting<SvrlState> waiting) {
            run.steps.addAll(waiting.steps());
            run.effects.addAll(waiting.effects());
            open.addAll(waiting.effects());
            SvrlState restored = agent.stateForm().fromRecord(CODEC.decode(CODEC.encode((SvrlRun)
                    agent.stateForm().toRecord(waiting.state()))));
            assertThat(agent.pending(restored)).isEqualTo(open).isNotEmpty();
            Effect next = open.remove(random == null ? 0 : random.nextInt(open.size()));
            turn = agent.resume(restored, web.run(next));
        }
        Turn.Finished<SvrlState> finished = (Turn.Finished<SvrlState>) turn;
        run.steps.addAll(finished.steps());
        run.outcome = finished.outcome();
        for (int i = 0; i < run.effects.size(); i++) {
            assertThat(run.effects.get(i).seq()).isEqualTo(i);
        }
        return run;
    }

    List<String> kinds() {
        return effects.stream().map(Effect::name).toList();
    }

    double stat(String name) {
        return outcome.stats().get(name);
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
            if (!segment.kind().equals(SvrlText.INSTRUCTIONS)) {
                text.append(WordTokenizer.instance().decode(segment.tokens()));
            }
        }
        return text.toString();
    }

    String instructions() {
        return WordTokenizer.instance().decode(prompt(0).get(0).tokens());
    }
}
