// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static dev.eddy.agent.acticl.FakeOutside.curate;
import static dev.eddy.agent.acticl.FakeOutside.read;
import static dev.eddy.agent.acticl.FakeOutside.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.EffectResult;
import dev.eddy.agent.ModelCard;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.port.EffectRunner;
import dev.eddy.rollout.InMemoryDriver;
import dev.eddy.rollout.Replayer;
import dev.eddy.rollout.Rollouts;
import dev.eddy.rollout.VersionSource;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Packed;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a run stands on its trajectory. */
class ActIclTrajectoryTest {
    private static final Codec<Trajectory> CODEC = Codec.of(Trajectory.class);

    private final ActIclAgent agent = TestRun.agent(Map.of());
    private final FakeOutside outside = new FakeOutside(12);

    @ParameterizedTest
    @ValueSource(strings = {"trained", "no_read", "no_curate", "fixed_goal", "zero_shot", "random", "mmices"})
    void replaysToTheSameEnd(String mode) throws InterruptedException {
        outside.script(search(), read(9), "nonsense", read(1), curate(List.of(1), List.of()), search(), read(2));
        Trajectory trajectory = record(mode, mode.equals("random") || mode.equals("mmices") ? 2 : null);

        assertThat(new Replayer<>(agent)
                        .replay(CODEC.decode(CODEC.encode(trajectory)))
                        .difference())
                .isEmpty();
        assertThat(trajectory.getTrainable()).isTrue();
        assertThat(trajectory.getError()).isNull();
    }

    @Test
    void holdsEachSegmentOnceAndExpandsToWhatWasShown() throws InterruptedException {
        outside.script(search(), read(2), curate(List.of(2), List.of()));
        Trajectory trajectory = record("trained", 1);
        Map<Integer, String> texts = new HashMap<>();
        for (Segment segment : trajectory.getSegments()) {
            assertThat(texts.put(segment.getId(), decode(segment))).isNull();
        }
        assertThat(trajectory.getRows())
                .extracting(Row::getKind)
                .containsExactly(RowKind.ACT, RowKind.ACT, RowKind.ACT, RowKind.ACT, RowKind.ANSWER, RowKind.ANSWER);
        Row solve = trajectory.getRows().get(3);
        StringBuilder shown = new StringBuilder();
        for (int id : Packed.ints(solve.getPrompt())) {
            shown.append(texts.get(id));
        }
        assertThat(shown.toString())
                .contains("demo 2\nimage d2:1 \ninput: Name this symbol.\ntarget: dax\nin_context: yes\n")
                .endsWith("free slots: 0\ncount request: 1\n");
        assertThat(trajectory.getTemplateHash()).isEqualTo(agent.templateHash());
        assertThat(trajectory.getSettings()).containsEntry("tier.standard", "20/393216/32768");
    }

    private Trajectory record(String mode, Integer count) throws InterruptedException {
        EffectRunner runner = new EffectRunner() {
            @Override
            public CompletableFuture<EffectResult> run(Call call) {
                return CompletableFuture.completedFuture(outside.run(call.effect()));
            }

            @Override
            public void close() {}
        };
        Rollouts<ActIclState> rollouts = new Rollouts<>(agent, new ModelCard("fake", "", 1, 1));
        RolloutRequest request = new RolloutRequest(
                TestRun.query(mode, count).setAnswers(2).build(), 0, new SourcePosition("queries", 0, 0L));
        return new InMemoryDriver(runner, InstantSource.system())
                .run(rollouts, request, VersionSource.only(new PolicyVersion("acticl", 3, "f".repeat(64))));
    }

    private static String decode(Segment segment) {
        return WordTokenizer.instance().decode(Packed.ints(segment.getTokens()));
    }
}
