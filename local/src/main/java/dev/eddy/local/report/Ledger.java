// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the topics hold after a run, as a read-committed reader sees them, and whether it balances. The components are those
 * of the report's {@code ledger} object, by the same names. Counts are of distinct ids unless they say otherwise.
 *
 * @param queries accepted ones: on the topic and not in the dead letters
 * @param rejected query records that have a dead letter
 * @param rollouts the group sizes of the accepted queries together
 * @param rolloutsByPurpose the same by {@code train}, {@code eval} and {@code serve}
 * @param answers those of the first draw (m = 0)
 * @param rewarded trajectories whose reward could be computed
 * @param rewardPending those whose label is still waited for, since nobody has written it
 * @param metricPoints records, not ids
 * @param effects null if a trajectory was too large for its topic, so that its effects do not stand there
 */
public record Ledger(
        long queries,
        long rejected,
        long rollouts,
        Map<String, Long> rolloutsByPurpose,
        long trajectories,
        long answers,
        long labels,
        long rewarded,
        long rewardFailed,
        long rewardTimeout,
        long rewardPending,
        Groups groups,
        GroupsConsumed groupsConsumed,
        long policyVersions,
        long metricPoints,
        Duplicates duplicates,
        Lost lost,
        Effects effects,
        DeadLetters deadLetters) {

    /** Training groups that left the reward job. */
    public record Groups(long formed, long complete, long partial) {}

    /** Groups by what their receipts say. */
    public record GroupsConsumed(long trained, long zeroVariance, long stale, long refused) {
        long total() {
            return trained + zeroVariance + stale + refused;
        }
    }

    /**
     * Ids that stand more than once where they may stand once.
     *
     * @param answers may come twice, since an answer is sent at once and a loop that a kill threw back to its checkpoint answers
     *     again; these are the ids whose contents differ: the effect journal lacked a completion that the first answer came from
     * @param trainedGroups groups with more than one receipt
     * @param policyVersions versions announced more than once, be it with the same weights or others
     */
    public record Duplicates(
            long trajectories, long answers, long rewarded, long groups, long trainedGroups, long policyVersions) {}

    /**
     * Ids that are missing.
     *
     * @param queries accepted ones without any trajectory, and unreadable ones without a dead letter
     * @param rollouts of accepted queries without a trajectory
     * @param trajectories that never met their reward, or its absence, and do not wait for a label
     * @param groups accepted training queries without a group, unless it waits for a label, and groups without a receipt
     * @param policyVersions numbers below the newest of a policy that were never announced
     */
    public record Lost(long queries, long rollouts, long trajectories, long groups, long policyVersions) {}

    /**
     * Calls of the agents to the outside, as their trajectories tell of them. A call that was given up with its loop is in none.
     *
     * @param issued every attempt counts
     * @param fromJournal answered from the journal, so not paid for again
     * @param failed how effects ended that failed, by status in lower case
     * @param paidAgain attempts after the first that the journal did not answer: those that were in the air when a task died. A call
     *     issued after the last checkpoint is not among them: its second attempt is taken for the first
     */
    public record Effects(long issued, long fromJournal, Map<String, Long> failed, long paidAgain) {}

    /** Records on the dead-letter topic. */
    public record DeadLetters(long total, Map<String, Long> byReason) {}

    /** The lines that do not balance, for a person to read; empty if all do. */
    public List<String> violations() {
        List<String> violations = new ArrayList<>();
        equal(violations, "rollouts", rollouts, "trajectories", trajectories);
        equal(violations, "rollouts", rollouts, "answers (m = 0)", answers);
        equal(
                violations,
                "trajectories",
                trajectories,
                "rewarded + rewardFailed + rewardTimeout + rewardPending",
                rewarded + rewardFailed + rewardTimeout + rewardPending);
        equal(violations, "groups.formed", groups.formed, "complete + partial", groups.complete + groups.partial);
        equal(
                violations,
                "groups.formed",
                groups.formed,
                "trained + zeroVariance + stale + refused",
                groupsConsumed.total());
        zero(violations, "duplicates.trajectories", duplicates.trajectories);
        zero(violations, "duplicates.answers", duplicates.answers);
        zero(violations, "duplicates.rewarded", duplicates.rewarded);
        zero(violations, "duplicates.groups", duplicates.groups);
        zero(violations, "duplicates.trainedGroups", duplicates.trainedGroups);
        zero(violations, "duplicates.policyVersions", duplicates.policyVersions);
        zero(violations, "lost.queries", lost.queries);
        zero(violations, "lost.rollouts", lost.rollouts);
        zero(violations, "lost.trajectories", lost.trajectories);
        zero(violations, "lost.groups", lost.groups);
        zero(violations, "lost.policyVersions", lost.policyVersions);
        return violations;
    }

    private static void equal(List<String> violations, String left, long a, String right, long b) {
        if (a != b) {
            violations.add(left + " = " + a + ", but " + right + " = " + b);
        }
    }

    private static void zero(List<String> violations, String line, long count) {
        if (count != 0) {
            violations.add(line + " = " + count + ", not 0");
        }
    }
}
