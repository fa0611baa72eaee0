// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.operator.DeadLetters;
import dev.eddy.operator.Incoming;
import dev.eddy.operator.Outgoing;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Encodes what the trainer says. All of it goes one way, so that all of it lies in the transaction of one checkpoint. */
final class TrainOutput {
    private final Consumer<Outgoing> out;
    private final LongSupplier clock;
    private final DeadLetters deadLetters = new DeadLetters("train");
    private final Codec<GroupReceipt> receipts = Codec.of(GroupReceipt.class);
    private final Codec<PolicyUpdate> updates = Codec.of(PolicyUpdate.class);

    /** @param clock epoch milliseconds */
    TrainOutput(Consumer<Outgoing> out, LongSupplier clock) {
        this.out = out;
        this.clock = clock;
    }

    void receipt(TrainingGroup group, GroupFate fate, long step, long lag, String reason) {
        GroupReceipt receipt = GroupReceipt.newBuilder()
                .setGroupId(group.getGroupId())
                .setPolicy(group.getPolicy())
                .setFate(fate)
                .setStep(step)
                .setLag(lag)
                .setReason(reason)
                .setConsumedAt(clock.getAsLong())
                .build();
        out.accept(new Outgoing(Topic.GROUP_RECEIPTS, group.getPolicy(), receipts.encode(receipt)));
    }

    void update(PolicyUpdate.Builder update) {
        PolicyUpdate announced = update.setAnnouncedAt(clock.getAsLong()).build();
        out.accept(new Outgoing(Topic.POLICY_UPDATES, announced.getPolicy(), updates.encode(announced)));
    }

    void deadLetter(Incoming record, String reason, String message, String id) {
        out.accept(deadLetters.about(record, reason, message, id, clock.getAsLong()));
    }

    void deadLetter(String id, String reason, String message) {
        out.accept(deadLetters.about(id, reason, message, clock.getAsLong()));
    }
}
