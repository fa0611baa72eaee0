// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static dev.eddy.operator.train.Groups.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.UpdateCause;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a restored trainer does, wherever the one before it died. */
class TrainRecoveryTest {
    private Outside outside;
    private TrainSettings settings;

    @BeforeEach
    void open() {
        outside = new Outside();
        settings = outside.settings("acticl");
    }

    @AfterEach
    void close() {
        outside.close();
    }

    @Test
    void aRunThatIsRestoredTwiceSaysWhatAnUndisturbedOneSays() throws Exception {
        List<Outgoing> undisturbed;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            harness.checkpoint();
            for (int i = 0; i < 9; i++) {
                harness.train(group("acticl", "g" + i, i / 4).build());
                harness.checkpoint();
            }
            undisturbed = harness.extractOutputValues();
        }

        List<Outgoing> disturbed = new ArrayList<>();
        OperatorSubtaskState state;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            state = harness.checkpoint();
            disturbed.addAll(harness.extractOutputValues());
        }
        for (int i = 0; i < 9; i++) {
            try (TrainHarness harness = TrainHarness.restore(outside, settings, state)) {
                harness.train(group("acticl", "g" + i, i / 4).build());
                state = harness.checkpoint();
                disturbed.addAll(harness.extractOutputValues());
            }
        }

        assertThat(disturbed).hasSameSizeAs(undisturbed);
        for (int i = 0; i < undisturbed.size(); i++) {
            assertThat(disturbed.get(i)).usingRecursiveComparison().isEqualTo(undisturbed.get(i));
        }
    }

    @Test
    void whatWasAnnouncedInACheckpointThatNeverStoodIsTrainedAgainUnderTheSameNumber() throws Exception {
        OperatorSubtaskState state;
        PolicyUpdate lost;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            state = harness.checkpoint();
            trainBatch(harness, "a", "b", 0);
            harness.prepareSnapshotPreBarrier(2);
            lost = harness.newest("acticl");
        }

        try (TrainHarness harness = TrainHarness.restore(outside, settings, state)) {
            trainBatch(harness, "a", "b", 0);
            harness.checkpoint();

            assertThat(harness.updates()).hasSize(1);
            assertThat(harness.newest("acticl").getVersion()).isEqualTo(lost.getVersion());
            assertThat(harness.newest("acticl").getSha256()).isEqualTo(lost.getSha256());
        }
    }

    @Test
    void aReplayThatGoesAnotherWayStillGivesEveryNumberOneSetOfWeights() throws Exception {
        OperatorSubtaskState state;
        PolicyUpdate lost;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            state = harness.checkpoint();
            trainBatch(harness, "a", "b", 0);
            harness.prepareSnapshotPreBarrier(2);
            lost = harness.newest("acticl");
        }

        try (TrainHarness harness = TrainHarness.restore(outside, settings, state)) {
            trainBatch(harness, "b", "a", 0);
            harness.checkpoint();
            trainBatch(harness, "c", "d", 1);
            harness.checkpoint();

            assertThat(harness.updates()).extracting(PolicyUpdate::getVersion).containsExactly(1L, 2L);
            PolicyUpdate first = harness.updates().get(0);
            assertThat(first.getSha256()).isNotEqualTo(lost.getSha256());
            assertThat(outside.store.list("acticl").join())
                    .as("the orphan is swept")
                    .containsExactlyInAnyOrder(
                            new PolicyVersion("acticl", 0, versionZeroHash()),
                            new PolicyVersion("acticl", 1, first.getSha256()),
                            new PolicyVersion(
                                    "acticl", 2, harness.newest("acticl").getSha256()));
        }
    }

    private String versionZeroHash() {
        return Sha256.hex(new MomentumTrainer().weights());
    }

    @Test
    void weightsThatWereNotAnnouncedYetAreStoredAgainAndAnnounced() throws Exception {
        OperatorSubtaskState state;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            harness.checkpoint();
            outside.store.writes.close();
            trainBatch(harness, "a", "b", 0);
            state = harness.checkpoint();
            assertThat(harness.updates()).hasSize(1);
        }
        outside.store.writes.open();
        outside.store.weights.clear();

        try (TrainHarness harness = TrainHarness.restore(outside, settings, state)) {
            harness.checkpoint();

            PolicyUpdate update = harness.newest("acticl");
            assertThat(update.getVersion()).isEqualTo(1);
            assertThat(update.getMetrics()).containsKey("loss");
            assertThat(outside.store.weights).containsOnlyKeys(new PolicyVersion("acticl", 1, update.getSha256()));
        }
    }

    @Test
    void announcedWeightsWhoseFileWasLostAreStoredAgainAndNotAnnouncedTwice() throws Exception {
        OperatorSubtaskState state;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            harness.checkpoint();
            trainBatch(harness, "a", "b", 0);
            state = harness.checkpoint();
        }
        outside.store.weights.clear();

        try (TrainHarness harness = TrainHarness.restore(outside, settings, state)) {
            harness.checkpoint();

            assertThat(harness.updates()).isEmpty();
            assertThat(outside.store.weights.keySet())
                    .extracting(PolicyVersion::version)
                    .containsExactly(1L);
        }
    }

    @Test
    void groupsWhoseTrajectoriesWereBeingReadAreTrainedOnceAfterARestore() throws Exception {
        OperatorSubtaskState state;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            harness.checkpoint();
            outside.reader.reads.close();
            trainBatch(harness, "a", "b", 0);
            harness.train(group("acticl", "c", 0).build());
            state = harness.checkpoint();
            assertThat(harness.receipts()).isEmpty();
        }
        outside.reader.reads.open();

        try (TrainHarness harness = TrainHarness.restore(outside, settings, state)) {
            harness.train(group("acticl", "d", 0).build());

            assertThat(harness.receipts()).extracting(GroupReceipt::getGroupId).containsExactly("a", "b", "c", "d");
            harness.train(group("acticl", "a", 0).build());
            assertThat(harness.deadLetters())
                    .as("ids are remembered across restores")
                    .hasSize(1);
        }
    }

    @Test
    void aFlushThatCouldNotBeObeyedYetIsObeyedAfterARestore() throws Exception {
        OperatorSubtaskState state;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            harness.checkpoint();
            outside.reader.reads.close();
            harness.train(group("acticl", "a", 0).build());
            harness.command(ControlCommand.FLUSH, "acticl", null);
            state = harness.checkpoint();
        }
        outside.reader.reads.open();

        try (TrainHarness harness = TrainHarness.restore(outside, settings, state)) {
            assertThat(harness.receipts()).extracting(GroupReceipt::getGroupId).containsExactly("a");
        }
    }

    @Test
    void aRollbackWhoseWeightsWereBeingReadIsDoneAfterARestore() throws Exception {
        OperatorSubtaskState state;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            harness.checkpoint();
            trainBatch(harness, "a", "b", 0);
            harness.checkpoint();
            outside.store.reads.close();
            harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
            state = harness.checkpoint();
        }
        outside.store.reads.open();

        try (TrainHarness harness = TrainHarness.restore(outside, settings, state)) {
            harness.checkpoint();

            assertThat(harness.newest("acticl").getCause()).isEqualTo(UpdateCause.ROLLBACK);
            assertThat(harness.newest("acticl").getSha256()).isEqualTo(versionZeroHash());
        }
    }

    @Test
    void twoPoliciesMoveApartWhenTheJobIsRescaledAndLearnOnWhereTheyAre() throws Exception {
        settings = outside.settings("acticl", "svrl", "svrl.mmsearch_r1", "mcite");
        OperatorSubtaskState state;
        try (TrainHarness harness = TrainHarness.start(outside, settings)) {
            harness.checkpoint();
            for (String policy : settings.pupils().keySet()) {
                harness.train(group(policy, policy + "-a", 0).build());
            }
            state = harness.checkpoint();
            assertThat(harness.updates()).hasSize(4);
        }

        Set<String> trained = new HashSet<>();
        int busySubtasks = 0;
        for (int subtask = 0; subtask < 2; subtask++) {
            OperatorSubtaskState mine = AbstractStreamOperatorTestHarness.repartitionOperatorState(
                    state, TrainHarness.MAX_PARALLELISM, 1, 2, subtask);
            try (TrainHarness harness = TrainHarness.restore(outside, settings, mine, 2, subtask)) {
                for (String policy : settings.pupils().keySet()) {
                    if (harness.owns(policy)) {
                        harness.train(group(policy, policy + "-b", 0).build());
                        assertThat(trained.add(policy)).isTrue();
                    }
                }
                harness.checkpoint();
                busySubtasks += harness.updates().isEmpty() ? 0 : 1;
                assertThat(harness.updates()).allSatisfy(update -> {
                    assertThat(update.getVersion()).isEqualTo(1);
                    assertThat(update.getGroupsTrained()).isEqualTo(2);
                });
            }
        }
        assertThat(trained).isEqualTo(settings.pupils().keySet());
        assertThat(busySubtasks).isEqualTo(2);
    }

    private static void trainBatch(TrainHarness harness, String first, String second, long version) throws Exception {
        harness.train(group("acticl", first, version).build());
        harness.train(group("acticl", second, version).build());
    }
}
