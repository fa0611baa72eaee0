// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static dev.eddy.operator.train.Groups.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.UpdateCause;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RollbackTest {
    private Outside outside;
    private TrainHarness harness;

    @BeforeEach
    void trainTwoVersions() throws Exception {
        outside = new Outside();
        harness = TrainHarness.start(outside, outside.settings("acticl", "svrl"));
        harness.checkpoint();
        trainBatch("acticl", "a", "b", 0);
        harness.checkpoint();
        trainBatch("acticl", "c", "d", 1);
        harness.checkpoint();
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
        outside.close();
    }

    @Test
    void aRollbackIsANewVersionWithTheNamedWeightsForParent() throws Exception {
        harness.command(ControlCommand.ROLLBACK, "acticl", 1L);
        harness.checkpoint();

        PolicyUpdate rolledBack = harness.newest("acticl");
        assertThat(rolledBack.getVersion()).isEqualTo(3);
        assertThat(rolledBack.getParent()).isEqualTo(1);
        assertThat(rolledBack.getCause()).isEqualTo(UpdateCause.ROLLBACK);
        assertThat(rolledBack.getSha256()).isEqualTo(update(1).getSha256());
        assertThat(rolledBack.getStep()).as("steps are counted on").isEqualTo(2);
        assertThat(rolledBack.getMetrics()).isEmpty();
    }

    @Test
    void theOptimiserIsResetWithTheWeights() throws Exception {
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
        harness.checkpoint();
        trainBatch("acticl", "e", "f", 3);
        harness.checkpoint();

        MomentumTrainer fresh = new MomentumTrainer();
        fresh.step(List.of(sample("e", 0), sample("e", 1), sample("f", 0), sample("f", 1)), 0.2);
        assertThat(MomentumTrainer.weightIn(outside.store
                        .get(new PolicyVersion(
                                "acticl", 4, harness.newest("acticl").getSha256()))
                        .join()))
                .isEqualTo(MomentumTrainer.weightIn(fresh.weights()));
    }

    @Test
    void whatTheAbandonedLineSampledIsStale() throws Exception {
        harness.train(group("acticl", "waiting", 2).build());

        harness.command(ControlCommand.ROLLBACK, "acticl", 1L);
        harness.train(group("acticl", "late", 2).build());
        harness.train(group("acticl", "of-the-named", 1).build());

        List<GroupReceipt> receipts = harness.receipts().subList(4, 7);
        assertThat(receipts).extracting(GroupReceipt::getFate).containsOnly(GroupFate.STALE);
        assertThat(receipts.get(0).getReason()).contains("rolled back to version 1");
        assertThat(receipts.get(1).getReason()).contains("from version 3 on");
        harness.checkpoint();
        trainBatch("acticl", "new-a", "new-b", 3);
        assertThat(harness.receipts().get(7).getFate()).isEqualTo(GroupFate.TRAINED);
    }

    @Test
    void weightsThatWereTrainedButNotAnnouncedAreDropped() throws Exception {
        outside.store.writes.close();
        trainBatch("acticl", "e", "f", 2);
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
        outside.store.writes.letOneThrough();
        harness.deliverMail();
        harness.checkpoint();
        assertThat(harness.newest("acticl").getVersion())
                .as("only the dropped weights are stored")
                .isEqualTo(2);

        outside.store.writes.open();
        harness.deliverMail();
        harness.checkpoint();

        assertThat(harness.newest("acticl").getSha256()).isEqualTo(update(0).getSha256());
        harness.checkpoint();
        assertThat(harness.updates().stream().filter(each -> each.getPolicy().equals("acticl")))
                .hasSize(4);
    }

    @Test
    void trainingRestsWhileTheWeightsAreRead() throws Exception {
        outside.store.reads.close();
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
        trainBatch("acticl", "e", "f", 2);
        assertThat(harness.receipts()).hasSize(4);

        outside.store.reads.open();
        harness.deliverMail();

        assertThat(harness.receipts().subList(4, 6))
                .extracting(GroupReceipt::getFate)
                .containsOnly(GroupFate.STALE);
    }

    @Test
    void aReadThatFailsAfterItsGroupWasStaleGivesNoSecondReceipt() throws Exception {
        outside.reader.reads.close();
        harness.offer(group("acticl", "gone", 2).build());
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);

        outside.reader.reads.open();
        harness.deliverMail();

        assertThat(harness.receipts().stream()
                        .filter(receipt -> receipt.getGroupId().equals("gone")))
                .hasSize(1);
    }

    @Test
    void nothingIsAnnouncedWhileTheWeightsAreRead() throws Exception {
        trainBatch("acticl", "e", "f", 2);
        outside.store.reads.close();
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
        harness.checkpoint();
        assertThat(harness.newest("acticl").getVersion()).isEqualTo(2);

        outside.store.reads.open();
        harness.deliverMail();
        harness.checkpoint();

        assertThat(harness.newest("acticl").getVersion()).isEqualTo(3);
        assertThat(harness.newest("acticl").getCause()).isEqualTo(UpdateCause.ROLLBACK);
    }

    @Test
    void aLaterRollbackTakesThePlaceOfOneThatStillWaits() throws Exception {
        outside.store.reads.close();
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
        harness.command(ControlCommand.ROLLBACK, "acticl", 1L);
        outside.store.reads.open();
        harness.deliverMail();
        harness.checkpoint();

        assertThat(harness.newest("acticl").getParent()).isEqualTo(1);
        assertThat(harness.deadLetters()).hasSize(1);
        assertThat(harness.deadLetters().get(0).getReason()).isEqualTo("SUPERSEDED");
        assertThat(harness.deadLetters().get(0).getMessage()).contains("version 0");
    }

    @Test
    void theOtherPolicyGoesOnAsIfNothingHadHappened() throws Exception {
        harness.train(group("svrl", "x", 0).build());
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
        harness.train(group("svrl", "y", 0).build());
        harness.checkpoint();

        assertThat(harness.newest("svrl").getVersion()).isEqualTo(1);
        assertThat(harness.newest("svrl").getCause()).isEqualTo(UpdateCause.TRAINED);
    }

    @Test
    void aVersionThatThereIsNotBecomesADeadLetter() throws Exception {
        harness.command(ControlCommand.ROLLBACK, "acticl", 17L);
        harness.command(ControlCommand.ROLLBACK, "acticl", null);
        harness.command(ControlCommand.PIN, "acticl", 17L);
        harness.checkpoint();

        assertThat(harness.deadLetters())
                .hasSize(3)
                .allSatisfy(letter -> assertThat(letter.getReason()).isEqualTo("UNKNOWN_VERSION"));
        assertThat(harness.deadLetters().get(0).getMessage())
                .contains("ROLLBACK of policy acticl", "version 17", "the versions 0 to 2");
        assertThat(harness.deadLetters().get(1).getMessage()).contains("no version");
        assertThat(harness.newest("acticl").getVersion()).isEqualTo(2);
    }

    @Test
    void weightsThatAreLostBecomeADeadLetterAndTrainingGoesOn() throws Exception {
        outside.store.weights.clear();
        harness.command(ControlCommand.ROLLBACK, "acticl", 1L);

        assertThat(harness.deadLetters().get(0).getReason()).isEqualTo("WEIGHTS_LOST");
        trainBatch("acticl", "e", "f", 2);
        assertThat(harness.receipts().get(5).getFate()).isEqualTo(GroupFate.TRAINED);
    }

    private PolicyUpdate update(long version) {
        return harness.updates().stream()
                .filter(each -> each.getPolicy().equals("acticl") && each.getVersion() == version)
                .findFirst()
                .orElseThrow();
    }

    private static Sample sample(String groupId, int rollout) {
        return new Sample(
                Groups.trajectory("acticl", groupId, rollout).build(),
                group("acticl", groupId, 0).build().getMembers().get(rollout));
    }

    private void trainBatch(String policy, String first, String second, long version) throws Exception {
        harness.train(group(policy, first, version).build());
        harness.train(group(policy, second, version).build());
    }
}
