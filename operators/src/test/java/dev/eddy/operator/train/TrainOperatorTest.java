// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static dev.eddy.operator.train.Groups.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.operator.Outgoing;
import dev.eddy.port.PortException;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.UpdateCause;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What comes in and what goes out: fates of groups, announcements, bad input. */
class TrainOperatorTest {
    private Outside outside;
    private TrainHarness harness;

    @BeforeEach
    void start() throws Exception {
        outside = new Outside();
        harness = TrainHarness.start(outside, outside.settings("acticl"));
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
        outside.close();
    }

    @Test
    void versionZeroIsAnnouncedBeforeAnyGroupArrives() throws Exception {
        assertThat(harness.updates()).isEmpty();

        harness.checkpoint();

        PolicyUpdate update = harness.newest("acticl");
        assertThat(update.getVersion()).isZero();
        assertThat(update.getCause()).isEqualTo(UpdateCause.INITIAL);
        assertThat(update.getParent()).isNull();
        assertThat(outside.store.weights).containsOnlyKeys(new PolicyVersion("acticl", 0, update.getSha256()));
    }

    @Test
    void aFullBatchIsTrainedAndAnnouncedWithTheNextCheckpoint() throws Exception {
        harness.checkpoint();
        harness.train(group("acticl", "a", 0).build());
        assertThat(harness.receipts()).isEmpty();

        harness.train(group("acticl", "b", 0).build());

        assertThat(harness.receipts()).extracting(GroupReceipt::getGroupId).containsExactly("a", "b");
        assertThat(harness.receipts()).allSatisfy(receipt -> {
            assertThat(receipt.getFate()).isEqualTo(GroupFate.TRAINED);
            assertThat(receipt.getStep()).isEqualTo(1);
            assertThat(receipt.getLag()).isZero();
        });
        assertThat(harness.updates()).hasSize(1);
        harness.checkpoint();
        PolicyUpdate update = harness.newest("acticl");
        assertThat(update.getVersion()).isEqualTo(1);
        assertThat(update.getParent()).isZero();
        assertThat(update.getCause()).isEqualTo(UpdateCause.TRAINED);
        assertThat(update.getStep()).isEqualTo(1);
        assertThat(update.getGroupsConsumed()).isEqualTo(2);
        assertThat(update.getGroupsTrained()).isEqualTo(2);
        assertThat(update.getMetrics()).containsKey("loss").containsEntry("meanReward", 0.5);
    }

    @Test
    void everythingLeavesAheadOfTheBarrier() throws Exception {
        harness.checkpoint();
        trainBatch("a", "b", 0);
        harness.prepareSnapshotPreBarrier(7);
        List<Outgoing> ahead = harness.extractOutputValues();

        harness.snapshot(7, 7);

        assertThat(harness.extractOutputValues()).hasSameSizeAs(ahead);
        assertThat(ahead.get(ahead.size() - 1).topic()).isEqualTo(Topic.POLICY_UPDATES);
    }

    @Test
    void aCheckpointWithoutANewStepAnnouncesNothing() throws Exception {
        harness.checkpoint();
        harness.checkpoint();

        assertThat(harness.updates()).hasSize(1);
    }

    @Test
    void stepsBetweenTwoCheckpointsBecomeOneVersion() throws Exception {
        harness.checkpoint();
        trainBatch("a", "b", 0);
        trainBatch("c", "d", 0);

        harness.checkpoint();

        assertThat(harness.updates()).extracting(PolicyUpdate::getVersion).containsExactly(0L, 1L);
        assertThat(harness.newest("acticl").getStep()).isEqualTo(2);
        assertThat(harness.newest("acticl").getMetrics()).containsEntry("progress", 0.05);
    }

    @Test
    void weightsAreAnnouncedOnlyOnceTheyAreStored() throws Exception {
        harness.checkpoint();
        outside.store.writes.close();
        trainBatch("a", "b", 0);
        harness.checkpoint();
        assertThat(harness.updates()).hasSize(1);

        outside.store.writes.open();
        harness.deliverMail();
        harness.checkpoint();

        PolicyUpdate update = harness.newest("acticl");
        assertThat(update.getVersion()).isEqualTo(1);
        assertThat(outside.store.weights).containsKey(new PolicyVersion("acticl", 1, update.getSha256()));
    }

    @Test
    void weightsWhoseNumberWasTakenMeanwhileAreStoredUnderTheNext() throws Exception {
        harness.checkpoint();
        trainBatch("a", "b", 0);
        outside.store.writes.close();
        trainBatch("c", "d", 0);
        harness.checkpoint();
        assertThat(harness.newest("acticl").getStep()).isEqualTo(1);
        assertThat(harness.newest("acticl").getGroupsTrained())
                .isEqualTo(2); // what these weights have learnt from, not "c" and "d"

        outside.store.writes.open();
        harness.deliverMail();
        harness.checkpoint();

        PolicyUpdate update = harness.newest("acticl");
        assertThat(update.getVersion()).isEqualTo(2);
        assertThat(update.getStep()).isEqualTo(2);
        assertThat(update.getGroupsTrained()).isEqualTo(4);
        assertThat(outside.store.weights).containsKey(new PolicyVersion("acticl", 2, update.getSha256()));
    }

