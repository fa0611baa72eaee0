// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Answer;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.GroupStatus;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrainingGroup;
import dev.eddy.schemas.Trajectory;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** Takes the records of all topics, dead letters before queries, and draws the balance. Not thread-safe. */
final class LedgerBook {
    private final Set<Position> deadQueries = new HashSet<>();
    private final Map<String, Long> deadByReason = new TreeMap<>();
    private final Map<String, Integer> groupSizes = new HashMap<>();
    private final Set<String> trainQueries = new HashSet<>();
    private final Map<Purpose, Long> rollouts = new HashMap<>();
    private final Set<String> labels = new HashSet<>();
    private final Map<String, Integer> firstAnswers = new HashMap<>();
    private final Map<String, Integer> answerContents = new HashMap<>();
    private final Set<String> differingAnswers = new HashSet<>();
    private final Map<String, Integer> trajectories = new HashMap<>();
    private final EffectCount effects = new EffectCount();
    private final Map<String, Integer> rewarded = new HashMap<>();
    private final Map<RewardStatus, Long> rewardStatus = new HashMap<>();
    private final Map<String, Integer> groups = new HashMap<>();
    private final Map<GroupStatus, Long> groupStatus = new HashMap<>();
    private final Map<String, Integer> receipts = new HashMap<>();
    private final Map<GroupFate, Long> fates = new HashMap<>();
    private final Map<String, NavigableMap<Long, Integer>> versions = new HashMap<>();
    private long queries;
    private long vanished;
    private long metricPoints;

    private record Position(TopicPartition partition, long offset) {}

    void deadLetter(DeadLetter letter) {
        deadByReason.merge(letter.getReason(), 1L, Long::sum);
        SourcePosition source = letter.getSource();
        if (source != null && source.getTopic().equals(Topic.QUERIES.topicName())) {
            deadQueries.add(
                    new Position(new TopicPartition(source.getTopic(), source.getPartition()), source.getOffset()));
        }
    }

    void malformedQuery(Incoming at) {
        if (!isDead(at)) {
            vanished++;
        }
    }

    void query(Incoming at, Query query) {
        if (isDead(at)) {
            return;
        }
        queries++;
        groupSizes.merge(query.getQueryId(), query.getGroupSize(), Integer::sum);
        rollouts.merge(query.getPurpose(), (long) query.getGroupSize(), Long::sum);
        if (query.getPurpose() == Purpose.TRAIN) {
            trainQueries.add(query.getQueryId());
        }
    }

    void label(Label label) {
        labels.add(label.getQueryId());
    }

    void answer(Answer answer) {
        if (answer.getAnswerIndex() == 0) {
            firstAnswers.merge(answer.getAnswerId(), 1, Integer::sum);
        }
        int content = Objects.hash(answer.getStatus(), answer.getText(), answer.getError());
        Integer earlier = answerContents.putIfAbsent(answer.getAnswerId(), content);
        if (earlier != null && earlier != content) {
            differingAnswers.add(answer.getAnswerId());
        }
    }

    void trajectory(Trajectory trajectory) {
        if (trajectories.merge(trajectory.getTrajectoryId(), 1, Integer::sum) == 1) {
            effects.add(trajectory);
        }
    }

    void rewarded(RewardedTrajectory one) {
        if (rewarded.merge(one.getRef().getTrajectoryId(), 1, Integer::sum) == 1) {
            rewardStatus.merge(one.getStatus(), 1L, Long::sum);
        }
    }

    void group(TrainingGroup group) {
        if (groups.merge(group.getGroupId(), 1, Integer::sum) == 1) {
            groupStatus.merge(group.getStatus(), 1L, Long::sum);
        }
    }

    void receipt(GroupReceipt receipt) {
        if (receipts.merge(receipt.getGroupId(), 1, Integer::sum) == 1) {
            fates.merge(receipt.getFate(), 1L, Long::sum);
        }
    }

    void update(PolicyUpdate update) {
        versions.computeIfAbsent(update.getPolicy(), policy -> new TreeMap<>())
                .merge(update.getVersion(), 1, Integer::sum);
    }

    void metricPoint() {
        metricPoints++;
    }

