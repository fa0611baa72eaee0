// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.schemas.BankOpened;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayerTest {
    private final Replayer<ScriptedAgent.State> replayer = new Replayer<>(new ScriptedAgent());

    @Test
    void aStoredTrajectoryReachesItsRecordedOutcomeAndTheWholeSameRecord() throws Exception {
        Trajectory recorded = RolloutsTest.undisturbed();

        Replay replay = replayer.replay(recorded);

        assertThat(replay.difference()).isEmpty();
        assertThat(replay.trajectory()).isEqualTo(recorded);
    }

    @Test
    void aResultThatWasTamperedWithShowsAsAnotherRequestWhereItIsFirstShown() throws Exception {
        Trajectory recorded = RolloutsTest.undisturbed();
        List<EffectRecord> effects = new ArrayList<>(recorded.getEffects());
        effects.set(
                0,
                EffectRecord.newBuilder(effects.get(0))
                        .setResult(new BankOpened(101, 40))
                        .build());

        Replay replay = replayer.replay(
                Trajectory.newBuilder(recorded).setEffects(effects).build());

        assertThat(replay.difference()).hasValueSatisfying(difference -> {
            assertThat(difference.where()).isEqualTo("effect 2");
            assertThat(difference.recorded()).startsWith("generate ");
            assertThat(difference.replayed()).startsWith("generate ").isNotEqualTo(difference.recorded());
        });
    }

    @Test
    void anotherRecordedAnswerShowsAsADifference() throws Exception {
        Trajectory recorded = Trajectory.newBuilder(RolloutsTest.undisturbed())
                .setAnswers(List.of("x", "y"))
                .build();

        assertThat(replayer.replay(recorded).difference())
                .hasValueSatisfying(difference -> assertThat(difference.where()).isEqualTo("answers"));
    }

    @Test
    void aRunThatItsDriverEndedReplaysToTheSameEnd() throws Exception {
        Trajectory whole = RolloutsTest.undisturbed();
        Trajectory recorded = Trajectory.newBuilder(whole)
                .setEffects(whole.getEffects().subList(0, 4))
                .setRows(whole.getRows().subList(0, 1))
                .setSteps(whole.getSteps().subList(0, 1))
                .setTermination(Termination.DEADLINE)
                .setAnswers(List.of())
                .setContext(List.of())
                .setStats(Map.of("calls", 1.0))
                .setForced(true)
                .setTrainable(false)
                .setError("too late")
                .build();

        assertThat(replayer.replay(recorded).difference()).isEmpty();
    }

    @Test
    void aRecordThatBreaksOffIsNamed() throws Exception {
        Trajectory whole = RolloutsTest.undisturbed();
        Trajectory recorded = Trajectory.newBuilder(whole)
                .setEffects(whole.getEffects().subList(0, 4))
                .build();

        assertThat(replayer.replay(recorded).difference())
                .hasValueSatisfying(difference -> assertThat(difference.where()).isEqualTo("termination"));
    }

    @Test
    void anotherAgentsTrajectoryIsRefused() throws Exception {
        Trajectory recorded = RolloutsTest.undisturbed();
        Query query = Query.newBuilder(recorded.getQuery()).setAgent("other").build();

        assertThatThrownBy(() -> replayer.replay(
                        Trajectory.newBuilder(recorded).setQuery(query).build()))
                .hasMessageContaining("is of agent 'other'");
    }
}
