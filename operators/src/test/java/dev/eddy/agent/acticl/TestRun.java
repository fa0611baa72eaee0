// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.Effect.Generate;
import dev.eddy.agent.Outcome;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Turn;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.state.ActIclRun;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Drives one run to its end. Before each completion the state goes through bytes and back, must wait for the same effects, and
 * the run goes on from the copy: so every test is a test of resuming, too.
 */
final class TestRun {
    private static final Codec<ActIclRun> CODEC = Codec.of(ActIclRun.class);
    private static final int MOST_EFFECTS = 1_000;

    final List<Effect> effects = new ArrayList<>();
    final List<Step> steps = new ArrayList<>();
    final List<ActIclState> states = new ArrayList<>();
    Outcome outcome;

    private TestRun() {}

    static ActIclAgent agent(Map<String, String> settings) {
        return new ActIclAgent(WordTokenizer.instance(), ActIclSettings.of(settings));
    }

    static Query.Builder query(String mode, Integer count) {
        return Query.newBuilder()
                .setQueryId("query-7")
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode(mode)
                .setPictures(List.of(FakeOutside.GLYPH))
                .setText("Which name? Allowed names: dax, wug.")
                .setBankId("bank-1")
                .setCount(count);
    }

    static TestRun of(Query.Builder query, FakeOutside outside) {
        return of(agent(Map.of()), query.build(), outside, new Random(0));
    }

    /** @param order in which parallel effects complete */
    static TestRun of(ActIclAgent agent, Query query, FakeOutside outside, Random order) {
        return of(agent, query, 0, outside, order);
    }

    static TestRun of(ActIclAgent agent, Query query, int rollout, FakeOutside outside, Random order) {
        TestRun run = new TestRun();
        assertThat(agent.problems(query)).isEmpty();
        Turn<ActIclState> turn = agent.begin(query, rollout);
        List<Effect> pending = new ArrayList<>();
        while (turn instanceof Turn.Waiting<ActIclState> waiting) {
            run.steps.addAll(waiting.steps());
            run.effects.addAll(waiting.effects());
            run.states.add(waiting.state());
            pending.addAll(waiting.effects());
            assertThat(pending).as("a waiting run waits for something").isNotEmpty();
            assertThat(run.effects).as("a run comes to an end").hasSizeLessThan(MOST_EFFECTS);
            ActIclState restored = restored(agent, waiting.state());
            assertThat(comparable(agent.pending(restored))).isEqualTo(comparable(pending));
            Effect next = pending.remove(order.nextInt(pending.size()));
            turn = agent.resume(restored, outside.run(next));
        }
        Turn.Finished<ActIclState> finished = (Turn.Finished<ActIclState>) turn;
        run.steps.addAll(finished.steps());
        run.outcome = finished.outcome();
        run.checkNumbers();
        return run;
    }

    static ActIclState restored(ActIclAgent agent, ActIclState state) {
        byte[] bytes = CODEC.encode((ActIclRun) agent.stateForm().toRecord(state));
        return agent.stateForm().fromRecord(CODEC.decode(bytes));
    }

    /** Effects are numbered in the order asked; a segment's id is larger than all shown before it, or it was shown before. */
    private void checkNumbers() {
        for (int i = 0; i < effects.size(); i++) {
            assertThat(effects.get(i).seq()).isEqualTo(i);
        }
        Map<Integer, Object> shown = new HashMap<>();
        int largest = -1;
        for (Generate generate : generations()) {
            for (PromptSegment segment : generate.prompt()) {
                Object earlier = shown.putIfAbsent(segment.id(), comparable(segment));
                if (earlier == null) {
                    assertThat(segment.id()).isGreaterThan(largest);
                    largest = segment.id();
                } else {
                    assertThat(comparable(segment)).isEqualTo(earlier);
                }
            }
        }
    }

    /** Effects in a form that is equal where all of their tokens are. */
    private static List<Object> comparable(List<Effect> effects) {
        List<Object> comparable = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Generate generate) {
                comparable.add(List.of(
                        generate.seq(),
                        generate.maxTokens(),
                        generate.decoding(),
                        generate.kind(),
                        generate.answerIndex()));
                comparable.add(generate.policy());
                generate.prompt().forEach(segment -> comparable.add(comparable(segment)));
            } else {
                comparable.add(effect);
            }
        }
        return comparable;
    }

    private static Object comparable(PromptSegment segment) {
        return List.of(segment.id(), segment.kind(), IntBuffer.wrap(segment.tokens()), segment.pictures());
    }

    List<Generate> generations() {
        return effects.stream()
                .filter(Generate.class::isInstance)
                .map(Generate.class::cast)
                .toList();
    }

    /** How many calls said what to do. */
    long calls() {
        return generations().stream()
                .filter(generate -> generate.kind() == RowKind.ACT)
                .count();
    }

    List<String> errors() {
        return steps.stream()
                .filter(step -> !step.getAction().equals("answer"))
                .map(step -> step.getError() == null ? "ok" : step.getError())
                .toList();
    }

    List<String> feedback() {
        return steps.stream()
                .filter(step -> !step.getAction().equals("answer"))
                .map(Step::getFeedback)
                .toList();
    }

    /** The prompt of the n-th acquisition call, or of the answering call for -1. */
    String prompt(int call) {
        List<Generate> of = generations().stream()
                .filter(generate -> (generate.kind() == RowKind.ANSWER) == (call < 0))
                .toList();
        return text(of.get(Math.max(0, call)).prompt());
    }

    static String text(List<PromptSegment> prompt) {
        StringBuilder out = new StringBuilder();
        prompt.forEach(segment -> out.append(WordTokenizer.instance().decode(segment.tokens())));
        return out.toString();
    }
}
