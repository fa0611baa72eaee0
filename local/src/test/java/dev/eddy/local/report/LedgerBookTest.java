// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.eddy.operator.Incoming;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Trajectory;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerBookTest {
    private final LedgerBook book = new LedgerBook();

    @Test
    void aRunInWhichEverythingArrivedBalances() {
        aTrainedGroupOfTwo("q1");
        book.query(at(1), Wire.query("q2", Purpose.EVAL, 1));
        aRolloutWithItsReward("q2", 0, RewardStatus.TIMEOUT);
        book.update(Wire.update("acticl", 0));
        book.update(Wire.update("acticl", 1));
        book.label(Wire.label("q1"));

        Ledger ledger = book.close();

        assertThat(ledger.violations()).isEmpty();
        assertThat(ledger.queries()).isEqualTo(2);
        assertThat(ledger.rolloutsByPurpose())
                .containsEntry("train", 2L)
                .containsEntry("eval", 1L)
                .containsEntry("serve", 0L);
        assertThat(ledger.rewarded()).isEqualTo(2);
        assertThat(ledger.rewardTimeout()).isEqualTo(1);
        assertThat(ledger.groups()).isEqualTo(new Ledger.Groups(1, 1, 0));
        assertThat(ledger.groupsConsumed()).isEqualTo(new Ledger.GroupsConsumed(1, 0, 0, 0));
        assertThat(ledger.policyVersions()).isEqualTo(2);
        assertThat(ledger.labels()).isEqualTo(1);
    }

    @Test
    void aRolloutThatNeverEndedIsNamed() {
        aTrainedGroupOfTwo("q1");
        book.query(at(1), Wire.query("q2", Purpose.EVAL, 2));
        aRolloutWithItsReward("q2", 1, RewardStatus.OK);

        Ledger ledger = book.close();

        assertThat(ledger.lost().rollouts()).isEqualTo(1);
        assertThat(ledger.lost().queries()).isZero();
        assertThat(ledger.violations())
                .contains("rollouts = 4, but trajectories = 3", "lost.rollouts = 1, not 0")
                .noneMatch(line -> line.startsWith("lost.queries"));
    }

    @Test
    void aRunThatWaitsForALabelIsPendingAndOneThatHasItIsLost() {
        book.query(at(0), Wire.query("asked", Purpose.SERVE, 1));
        book.trajectory(Wire.trajectory("asked", 0));
        book.answer(Wire.answer("asked", 0, "dax"));
        book.query(at(1), Wire.query("train", Purpose.TRAIN, 1));
        book.trajectory(Wire.trajectory("train", 0));
        book.answer(Wire.answer("train", 0, "dax"));

        assertThat(book.close().rewardPending()).isEqualTo(2);
        assertThat(book.close().violations()).isEmpty();

        book.label(Wire.label("asked"));
        book.label(Wire.label("train"));

        assertThat(book.close().rewardPending()).isZero();
        assertThat(book.close().violations()).contains("lost.trajectories = 2, not 0", "lost.groups = 1, not 0");
    }

    @Test
    void aQueryWithoutAnyTrajectoryIsLost() {
        book.query(at(0), Wire.query("q1", Purpose.SERVE, 2));

        assertThat(book.close().lost()).isEqualTo(new Ledger.Lost(1, 2, 0, 0, 0));
    }

    @Test
    void aQueryWithADeadLetterIsRejectedAndItsRepeatUnderTheSameIdCountsOnce() {
        book.deadLetter(deadQuery(1, "DUPLICATE_QUERY"));
        book.deadLetter(deadQuery(2, "MALFORMED"));
        book.query(at(0), Wire.query("q1", Purpose.SERVE, 1));
        book.query(at(1), Wire.query("q1", Purpose.SERVE, 1));
        book.malformedQuery(at(2));
        aRolloutWithItsReward("q1", 0, RewardStatus.OK);

        Ledger ledger = book.close();

        assertThat(ledger.violations()).isEmpty();
        assertThat(ledger.queries()).isEqualTo(1);
        assertThat(ledger.rejected()).isEqualTo(2);
        assertThat(ledger.deadLetters().byReason())
                .containsEntry("DUPLICATE_QUERY", 1L)
                .containsEntry("MALFORMED", 1L);
    }

    @Test
    void anUnreadableQueryWithoutADeadLetterIsLost() {
        book.malformedQuery(at(0));

        assertThat(book.close().violations()).containsExactly("lost.queries = 1, not 0");
    }

    @Test
    void aTrajectoryThatStandsTwiceIsADuplicate() {
        aTrainedGroupOfTwo("q1");
        book.trajectory(Wire.trajectory("q1", 0));

        assertThat(book.close().violations()).containsExactly("duplicates.trajectories = 1, not 0");
    }

    @Test
    void effectsAreCountedByAttemptsFailuresAndWhereTheirCompletionsCameFrom() {
        book.trajectory(Wire.trajectory("q1", 0, List.of(Wire.effect(EffectStatus.OK, 1, false))));
        book.trajectory(Wire.trajectory(
                "q1",
                1,
                List.of(
                        Wire.effect(EffectStatus.OK, 2, true),
                        Wire.effect(EffectStatus.TIMEOUT, 3, false),
                        Wire.effect(EffectStatus.REJECTED, 1, false))));
        book.trajectory(Wire.trajectory("q1", 0, List.of(Wire.effect(EffectStatus.OK, 1, false))));

        Ledger.Effects effects = book.close().effects();

        assertThat(effects.issued()).as("a duplicate counts once").isEqualTo(7);
        assertThat(effects.fromJournal()).isEqualTo(1);
        assertThat(effects.paidAgain()).isEqualTo(2);
        assertThat(effects.failed())
                .containsOnly(
                        entry("timeout", 1L), entry("rejected", 1L), entry("unavailable", 0L), entry("invalid", 0L));
    }

    @Test
    void effectsOfATrajectoryThatLiesInTheBlobStoreAreNotGuessed() {
        Trajectory reference = Trajectory.newBuilder(Wire.trajectory("q1", 0))
                .setBlob("0".repeat(64))
                .build();
        book.trajectory(reference);

        assertThat(book.close().effects()).isNull();
    }

    @Test
    void anAnswerMayComeTwiceButNotChange() {
        aTrainedGroupOfTwo("q1");
        book.answer(Wire.answer("q1", 0, "dax"));
        assertThat(book.close().duplicates().answers()).isZero();

        book.answer(Wire.answer("q1", 0, "wug"));
        assertThat(book.close().duplicates().answers()).isEqualTo(1);
        assertThat(book.close().violations()).containsExactly("duplicates.answers = 1, not 0");
    }

    @Test
    void aGroupWithTwoReceiptsIsADuplicateAndOneWithoutIsLost() {
        aTrainedGroupOfTwo("q1");
        aTrainedGroupOfTwo("q2");
        book.receipt(Wire.receipt("q1", GroupFate.STALE));
        assertThat(book.close().violations()).containsExactly("duplicates.trainedGroups = 1, not 0");

        book.query(at(9), Wire.query("q3", Purpose.TRAIN, 1));
        aRolloutWithItsReward("q3", 0, RewardStatus.OK);
        assertThat(book.close().lost().groups()).isEqualTo(1);

        book.group(Wire.group("q3", GroupStatus.PARTIAL));
        Ledger ledger = book.close();
        assertThat(ledger.groups()).isEqualTo(new Ledger.Groups(3, 2, 1));
        assertThat(ledger.violations())
                .contains("groups.formed = 3, but trained + zeroVariance + stale + refused = 2")
                .contains("lost.groups = 1, not 0");
    }

    @Test
    void policyVersionsHaveNoGapAndNoTwin() {
        book.update(Wire.update("acticl", 0));
        book.update(Wire.update("acticl", 2));
        book.update(Wire.update("acticl", 2));

        assertThat(book.close().violations())
                .containsExactly("duplicates.policyVersions = 1, not 0", "lost.policyVersions = 1, not 0");
    }

    private void aTrainedGroupOfTwo(String query) {
        book.query(at(query.hashCode()), Wire.query(query, Purpose.TRAIN, 2));
        aRolloutWithItsReward(query, 0, RewardStatus.OK);
        aRolloutWithItsReward(query, 1, RewardStatus.OK);
        book.group(Wire.group(query, GroupStatus.COMPLETE));
        book.receipt(Wire.receipt(query, GroupFate.TRAINED));
    }

    private void aRolloutWithItsReward(String query, int rollout, RewardStatus status) {
        book.trajectory(Wire.trajectory(query, rollout));
        book.answer(Wire.answer(query, rollout, "dax"));
        book.rewarded(Wire.rewarded(query, rollout, status));
    }

    private static DeadLetter deadQuery(long offset, String reason) {
        return DeadLetter.newBuilder()
                .setReason(reason)
                .setMessage("as a test wants it")
                .setJob("serve")
                .setSource(new SourcePosition("queries", 0, offset))
                .build();
    }

    private static Incoming at(long offset) {
        return new Incoming("queries", 0, offset, 0, null, null);
    }
}
