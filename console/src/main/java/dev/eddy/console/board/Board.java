// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.MalformedRecordException;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/**
 * What the page shows, gathered from the topics and nowhere else. Holds a bounded number of versions, metrics, trajectories
 * and letters, however long the stream. Thread-safe.
 */
public final class Board {
    private static final int MAX_POLICIES = 64;
    /** Reason of letters about queries that ask for what cannot be. */
    private static final String REFUSED = "INVALID_QUERY";

    private final Clock clock;
    private final Map<Topic, Consumer<byte[]>> readers = new EnumMap<>(Topic.class);
    private final Map<String, PolicyHistory> policies = new TreeMap<>();
    private final ModeTable modes = new ModeTable();
    private final MetricTable metrics = new MetricTable();
    private final Flow flow = new Flow();
    private final TrajectoryIndex trajectories;
    private final DeadLetterList deadLetters = new DeadLetterList();
    private final Codec<Query> queries = Codec.of(Query.class);
    private long undecodable;

    /** @param keptTrajectories how many of the newest to list, a policy and purpose */
    public Board(Clock clock, int keptTrajectories) {
        this.clock = clock;
        this.trajectories = new TrajectoryIndex(keptTrajectories);
        on(Topic.QUERIES, Query.class, query -> flow.asked(query.getGroupSize(), clock.millis()));
        on(Topic.ANSWERS, Answer.class, this::answered);
        on(Topic.REWARDED_TRAJECTORIES, RewardedTrajectory.class, this::scored);
        on(Topic.TRAINING_GROUPS, TrainingGroup.class, this::grouped);
        on(Topic.GROUP_RECEIPTS, GroupReceipt.class, this::received);
        on(Topic.POLICY_UPDATES, PolicyUpdate.class, this::announced);
        on(Topic.METRICS, MetricPoint.class, metrics::add);
        on(Topic.DEAD_LETTERS, DeadLetter.class, this::refused);
    }

    /** The topics that it is gathered from. Trajectories themselves are read when somebody looks at one. */
    public List<Topic> topics() {
        return List.copyOf(readers.keySet());
    }

    /** Takes in records; what cannot be decoded is counted and shown. */
    public synchronized void apply(List<Incoming> records) {
        for (Incoming each : records) {
            try {
                readers.get(Topic.named(each.topic())).accept(each.value());
            } catch (MalformedRecordException e) {
                undecodable++;
            }
        }
    }

    /**
     * @param undecodable records on the topics that are none of their type
     * @param stations from question to policy
     */
    public record Overview(
            long at,
            Map<String, PolicyHistory.Figures> policies,
            List<ModeTable.Figures> modes,
            List<Flow.Station> stations,
            Stall stall,
            DeadLetterList.Figures deadLetters,
            long undecodable) {}

    public synchronized Overview overview() {
        long now = clock.millis();
        Map<String, PolicyHistory.Figures> histories = new TreeMap<>();
        policies.forEach((name, history) -> histories.put(name, history.figures()));
        List<Flow.Station> stations = flow.stations(now);
        Optional<Long> newest = policies.values().stream()
                .map(PolicyHistory::newestAnnouncedAt)
                .filter(Objects::nonNull)
                .max(Long::compare);
        Double sinceUpdate = newest.map(at -> (now - at) / 1_000.0).orElse(null);
        return new Overview(
                now,
                histories,
                modes.figures(),
                stations,
                Stall.of(stations, sinceUpdate),
                deadLetters.figures(),
                undecodable);
    }

    public synchronized List<MetricTable.Figures> metrics() {
        return metrics.figures();
    }

    /** Scored trajectories, newest first. */
    public synchronized List<RewardedTrajectory> trajectories(Predicate<RewardedTrajectory> wanted, int limit) {
        return trajectories.newest(wanted, limit);
    }

    public synchronized Optional<RewardedTrajectory> trajectory(String trajectoryId) {
        return trajectories.byId(trajectoryId);
    }

    private <T extends SpecificRecord> void on(Topic topic, Class<T> type, Consumer<T> consumer) {
        Codec<T> codec = Codec.of(type);
        readers.put(topic, bytes -> consumer.accept(codec.decode(bytes)));
    }

    private void answered(Answer answer) {
        if (answer.getAnswerIndex() == 0) {
            flow.answered(clock.millis());
        }
    }

    /** A refused query, unless it is too large for its letter, is one less that waits. */
    private void refused(DeadLetter letter) {
        deadLetters.add(letter);
        if (letter.getReason().equals(REFUSED) && letter.getValue() != null) {
            byte[] query = new byte[letter.getValue().remaining()];
            letter.getValue().duplicate().get(query);
            flow.refused(queries.decode(query).getGroupSize());
        }
    }

    private void scored(RewardedTrajectory run) {
        flow.rewarded(run.getPurpose() == Purpose.TRAIN, clock.millis());
        modes.scored(run);
        trajectories.add(run);
        history(run.getPolicy()).ifPresent(history -> history.scored(run));
    }

    private void grouped(TrainingGroup group) {
        flow.grouped(group.getMembers().size(), clock.millis());
    }

    private void received(GroupReceipt receipt) {
        flow.consumed(clock.millis());
        history(receipt.getPolicy()).ifPresent(history -> history.received(receipt));
    }

    private void announced(PolicyUpdate update) {
        flow.announced(clock.millis());
        history(update.getPolicy()).ifPresent(history -> history.announced(update));
    }

    /** Empty past {@link #MAX_POLICIES}: names come from the wire and must not fill the memory. */
    private Optional<PolicyHistory> history(String policy) {
        if (!policies.containsKey(policy) && policies.size() >= MAX_POLICIES) {
            return Optional.empty();
        }
        return Optional.of(policies.computeIfAbsent(policy, PolicyHistory::new));
    }
}