    @Test
    void groupsThatTeachNothingAreCountedAndNotTrained() throws Exception {
        harness.checkpoint();
        harness.train(group("acticl", "flat", 0).setZeroVariance(true).build());
        harness.train(group("acticl", "lonely", 0).setTooFew(true).build());
        harness.train(group("acticl", "mute", 0).setMembers(List.of()).build());
        harness.train(group("acticl", "infinite", 0)
                .setMembers(List.of(GroupMember.newBuilder(group("acticl", "infinite", 0)
                                .build()
                                .getMembers()
                                .get(0))
                        .setAdvantage(Double.NaN)
                        .build()))
                .build());
        TrainingGroup twins = group("acticl", "twins", 0).build();
        harness.train(group("acticl", "twins", 0)
                .setMembers(
                        List.of(twins.getMembers().get(0), twins.getMembers().get(0)))
                .build());
        harness.train(group("acticl", "tomorrow", 5).build());

        assertThat(harness.receipts())
                .extracting(GroupReceipt::getGroupId, GroupReceipt::getFate)
                .containsExactly(
                        tuple("flat", GroupFate.ZERO_VARIANCE),
                        tuple("lonely", GroupFate.REFUSED),
                        tuple("mute", GroupFate.REFUSED),
                        tuple("infinite", GroupFate.REFUSED),
                        tuple("twins", GroupFate.REFUSED),
                        tuple("tomorrow", GroupFate.REFUSED));
        assertThat(harness.receipts().get(5).getReason()).contains("version 5", "never announced", "0 to 0");
        harness.checkpoint();
        assertThat(harness.updates()).hasSize(1);
    }

    @Test
    void groupsThatAreTooOldAreStaleAndYoungerOnesCarryTheirLag() throws Exception {
        harness.checkpoint();
        trainBatch("a", "b", 0);
        trainBatch("c", "d", 0);
        trainBatch("e", "f", 0);

        harness.train(group("acticl", "late", 0).build());

        List<GroupReceipt> receipts = harness.receipts();
        assertThat(receipts).extracting(GroupReceipt::getLag).containsExactly(0L, 0L, 1L, 1L, 2L, 2L, 3L);
        assertThat(receipts.get(6).getFate()).isEqualTo(GroupFate.STALE);
        assertThat(receipts.get(6).getReason()).contains("3 optimiser steps", "train.max-policy-lag is 2");
    }

    @Test
    void whatWouldBeTooOldAtItsTurnIsRefusedAtOnceSoTheQueueIsBounded() throws Exception {
        harness.checkpoint();
        outside.reader.reads.close();
        for (int i = 0; i < 20; i++) {
            harness.train(group("acticl", "g" + i, 0).build());
        }

        assertThat(harness.receipts())
                .hasSize(14)
                .allSatisfy(receipt -> assertThat(receipt.getFate()).isEqualTo(GroupFate.STALE));
        outside.reader.reads.open();
        harness.deliverMail();
        assertThat(harness.receipts().subList(14, 20))
                .allSatisfy(receipt -> assertThat(receipt.getFate()).isEqualTo(GroupFate.TRAINED));
    }

    @Test
    void onlyTheBatchUnderWayIsRead() throws Exception {
        harness.checkpoint();
        outside.reader.reads.close();

        for (int i = 0; i < 5; i++) {
            harness.train(group("acticl", "g" + i, 0).build());
        }

        assertThat(outside.reader.reads.held()).isEqualTo(2);
    }

    @Test
    void aGroupWhoseTrajectoryIsGoneIsRefusedAndTheNextTakesItsPlace() throws Exception {
        harness.checkpoint();
        harness.offer(group("acticl", "gone", 0).build());
        harness.train(group("acticl", "a", 0).build());
        harness.train(group("acticl", "b", 0).build());

        assertThat(harness.receipts()).extracting(GroupReceipt::getGroupId).containsExactly("gone", "a", "b");
        assertThat(harness.receipts().get(0).getFate()).isEqualTo(GroupFate.REFUSED);
        assertThat(harness.receipts().get(0).getReason()).contains("is gone");
        assertThat(harness.receipts().get(2).getFate()).isEqualTo(GroupFate.TRAINED);
    }

    @Test
    void aReferenceThatLeadsElsewhereIsRefused() throws Exception {
        harness.checkpoint();
        TrainingGroup group = group("acticl", "a", 0).build();
        outside.reader.trajectories.put(
                group.getMembers().get(0).getRef(),
                Groups.trajectory("acticl", "other", 0).build());
        outside.reader.trajectories.put(
                group.getMembers().get(1).getRef(),
                Groups.trajectory("acticl", "a", 1).build());

        harness.offer(group);

        assertThat(harness.receipts().get(0).getReason()).contains("a/0", "leads to other/0");
    }

