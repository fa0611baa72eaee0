// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.rollout.Requests;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.RolloutRequest;
import dev.eddy.schemas.Trajectory;
import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

/** Loops end while the blob store takes nothing. */
class FullBlobStoreTest {
    private static final LoopLimits LIMITS =
            new LoopLimits(2, 2, Duration.ofSeconds(10), Duration.ofSeconds(60), 500, false);
    private static final int MANY = 1_000_000;

    @Test
    void aRefusedTrajectoryIsOfferedAgainMoreAndMoreSeldomAndLeavesOnce() throws Exception {
        MemoryBlobs blobs = new MemoryBlobs().fullFor(8);
        try (LoopHarness harness = new LoopHarness.Start(LIMITS).with(blobs).open()) {
            harness.announce(0);
            harness.ask(request(0));
            harness.answerAll();
            assertThat(harness.answers()).as("answers don't wait").hasSize(2);

            // each offer is of two blobs, of which the store refuses both
            for (int pause : List.of(1_000, 2_000, 4_000)) {
                int before = blobs.offered();
                harness.advanceTime(pause - 1);
                assertThat(blobs.offered()).isEqualTo(before);
                assertThat(harness.gauge("trajectories_awaiting_blob_store")).isEqualTo(1);
                harness.advanceTime(1);
                assertThat(blobs.offered()).isEqualTo(before + 2);
            }
            assertThat(harness.trajectories()).isEmpty();
            assertThat(harness.counter("blob_store_refusals_total")).isEqualTo(4);
            harness.advanceTime(8_000);

            assertThat(whole(blobs, harness.trajectories().get(0))).isEqualTo(undisturbed(0));
            assertThat(harness.trajectories()).hasSize(1);
            assertThat(harness.gauge("trajectories_awaiting_blob_store")).isZero();
            assertThat(harness.leftInState()).isZero();
        }
    }

    @Test
    void aStoreThatStaysFullForADayIsOfferedEachTrajectoryTwiceAMinute() throws Exception {
        MemoryBlobs blobs = new MemoryBlobs().fullFor(MANY);
        try (LoopHarness harness = new LoopHarness.Start(LIMITS).with(blobs).open()) {
            harness.announce(0);
            harness.ask(request(0));
            harness.answerAll();
            for (int second = 0; second < 24 * 60 * 60; second++) {
                harness.advanceTime(1_000);
            }

            assertThat(harness.counter("blob_store_refusals_total")).isBetween(2_870L, 2_890L);
        }
    }

    @Test
    void whatWaitsForAFullStoreWaitsOnAfterARestore() throws Exception {
        OperatorSubtaskState state;
        MemoryBlobs full = new MemoryBlobs().fullFor(MANY);
        try (LoopHarness before = new LoopHarness.Start(LIMITS).with(full).open()) {
            before.announce(0);
            before.ask(request(0));
            before.ask(request(1));
            before.ask(request(2));
            before.answerAll();
            before.advanceTime(5_000);
            assertThat(before.effects().issued())
                    .as("the slots stay taken")
                    .extracting(call -> call.rolloutId())
                    .containsOnly("q/0", "q/1");
            state = before.snapshot();
        }
        MemoryBlobs blobs = new MemoryBlobs().fullFor(4);
        try (LoopHarness after =
                new LoopHarness.Start(LIMITS).with(blobs).from(state).at(9_000).open()) {
            assertThat(after.gauge("trajectories_awaiting_blob_store")).isEqualTo(2);
            assertThat(after.trajectories()).isEmpty();
            after.advanceTime(1_000);
            assertThat(after.trajectories()).hasSize(2);
            after.answerAll();

            assertThat(after.trajectories())
                    .extracting(Trajectory::getTrajectoryId)
                    .containsExactlyInAnyOrder("q/0", "q/1", "q/2");
            for (Trajectory reference : after.trajectories()) {
                assertThat(whole(blobs, reference)).isEqualTo(undisturbed(reference.getRolloutIndex()));
            }
            assertThat(after.answers()).as("of the first two they left before").hasSize(2);
            assertThat(after.leftInState()).isZero();
        }
    }

    @Test
    void aFullStoreHoldsABarrierNoLongerThanALoopMayTake() throws Exception {
        MemoryBlobs blobs = new MemoryBlobs().fullFor(MANY);
        try (LoopHarness harness = new LoopHarness.Start(LIMITS).with(blobs).open()) {
            harness.announce(0);
            for (int rollout = 0; rollout < 4; rollout++) {
                harness.ask(request(rollout));
            }
            harness.answerAll();
            assertThat(harness.gauge("loops_parked")).isEqualTo(2);

            long held = harness.timeUntilRead(request(4));
            assertThat(held).isEqualTo(11_000);
            assertThat(harness.timeUntilRead(request(5)))
                    .as("the barrier may be behind it")
                    .isZero();
            assertThat(harness.gauge("loops_parked")).isEqualTo(4);
            harness.barrier();
            assertThat(harness.timeUntilRead(request(6))).isEqualTo(11_000);

            blobs.fullFor(0);
            harness.advanceTime(30_000);
            harness.answerAll();
            assertThat(harness.trajectories())
                    .extracting(Trajectory::getRolloutIndex)
                    .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
            assertThat(harness.leftInState()).isZero();
        }
    }

    private static RolloutRequest request(int rollout) {
        return Requests.request(Requests.query("q"), rollout);
    }

    private static Trajectory whole(MemoryBlobs blobs, Trajectory reference) {
        byte[] stored = blobs.get(reference.getBlob()).join();
        return LoopHarness.timeless(Codec.of(Trajectory.class).decode(stored));
    }

    private static Trajectory undisturbed(int rollout) throws Exception {
        MemoryBlobs blobs = new MemoryBlobs();
        try (LoopHarness harness = new LoopHarness.Start(LIMITS).with(blobs).open()) {
            harness.announce(0);
            harness.ask(request(rollout));
            harness.answerAll();
            return whole(blobs, harness.trajectories().get(0));
        }
    }
}
