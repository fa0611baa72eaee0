// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import dev.eddy.schemas.GroupFate;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** One policy's versions, oldest dropped first, and the fates of its groups. Not thread-safe. */
final class PolicyHistory {
    private static final int MAX_VERSIONS = 2_000;
    private static final int RECENT_LAGS = 1_024;
    private static final int RECENT_VERSIONS = 12;

    private final TreeMap<Long, VersionFigures> versions = new TreeMap<>();
    private final EnumMap<GroupFate, Long> fates = new EnumMap<>(GroupFate.class);
    private final long[] lags = new long[RECENT_LAGS];
    private long receipts;
    private final String mode;
    private Long firstAnnouncedAt;
    private String probed;

    PolicyHistory(String policy) {
        mode = learnedMode(policy);
    }

    /** @param policy an agent's own, which learns in mode trained, or a baseline's, which has its mode after a dot */
    static String learnedMode(String policy) {
        int dot = policy.indexOf('.');
        return dot < 0 ? "trained" : policy.substring(dot + 1);
    }

    void announced(PolicyUpdate update) {
        if (firstAnnouncedAt == null) {
            firstAnnouncedAt = update.getAnnouncedAt();
        }
        version(update.getVersion()).announced(update);
    }

    /** Held-out runs count for the curve if they are of the questions that were evaluated first: the probe's. */
    void scored(RewardedTrajectory run) {
        if (!run.getMode().equals(mode) || run.getPolicyVersionMin() < 0) {
            return;
        }
        String questions = QuestionSet.of(run);
        if (run.getPurpose() == Purpose.EVAL && probed == null) {
            probed = questions;
        }
        if (run.getPurpose() != Purpose.EVAL || Objects.equals(questions, probed)) {
            version(run.getPolicyVersionMin()).scored(run);
        }
    }

    void received(GroupReceipt receipt) {
        fates.merge(receipt.getFate(), 1L, Long::sum);
        lags[(int) (receipts++ % RECENT_LAGS)] = receipt.getLag();
    }

    /** Epoch milliseconds of the newest announcement; null before the first. */
    Long newestAnnouncedAt() {
        return versions.isEmpty()
                ? null
                : versions.lastEntry().getValue().figures().announcedAt();
    }

    /**
     * @param probed the questions that held-out figures are of, see {@link QuestionSet}; null while there are none, or of none
     * @param columns the learning curve and the trainer's figures, one list a name and one entry a version
     * @param recent the newest versions in full, newest first
     * @param lagMedian optimiser steps, over the most recent groups; null before the first
     */
    record Figures(
            String probed,
            Map<String, List<Double>> columns,
            List<VersionFigures.Figures> recent,
            Map<GroupFate, Long> fates,
            Long lagMedian,
            Long lagMax) {}

    Figures figures() {
        long[] recentLags = Arrays.copyOf(lags, (int) Math.min(receipts, RECENT_LAGS));
        Arrays.sort(recentLags);
        return new Figures(
                probed,
                CurveColumns.of(versions.values(), firstAnnouncedAt),
                versions.descendingMap().values().stream()
                        .limit(RECENT_VERSIONS)
                        .map(VersionFigures::figures)
                        .toList(),
                new EnumMap<>(fates),
                recentLags.length == 0 ? null : recentLags[recentLags.length / 2],
                recentLags.length == 0 ? null : recentLags[recentLags.length - 1]);
    }

    private VersionFigures version(long number) {
        VersionFigures found = versions.computeIfAbsent(number, VersionFigures::new);
        if (versions.size() > MAX_VERSIONS) {
            // Version 0 stays: it is the untrained policy that the curve is read against.
            Map.Entry<Long, VersionFigures> oldest = versions.higherEntry(versions.firstKey());
            versions.remove(oldest.getKey());
            versions.higherEntry(oldest.getKey()).getValue().absorb(oldest.getValue());
        }
        return found;
    }
}