    Ledger close() {
        List<String> unlabelled = queriesOfUnlabelled();
        Map<String, Long> byPurpose = new TreeMap<>();
        for (Purpose purpose : Purpose.values()) {
            byPurpose.put(purpose.name().toLowerCase(Locale.ROOT), rollouts.getOrDefault(purpose, 0L));
        }
        return new Ledger(
                queries,
                deadQueries.size(),
                byPurpose.values().stream().mapToLong(Long::longValue).sum(),
                byPurpose,
                trajectories.size(),
                firstAnswers.size(),
                labels.size(),
                rewardStatus.getOrDefault(RewardStatus.OK, 0L),
                rewardStatus.getOrDefault(RewardStatus.FAILED, 0L),
                rewardStatus.getOrDefault(RewardStatus.TIMEOUT, 0L),
                rewardStatus.getOrDefault(RewardStatus.PENDING, 0L) + unlabelled.size(),
                new Ledger.Groups(
                        groups.size(),
                        groupStatus.getOrDefault(GroupStatus.COMPLETE, 0L),
                        groupStatus.getOrDefault(GroupStatus.PARTIAL, 0L)
                                + groupStatus.getOrDefault(GroupStatus.TIMED_OUT, 0L)),
                new Ledger.GroupsConsumed(
                        fates.getOrDefault(GroupFate.TRAINED, 0L),
                        fates.getOrDefault(GroupFate.ZERO_VARIANCE, 0L),
                        fates.getOrDefault(GroupFate.STALE, 0L),
                        fates.getOrDefault(GroupFate.REFUSED, 0L)),
                versions.values().stream().mapToLong(Map::size).sum(),
                metricPoints,
                duplicates(),
                lost(unlabelled),
                effects.close(),
                new Ledger.DeadLetters(
                        deadByReason.values().stream()
                                .mapToLong(Long::longValue)
                                .sum(),
                        Map.copyOf(deadByReason)));
    }

    private boolean isDead(Incoming query) {
        return deadQueries.contains(new Position(new TopicPartition(query.topic(), query.partition()), query.offset()));
    }

    private Ledger.Duplicates duplicates() {
        return new Ledger.Duplicates(
                repeated(trajectories.values()),
                differingAnswers.size(),
                repeated(rewarded.values()),
                repeated(groups.values()),
                repeated(receipts.values()),
                versions.values().stream()
                        .mapToLong(counts -> repeated(counts.values()))
                        .sum());
    }

    private Ledger.Lost lost(List<String> unlabelled) {
        Set<String> groupsThatWait = Set.copyOf(unlabelled);
        long lostQueries = vanished;
        long lostRollouts = 0;
        for (Map.Entry<String, Integer> query : groupSizes.entrySet()) {
            int missing = 0;
            for (int rollout = 0; rollout < query.getValue(); rollout++) {
                if (!trajectories.containsKey(query.getKey() + "/" + rollout)) {
                    missing++;
                }
            }
            lostRollouts += missing;
            lostQueries += missing == query.getValue() ? 1 : 0;
        }
        long gaps = versions.values().stream()
                .mapToLong(counts -> counts.lastKey() + 1 - counts.size())
                .sum();
        return new Ledger.Lost(
                lostQueries,
                lostRollouts,
                absent(trajectories.keySet(), rewarded.keySet()) - unlabelled.size(),
                trainQueries.stream()
                                .filter(query -> !groups.containsKey(query) && !groupsThatWait.contains(query))
                                .count()
                        + absent(groups.keySet(), receipts.keySet()),
                gaps);
    }

    /** Of the trajectories that wait for a label in the reward job's state, such as those of questions that somebody just asked. */
    private List<String> queriesOfUnlabelled() {
        return trajectories.keySet().stream()
                .filter(id -> !rewarded.containsKey(id))
                .map(id -> id.substring(0, id.lastIndexOf('/')))
                .filter(query -> !labels.contains(query))
                .toList();
    }

    private static long repeated(Collection<Integer> counts) {
        return counts.stream().filter(count -> count > 1).count();
    }

    private static long absent(Set<String> wanted, Set<String> found) {
        return wanted.stream().filter(id -> !found.contains(id)).count();
    }
}
