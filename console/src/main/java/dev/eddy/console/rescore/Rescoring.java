// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.rescore;

import dev.eddy.advantage.ClosedGroup;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.console.topic.TransactionalWriter;
import dev.eddy.job.Rescorer;
import dev.eddy.job.Rescorer.Stored;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Scores trajectories again that stand on their topic, and writes the new records to {@code rescored-trajectories}. It goes by the
 * records of {@code rewarded-trajectories}: what was closed as one group is closed as one group again. What has a second record of
 * the same scorer is not scored again, so that a run that was broken off is just run again. Not thread-safe.
 */
public final class Rescoring {
    /** Records to a transaction, but that a group is never split. */
    private static final int BATCH = 500;

    private static final Codec<RewardedTrajectory> REWARDED = Codec.of(RewardedTrajectory.class);
    private static final Codec<Label> LABELS = Codec.of(Label.class);
    private static final Codec<TrajectorySummary> SUMMARIES =
            Codec.projecting(Trajectory.class, TrajectorySummary.class);

    /**
     * What is needed of a first score until its group is scored again: one stands in memory for every trajectory of the agent.
     *
     * @param oldest version that any token is of, -1 where no model was called; {@code newest} likewise
     * @param reward null where it had none
     */
    private record First(String trajectoryId, int partition, long offset, long oldest, long newest, Double reward) {
        static First of(RewardedTrajectory run) {
            TrajectoryRef ref = run.getRef();
            return new First(
                    ref.getTrajectoryId(),
                    ref.getPartition(),
                    ref.getOffset(),
                    ClosedGroup.oldestVersion(List.of(run)),
                    ClosedGroup.newestVersion(List.of(run)),
                    run.getStatus() == RewardStatus.OK ? run.getReward() : null);
        }

        boolean stands(ConsumerRecord<byte[], byte[]> at) {
            return partition == at.partition() && offset == at.offset();
        }
    }

    /** The members of a group as they were first scored, and what of their trajectories has been found. */
    private record Group(String policy, String queryId, List<First> old, List<Stored> found) {
        boolean isWanted(Selection wanted) {
            return wanted.takes(
                    policy,
                    old.stream()
                            .mapToLong(First::oldest)
                            .filter(version -> version >= 0)
                            .min()
                            .orElse(-1),
                    old.stream().mapToLong(First::newest).max().orElse(-1));
        }
    }

    /** Which groups are meant. */
    @FunctionalInterface
    public interface Selection {
        /**
         * Whether a group is.
         *
         * @param oldest version that any token of the group is of, -1 where no model was called; {@code newest} likewise
         */
        boolean takes(String policy, long oldest, long newest);
    }

    private final Properties client;
    private final Rescorer rescorer;
    private final TransactionalWriter writer;
    private final Rescored figures = new Rescored();
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Label> labels = new HashMap<>();
    private final List<ProducerRecord<byte[], byte[]>> batch = new ArrayList<>();

    /** @param writer opened before, so that no other rescoring writes from now on */
    public Rescoring(Properties client, Rescorer rescorer, TransactionalWriter writer) {
        this.client = client;
        this.rescorer = rescorer;
        this.writer = writer;
    }

    /** Scores what is committed now: of a group that is wanted, every member, since advantages are of the whole group. */
    public Rescored run(String agent, Selection wanted) {
        String scorer = rescorer.scorer();
        Set<String> done = new HashSet<>();
        read(Topic.RESCORED_TRAJECTORIES, REWARDED::decode, (run, at) -> {
            if (run.getScorer().equals(scorer)) {
                done.add(run.getRef().getTrajectoryId());
            }
        });
        read(Topic.REWARDED_TRAJECTORIES, REWARDED::decode, (run, at) -> {
            if (run.getAgent().equals(agent)) {
                groups.computeIfAbsent(
                                run.getGroupId(),
                                id -> new Group(
                                        run.getPolicy(), run.getQueryId(), new ArrayList<>(), new ArrayList<>()))
                        .old()
                        .add(First.of(run));
            }
        });
        groups.values().removeIf(group -> !group.isWanted(wanted) || isDone(group, done));
        Set<String> queries = new HashSet<>();
        groups.values().forEach(group -> queries.add(group.queryId()));
        read(Topic.LABELS, Rescoring::label, (label, at) -> {
            if (queries.contains(label.getQueryId())) {
                labels.putIfAbsent(label.getQueryId(), label);
            }
        });
        groups.values().removeIf(this::hasNoLabel);
        rescore();
        flush();
        groups.values().forEach(group -> figures.gone(group.old().size()));
        return figures;
    }

    /** A group is scored as soon as its last trajectory has been read. */
    private void rescore() {
        read(Topic.TRAJECTORIES, SUMMARIES::decode, (trajectory, at) -> {
            Group group = groups.get(trajectory.getGroupId());
            if (group != null && group.old().stream().anyMatch(run -> run.stands(at))) {
                TrajectoryRef ref =
                        new TrajectoryRef(trajectory.getTrajectoryId(), at.topic(), at.partition(), at.offset());
                group.found().add(new Stored(trajectory, ref));
                if (group.found().size() == group.old().size()) {
                    rescore(groups.remove(trajectory.getGroupId()));
                }
            }
        });
    }

    private void rescore(Group group) {
        Label label = labels.get(group.queryId());
        List<RewardedTrajectory> fresh = rescorer.rescore(group.found(), label);
        if (fresh.isEmpty()) {
            figures.unreached(group.old().size());
            return;
        }
        Map<String, Double> old = new HashMap<>();
        group.old().forEach(run -> old.put(run.trajectoryId(), run.reward()));
        for (RewardedTrajectory run : fresh) {
            figures.wrote(old.get(run.getRef().getTrajectoryId()), run);
            batch.add(new ProducerRecord<>(
                    Topic.RESCORED_TRAJECTORIES.topicName(),
                    run.getGroupId().getBytes(StandardCharsets.UTF_8),
                    REWARDED.encode(run)));
        }
        if (batch.size() >= BATCH) {
            flush();
        }
    }

    private void flush() {
        if (!batch.isEmpty()) {
            writer.write(batch);
            batch.clear();
        }
    }

    /** All or none of a group is, since its records are written together. */
    private boolean isDone(Group group, Set<String> done) {
        boolean is = group.old().stream().allMatch(run -> done.contains(run.trajectoryId()));
        figures.doneBefore(is ? group.old().size() : 0);
        return is;
    }

    private boolean hasNoLabel(Group group) {
        boolean has = labels.containsKey(group.queryId());
        figures.withoutLabel(has ? 0 : group.old().size());
        return !has;
    }

    /** Null for one that the reward job would not take. */
    private static Label label(byte[] value) {
        return value != null && value.length > Incoming.MAX_ASKED_BYTES ? null : LABELS.decode(value);
    }

    /** What cannot be read is a dead letter of a job's already. */
    private <T> void read(
            Topic topic, Function<byte[], T> decoder, BiConsumer<T, ConsumerRecord<byte[], byte[]>> each) {
        CommittedConsumer.readAll(client, topic, decoder, each);
    }
}
