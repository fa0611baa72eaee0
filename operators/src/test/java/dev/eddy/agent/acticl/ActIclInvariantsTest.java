// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect.Generate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random legal and illegal calls against what must always hold. */
class ActIclInvariantsTest {
    private static final int RUNS = 60;
    private static final Tier TIER = new Tier(14, 40_000, 120);

    @ParameterizedTest
    @ValueSource(strings = {"trained", "no_read", "no_curate", "fixed_goal", "visual_only"})
    void holdForAnySequenceOfCalls(String mode) {
        Set<Termination> ends = new HashSet<>();
        Set<String> errors = new HashSet<>();
        for (int seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            FakeOutside outside = new FakeOutside(random.nextInt(40));
            outside.shortestTokens = 0;
            outside.actor = generate -> randomCall(random);
            Integer count = random.nextBoolean() ? null : random.nextInt(4);
            Query query = TestRun.query(mode, count).setAnswers(2).build();
            TestRun run = TestRun.of(TestRun.agent(Map.of("tier.standard", TIER.toString())), query, outside, random);
            ends.add(run.outcome.termination());
            errors.addAll(run.errors());
            checkStates(run, mode);
            checkBudgets(run, count);
        }
        assertThat(ends).contains(Termination.ANSWERED, Termination.BUDGET);
        assertThat(errors).contains("ok", "MALFORMED", "UNKNOWN_INDEX", "COUNT_MISMATCH");
    }

    private static void checkStates(TestRun run, String mode) {
        Map<Integer, String> bound = new HashMap<>();
        ActIclState before = null;
        for (ActIclState state : run.states) {
            Set<Integer> unread = new HashSet<>();
            state.pool().forEach(candidate -> {
                assertThat(unread.add(candidate.index())).isTrue();
                assertBound(bound, candidate.index(), candidate.recordId());
            });
            Set<Integer> read = new HashSet<>();
            state.demos().forEach(demo -> {
                assertThat(read.add(demo.index())).isTrue();
                assertBound(bound, demo.index(), demo.record().getRecordId());
            });
            if (mode.equals("no_read")) {
                assertThat(unread).as("what is kept stays among the previews").containsAll(read);
            } else {
                assertThat(unread).as("P and E are disjoint").noneMatch(read::contains);
            }
            if (mode.equals("no_curate")) {
                assertThat(state.demos()).allMatch(Demo::kept);
            }
            assertThat(bound).as("each record has one number").hasSize(state.nextIndex() - 1);
            assertThat(new HashSet<>(bound.values())).hasSize(bound.size());
            if (before != null && rejected(run, before, state)) {
                assertThat(numbers(state)).isEqualTo(numbers(before));
                assertThat(state.nextIndex()).isEqualTo(before.nextIndex());
            }
            before = state;
        }
    }

    /** True if the call that ended between the two states was refused. */
    private static boolean rejected(TestRun run, ActIclState before, ActIclState after) {
        if (after.history().size() == before.history().size()) {
            return false;
        }
        Step step = run.steps.get(after.history().size() - 1);
        return step.getError() != null;
    }

    /** E, S and P by number. */
    private static List<Object> numbers(ActIclState state) {
        List<Object> numbers = new ArrayList<>();
        state.pool().forEach(candidate -> numbers.add(candidate.index()));
        state.demos().forEach(demo -> numbers.add(List.of(demo.index(), demo.kept())));
        return numbers;
    }

    private static void assertBound(Map<Integer, String> bound, int index, String record) {
        assertThat(bound.putIfAbsent(index, record)).isIn(null, record);
    }

    private static void checkBudgets(TestRun run, Integer count) {
        Map<String, Double> stats = run.outcome.stats();
        assertThat(run.calls()).isLessThanOrEqualTo(TIER.calls());
        assertThat(stats.get("acquisitionTokens")).isLessThanOrEqualTo(TIER.acquisitionTokens());
        assertThat(stats.get("contextTokens")).isLessThanOrEqualTo(TIER.contextTokens());
        assertThat(stats.get("rejectedCalls"))
                .isEqualTo(run.errors().stream()
                        .filter(error -> !error.equals("ok"))
                        .count());
        if (run.outcome.termination() == Termination.ANSWERED) {
            assertThat(run.outcome.answers()).hasSize(2);
            assertThat(run.outcome.context())
                    .hasSize(stats.get("shots").intValue())
                    .doesNotHaveDuplicates();
            if (count != null) {
                assertThat(run.outcome.context()).hasSize(count);
            }
        }
        for (Generate generate : run.generations()) {
            assertThat(generate.promptTokens() + generate.maxTokens()).isLessThanOrEqualTo(65_536);
        }
    }

    private static String randomCall(Random random) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> FakeOutside.search();
            case 2 ->
                FakeOutside.call(
                        "search",
                        "{\"mode\":\"visual\",\"ref_images\":[\"d" + index(random) + ":1\"],\"visual_query\":\"x\"}");
            case 3, 4, 5 -> FakeOutside.read(index(random));
            case 6, 7 -> FakeOutside.curate(indices(random), random.nextInt(3) == 0 ? indices(random) : List.of());
            case 8 -> random.nextInt(3) == 0 ? FakeOutside.call("solve", "{}") : "I do not know.";
            default -> FakeOutside.call("read", "{\"index\":\"" + index(random) + "\"}");
        };
    }

    private static int index(Random random) {
        return random.nextInt(14);
    }

    private static List<Integer> indices(Random random) {
        List<Integer> indices = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            indices.add(index(random));
        }
        return indices;
    }
}
