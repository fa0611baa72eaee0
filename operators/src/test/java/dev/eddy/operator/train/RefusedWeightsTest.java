// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import static dev.eddy.operator.train.Groups.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.UpdateCause;
import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The policy store is full, or not there. */
class RefusedWeightsTest {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private Outside outside;
    private TrainHarness harness;

    @BeforeEach
    void announceVersionZero() throws Exception {
        outside = new Outside();
        harness = TrainHarness.start(outside, outside.settings("acticl"));
        harness.checkpoint();
        outside.store.down = true;
        outside.store.offered = 0;
    }

    @AfterEach
    void stop() throws Exception {
        harness.close();
        outside.close();
    }

    @Test
    void refusedWeightsAreOfferedMoreAndMoreSeldomAndAnnouncedOnceTheyAreStored() throws Exception {
        train("a", "b", 0);
        for (int seconds : List.of(1, 2, 4)) {
            int before = outside.store.offered;
            harness.pass(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(outside.store.offered).isEqualTo(before);
            harness.pass(Duration.ofMillis(1));
            assertThat(outside.store.offered).isEqualTo(before + 1);
        }
        harness.checkpoint();
        assertThat(harness.updates()).hasSize(1);
        assertThat(harness.counter("policy_store_refusals_total")).isEqualTo(4);

        outside.store.down = false;
        harness.pass(Duration.ofSeconds(8));
        assertThat(harness.updates()).as("without a checkpoint").hasSize(1);
        harness.checkpoint();

        PolicyUpdate update = harness.newest("acticl");
        assertThat(update.getVersion()).isEqualTo(1);
        assertThat(outside.store.weights).containsKey(new PolicyVersion("acticl", 1, update.getSha256()));
    }

    @Test
    void trainingGoesOnAsFarAsTheLagAllowsAndTheNewestWeightsAreTheNextVersion() throws Exception {
        train("a", "b", 0);
        train("c", "d", 0);
        train("e", "f", 0);
        harness.train(group("acticl", "late", 0).build());
        harness.pass(LONGEST_PAUSE);
        harness.checkpoint();
        assertThat(harness.receipts())
                .extracting(GroupReceipt::getFate)
                .startsWith(GroupFate.TRAINED)
                .endsWith(GroupFate.STALE);

        outside.store.down = false;
        harness.pass(LONGEST_PAUSE);
        harness.checkpoint();

        PolicyUpdate update = harness.newest("acticl");
        assertThat(update.getVersion()).isEqualTo(1);
        assertThat(update.getStep()).isEqualTo(3);
        assertThat(update.getGroupsTrained()).isEqualTo(6);
        assertThat(outside.store.weights)
                .as("of the steps between nothing is kept")
                .hasSize(2);
        harness.train(group("acticl", "after", 1).build());
        harness.train(group("acticl", "that", 1).build());
        assertThat(harness.receipts().get(8).getFate()).isEqualTo(GroupFate.TRAINED);
    }

    @Test
    void aStoreThatStaysFullForADayIsOfferedWeightsTwiceAMinute() throws Exception {
        train("a", "b", 0);
        for (int seconds : List.of(1, 2, 4, 8, 16)) {
            harness.pass(Duration.ofSeconds(seconds));
        }
        for (int offer = outside.store.offered; offer < 24 * 60 * 2; offer++) {
            harness.pass(LONGEST_PAUSE.minusMillis(1));
            assertThat(outside.store.offered).isEqualTo(offer);
            harness.pass(Duration.ofMillis(1));
        }

        assertThat(outside.store.offered).isEqualTo(24 * 60 * 2);
        assertThat(harness.counter("policy_store_refusals_total")).isEqualTo(24 * 60 * 2);
    }

    @Test
    void whatWaitedForTheStoreWaitsOnAfterARestore() throws Exception {
        train("a", "b", 0);
        restore(harness.checkpoint());
        harness.checkpoint();
        assertThat(harness.updates()).isEmpty();

        outside.store.down = false;
        harness.pass(LONGEST_PAUSE);
        harness.checkpoint();

        assertThat(harness.updates()).extracting(PolicyUpdate::getVersion).containsExactly(1L);
        assertThat(harness.newest("acticl").getGroupsTrained()).isEqualTo(2);
    }

    @Test
    void announcedWeightsThatAreToBeStoredAgainWaitForTheStore() throws Exception {
        OperatorSubtaskState state = harness.checkpoint();
        outside.store.weights.clear();
        restore(state);
        harness.pass(LONGEST_PAUSE);

        outside.store.down = false;
        harness.pass(LONGEST_PAUSE);

        assertThat(outside.store.weights).hasSize(1);
        assertThat(harness.counter("policy_store_refusals_total")).isEqualTo(2);
    }

    @Test
    void aRollbackWaitsForTheStore() throws Exception {
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
        harness.pass(Duration.ofSeconds(1));
        harness.command(ControlCommand.ROLLBACK, "acticl", 0L);
        harness.checkpoint();
        assertThat(harness.updates()).hasSize(1);

        outside.store.down = false;
        harness.pass(LONGEST_PAUSE);
        harness.checkpoint();

        assertThat(harness.updates()).hasSize(2);
        assertThat(harness.newest("acticl").getCause()).isEqualTo(UpdateCause.ROLLBACK);
        assertThat(harness.deadLetters()).as("the first was superseded").hasSize(1);
    }

    private void restore(OperatorSubtaskState state) throws Exception {
        harness.close();
        harness = TrainHarness.restore(outside, outside.settings("acticl"), state);
    }

    private void train(String first, String second, long version) throws Exception {
        harness.train(group("acticl", first, version).build());
        harness.train(group("acticl", second, version).build());
    }
}
