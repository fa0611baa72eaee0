// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.operator.train;

import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.PolicyTrainer.Sample;
import dev.eddy.port.TrajectoryReader;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.GroupMember;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Groups on their way to training, in order of arrival. The first of them, up to a batch, are the batch under way: their
 * trajectories are read as soon as they stand there, so memory holds one batch at most. Not thread-safe: lives in the task
 * thread.
 */
final class GroupQueue {
    /** A group and, once they are read, the samples that it gives. */
    static final class Entry {
        private final TrainingGroup group;
        private final long arrivedNanos;
        private boolean reading;
        private List<Sample> samples;

        private Entry(TrainingGroup group, long arrivedNanos) {
            this.group = group;
            this.arrivedNanos = arrivedNanos;
        }

        TrainingGroup group() {
            return group;
        }

        long arrivedNanos() {
            return arrivedNanos;
        }

        List<Sample> samples() {
            return samples;
        }
    }

    private final int batchGroups;
    private final TrajectoryReader reader;
    private final PolicyTrainer trainer;
    private final Mail mail;
    private final BiConsumer<TrainingGroup, String> refused;
    private final Runnable advanced;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * @param refused told of a group that left the queue because it cannot be trained on, and why
     * @param advanced told after a read, when a batch may have become ready
     */
    GroupQueue(
            int batchGroups,
            TrajectoryReader reader,
            PolicyTrainer trainer,
            Mail mail,
            BiConsumer<TrainingGroup, String> refused,
            Runnable advanced) {
        this.batchGroups = batchGroups;
        this.reader = reader;
        this.trainer = trainer;
        this.mail = mail;
        this.refused = refused;
        this.advanced = advanced;
    }

    void add(TrainingGroup group) {
        entries.add(new Entry(group, System.nanoTime()));
        read();
    }

    int size() {
        return entries.size();
    }

    List<TrainingGroup> groups() {
        return entries.stream().map(Entry::group).toList();
    }

    /** True while the batch under way is as large as it gets but not all of it has been read. */
    boolean reading(boolean shortBatch) {
        return enough(shortBatch) && !batch().stream().allMatch(entry -> entry.samples != null);
    }

    /**
     * Takes the next batch, if it is complete and read.
     *
     * @param shortBatch take fewer groups where no more are here
     */
    Optional<List<Entry>> take(boolean shortBatch) {
        if (!enough(shortBatch) || reading(shortBatch)) {
            return Optional.empty();
        }
        List<Entry> taken = List.copyOf(batch());
        batch().clear();
        read();
        return Optional.of(taken);
    }

    /** Empties the queue. */
    List<TrainingGroup> clear() {
        List<TrainingGroup> cleared = groups();
        entries.clear();
        return cleared;
    }

    private boolean enough(boolean shortBatch) {
        return entries.size() >= batchGroups || (shortBatch && !entries.isEmpty());
    }

    private List<Entry> batch() {
        return entries.subList(0, Math.min(batchGroups, entries.size()));
    }

    private void read() {
        for (Entry entry : batch()) {
            if (!entry.reading) {
                entry.reading = true;
                List<GroupMember> members = entry.group.getMembers().stream()
                        .filter(GroupMember::getTrainable)
                        .toList();
                mail.deliver(
                        reader.read(members.stream().map(GroupMember::getRef).toList())
                                .thenCompose(read -> trainer.prepare(read).thenApply(done -> read)),
                        "trajectories read",
                        (trajectories, failure) -> {
                            if (!entries.contains(entry)) {
                                return; // a rollback cleared the queue
                            }
                            if (failure == null) {
                                accept(entry, members, trajectories);
                            } else if (failure.status() == EffectStatus.UNAVAILABLE
                                    || failure.status() == EffectStatus.TIMEOUT) {
                                throw failure;
                            } else {
                                refuse(entry, failure.getMessage());
                            }
                            advanced.run();
                        });
            }
        }
    }

    private void accept(Entry entry, List<GroupMember> members, List<Trajectory> trajectories) {
        List<Sample> samples = new ArrayList<>(members.size());
        for (int i = 0; i < members.size(); i++) {
            Sample sample = new Sample(trajectories.get(i), members.get(i));
            Optional<String> objection = objection(entry.group, sample).or(() -> trainer.objection(sample));
            if (objection.isPresent()) {
                String id = members.get(i).getRef().getTrajectoryId();
                refuse(entry, "trajectory " + id + ": " + objection.get());
                return;
            }
            samples.add(sample);
        }
        entry.samples = samples;
    }

    private static Optional<String> objection(TrainingGroup group, Sample sample) {
        Trajectory trajectory = sample.trajectory();
        String expected = sample.member().getRef().getTrajectoryId();
        if (!trajectory.getTrajectoryId().equals(expected)) {
            return Optional.of("its reference leads to " + trajectory.getTrajectoryId());
        }
        if (!trajectory.getQuery().getPolicy().equals(group.getPolicy())) {
            return Optional.of(
                    "it was sampled from policy " + trajectory.getQuery().getPolicy());
        }
        return Optional.empty();
    }

    private void refuse(Entry entry, String reason) {
        entries.remove(entry);
        refused.accept(entry.group, reason);
        read();
    }
}