    @Test
    void aTrajectoryThatTheTrainerObjectsToIsRefused() throws Exception {
        harness.checkpoint();
        TrainingGroup group = group("acticl", "a", 0).build();
        for (int i = 0; i < 2; i++) {
            outside.reader.trajectories.put(
                    group.getMembers().get(i).getRef(),
                    Groups.trajectory("acticl", "a", i).setError("nonsense").build());
        }

        harness.offer(group);

        assertThat(harness.receipts().get(0).getFate()).isEqualTo(GroupFate.REFUSED);
        assertThat(harness.receipts().get(0).getReason()).contains("it says nonsense");
    }

    @Test
    void aTrajectoryThatCannotBeMadeReadyIsRefused() throws Exception {
        harness.checkpoint();
        TrainingGroup group = group("acticl", "a", 0).build();
        for (int i = 0; i < 2; i++) {
            outside.reader.trajectories.put(
                    group.getMembers().get(i).getRef(),
                    Groups.trajectory("acticl", "a", i).setModelName("cut off").build());
        }

        harness.offer(group);

        assertThat(harness.receipts().get(0).getFate()).isEqualTo(GroupFate.REFUSED);
        assertThat(harness.receipts().get(0).getReason()).contains("the last varint is cut off");
    }

    @Test
    void aBrokerThatIsDownFailsTheTask() throws Exception {
        harness.checkpoint();
        TrainingGroup group = group("acticl", "a", 0).build();
        outside.reader.unavailable.add(group.getMembers().get(0).getRef());

        assertThatThrownBy(() -> harness.train(group))
                .isInstanceOf(PortException.class)
                .hasMessageContaining("broker is down");
    }

    @Test
    void aGroupThatComesTwiceIsTrainedOnce() throws Exception {
        harness.checkpoint();
        harness.train(group("acticl", "a", 0).build());

        harness.train(group("acticl", "a", 0).build());

        assertThat(harness.receipts()).isEmpty();
        assertThat(harness.deadLetters()).hasSize(1);
        assertThat(harness.deadLetters().get(0).getReason()).isEqualTo("DUPLICATE_GROUP");
        assertThat(harness.deadLetters().get(0).getId()).isEqualTo("a");
    }

    @Test
    void inputThatCannotBeUsedBecomesADeadLetter() throws Exception {
        harness.offer("acticl", new byte[] {1, 2, 3});
        harness.offer("acticl", null);
        harness.offer(group("svrl", "a", 0).build());
        harness.offer("svrl", encoded(group("acticl", "b", 0).build()));
        harness.command(ControlCommand.FLUSH, "svrl", null);

        assertThat(harness.deadLetters())
                .extracting(letter ->
                        letter.getReason() + " at " + letter.getSource().getOffset())
                .containsExactly(
                        "MALFORMED at 0",
                        "MALFORMED at 1",
                        "UNKNOWN_POLICY at 2",
                        "WRONG_KEY at 3",
                        "UNKNOWN_POLICY at 4");
        assertThat(harness.deadLetters().get(2).getMessage()).contains("'svrl'", "[acticl]");
    }

    @Test
    void aFlushTrainsTheShortBatchOnceItIsRead() throws Exception {
        harness.checkpoint();
        outside.reader.reads.close();
        harness.train(group("acticl", "a", 0).build());
        harness.train(group("acticl", "b", 0).build());
        harness.train(group("acticl", "c", 0).build());
        harness.command(ControlCommand.FLUSH, "acticl", null);
        assertThat(harness.receipts()).isEmpty();

        outside.reader.reads.open();
        harness.deliverMail();

        assertThat(harness.receipts()).extracting(GroupReceipt::getStep).containsExactly(1L, 1L, 2L);
        harness.train(group("acticl", "d", 0).build());
        assertThat(harness.receipts())
                .as("a flush is over when the queue is empty")
                .hasSize(3);
    }

    @Test
    void aFlushWithNothingHereIsOverAtOnce() throws Exception {
        harness.checkpoint();
        harness.command(ControlCommand.FLUSH, "acticl", null);

        harness.train(group("acticl", "a", 0).build());

        assertThat(harness.receipts()).isEmpty();
    }

    @Test
    void orphansAndOldVersionsAreSweptButNotZeroNorThePinned() throws Exception {
        byte[] orphan = {1};
        outside.store.weights.put(new PolicyVersion("acticl", 1, Sha256.hex(orphan)), orphan);
        harness.checkpoint();
        trainBatch("a", "b", 0);
        harness.checkpoint();
        harness.command(ControlCommand.PIN, "acticl", 1L);
        OperatorSubtaskState state = null;
        for (int version = 1; version < 9; version++) {
            trainBatch("a" + version, "b" + version, version);
            state = harness.checkpoint();
        }
        harness.close();

        harness = TrainHarness.restore(outside, outside.settings("acticl"), state);
        harness.checkpoint();

        assertThat(outside.store.list("acticl").join())
                .extracting(PolicyVersion::version)
                .containsExactly(0L, 1L, 6L, 7L, 8L, 9L);
    }

    private void trainBatch(String first, String second, long version) throws Exception {
        harness.train(group("acticl", first, version).build());
        harness.train(group("acticl", second, version).build());
    }

    private static byte[] encoded(TrainingGroup group) {
        return Codec.of(TrainingGroup.class).encode(group);
    }
}
