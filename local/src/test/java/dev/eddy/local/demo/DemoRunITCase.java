// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.agent.Agents;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.local.report.Ledger;
import dev.eddy.local.run.LocalOptions;
import dev.eddy.local.run.NewRun;
import dev.eddy.local.run.RunFolder;
import dev.eddy.rollout.Replay;
import dev.eddy.rollout.Replayer;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One small run of everything, looked at from all sides. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DemoRunITCase {
    /** Six full batches and a last one of two groups, which nothing but a flush trains. */
    private static final int GROUPS = 50;

    private static final DemoSettings SETTINGS = SmallDemo.settings(GROUPS, "acticl");

    @TempDir
    private static Path temp;

    private static Ledger ledger;
    private static JsonNode report;
    private static int restarts;
    private static List<PolicyUpdate> updates;
    private static List<RewardedTrajectory> rewarded;
    private static List<GroupReceipt> receipts;
    private static List<Trajectory> trajectories;

    @BeforeAll
    static void runIt() throws Exception {
        Path file = temp.resolve("report.json");
        try (RunFolder folder = NewRun.in(temp.resolve("run"));
                DemoRun run = DemoRun.start(
                        folder, LocalOptions.DEFAULT, SETTINGS, false, new SmallDemo.Printed(), () -> false)) {
            run.run();
            run.stopJobs();
            var written = run.report();
            written.write(file);
            ledger = written.ledger();
            restarts = run.runtime().restarts();
            Properties client = run.runtime().client();
            updates = SmallDemo.read(client, Topic.POLICY_UPDATES, PolicyUpdate.class);
            rewarded = SmallDemo.read(client, Topic.REWARDED_TRAJECTORIES, RewardedTrajectory.class);
            receipts = SmallDemo.read(client, Topic.GROUP_RECEIPTS, GroupReceipt.class);
            trajectories = SmallDemo.read(client, Topic.TRAJECTORIES, Trajectory.class);
        }
        report = new ObjectMapper().readTree(file.toFile());
    }

    @Test
    void theLedgerBalancesAndHoldsWhatWasAsked() {
        assertThat(ledger.violations()).isEmpty();
        assertThat(ledger.rejected()).isZero();
        assertThat(ledger.deadLetters().byReason()).isEmpty();
        assertThat(ledger.rolloutsByPurpose().get("train")).isEqualTo(GROUPS * (long) SETTINGS.groupSize());
        assertThat(ledger.rewarded()).isEqualTo(ledger.trajectories());
        assertThat(ledger.groups().complete()).isEqualTo(GROUPS);
        assertThat(restarts).isZero();
    }

    @Test
    void everyTrainingGroupHasOneReceipt() {
        assertThat(receipts)
                .extracting(GroupReceipt::getGroupId)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, GROUPS)
                        .mapToObj(number -> "train-" + number)
                        .toList());
        assertThat(ledger.groupsConsumed().stale()).isZero();
        assertThat(ledger.groupsConsumed().trained()).isPositive();
    }

    @Test
    void policyVersionsRiseByOneAndTheLastHoldsEveryTrainedGroup() {
        assertThat(updates)
                .extracting(PolicyUpdate::getVersion)
                .containsExactlyElementsOf(
                        LongStream.range(0, updates.size()).boxed().toList());
        PolicyUpdate last = updates.get(updates.size() - 1);
        assertThat(last.getVersion()).isPositive();
        assertThat(last.getGroupsConsumed()).isEqualTo(GROUPS);
        assertThat(last.getGroupsTrained()).isEqualTo(ledger.groupsConsumed().trained());
    }

    @Test
    void everyTokenWasWrittenByAnAnnouncedVersion() {
        assertThat(trajectories)
                .allSatisfy(
                        trajectory -> assertThat(Versions.written(trajectory)).isSubsetOf(Versions.announced(updates)));
    }

    @Test
    void theEvaluationHasAllModesOnTheSameQuestionsAndVersions() {
        long newest = updates.get(updates.size() - 1).getVersion();
        for (String table : List.of("modes", "modesAllClasses")) {
            JsonNode modes = report.at("/agents/acticl/" + table);
            Map<String, JsonNode> byName = new HashMap<>();
            modes.forEach(mode -> byName.put(
                    mode.get("mode").asText() + " " + mode.get("count").asText(), mode));
            assertThat(byName)
                    .containsOnlyKeys(
                            "zero_shot null",
                            "random 4",
                            "mmices 4",
                            "untrained adaptive",
                            "trained 4",
                            "trained adaptive");
            byName.forEach((name, mode) -> {
                assertThat(mode.at("/bySeed/0/queries").asInt()).isEqualTo(SETTINGS.evaluationQueries());
                assertThat(mode.get("accuracy").asDouble()).isBetween(0.0, 1.0);
                assertThat(mode.get("policyVersion").asLong()).isEqualTo(name.startsWith("untrained") ? 0 : newest);
            });
            assertThat(byName.get("random 4").get("meanShots").asDouble()).isEqualTo(4);
            assertThat(byName.get("zero_shot null").get("meanShots").asDouble()).isZero();
        }
    }

    @Test
    void theReportHasItsNamesAndFigures() {
        assertThat(names(report)).contains("eddy", "seed", "world", "services", "agents", "ledger", "runtime", "notes");
        assertThat(names(report.at("/agents/acticl")))
                .contains("modes", "modesAllClasses", "learningCurve", "coldStart");
        assertThat(names(report.at("/agents/acticl/modes/0")))
                .contains(
                        "mode",
                        "count",
                        "evaluation",
                        "policyVersion",
                        "bySeed",
                        "accuracy",
                        "standardError",
                        "meanShots",
                        "meanCalls",
                        "meanAcquisitionTokens",
                        "metrics");
        assertThat(names(report.at("/agents/acticl/modes/0/bySeed/0")))
                .contains("seed", "queries", "accuracy", "meanReward");
        assertThat(names(report.at("/agents/acticl/learningCurve/0")))
                .contains(
                        "mode",
                        "seconds",
                        "policyVersion",
                        "groupsTrained",
                        "queriesServed",
                        "meanReward",
                        "heldOutAccuracy",
                        "meanShots");
        assertThat(names(report.get("ledger")))
                .contains(
                        "queries",
                        "rejected",
                        "rollouts",
                        "rolloutsByPurpose",
                        "trajectories",
                        "answers",
                        "labels",
                        "rewarded",
                        "rewardFailed",
                        "rewardTimeout",
                        "rewardPending",
                        "groups",
                        "groupsConsumed",
                        "policyVersions",
                        "metricPoints",
                        "duplicates",
                        "lost",
                        "effects",
                        "deadLetters");
        assertThat(names(report.get("runtime")))
                .contains(
                        "seconds",
                        "trainingSeconds",
                        "restarts",
                        "cores",
                        "peakHeapMiB",
                        "peakRssMiB",
                        "java",
                        "stepsPerSecond",
                        "rolloutsPerSecond",
                        "learningLagMsMedian",
                        "learningLagMsP99");
        assertThat(report.at("/runtime/rolloutsPerSecond").asDouble()).isPositive();
        assertThat(report.at("/runtime/learningLagMsP99").asDouble())
                .isGreaterThanOrEqualTo(
                        report.at("/runtime/learningLagMsMedian").asDouble())
                .isPositive();
        assertThat(report.get("world").asText()).isEqualTo("glyphs");
        assertThat(report.at("/ledger/metricPoints").asLong()).isPositive();
        assertThat(report.at("/ledger/effects/issued").asLong())
                .as("each rollout opens its bank at least")
                .isGreaterThan(report.at("/ledger/trajectories").asLong());
        assertThat(names(report.at("/ledger/effects"))).contains("fromJournal", "failed", "paidAgain");
        assertThat(report.at("/runtime/trainingSeconds").asDouble())
                .isPositive()
                .isLessThan(report.at("/runtime/seconds").asDouble());
    }

    @Test
    void theCurveBeginsUntrainedAndEndsWithTheLastVersion() {
        JsonNode curve = report.at("/agents/acticl/learningCurve");
        JsonNode first = curve.get(0);
        JsonNode last = curve.get(curve.size() - 1);
        assertThat(first.get("policyVersion").asLong()).isZero();
        assertThat(first.get("meanReward").isNull()).isTrue();
        assertThat(last.get("policyVersion").asLong()).isEqualTo(updates.size() - 1);
        assertThat(last.get("queriesServed").asLong())
                .as("training questions and the first probes")
                .isGreaterThan(GROUPS);
        assertThat(last.get("heldOutAccuracy").asDouble()).isBetween(0.0, 1.0);
    }

    @Test
    void aPointTellsTheMeanRewardSinceThePointBeforeHoweverManyVersionsWereAnnouncedBetweenThem() {
        JsonNode curve = report.at("/agents/acticl/learningCurve");
        int told = 0;
        for (int point = 1; point < curve.size(); point++) {
            JsonNode mean = curve.get(point).get("meanReward");
            OptionalDouble expected = meanRewardBetween(curve.get(point - 1), curve.get(point));
            assertThat(mean.isNull()).isEqualTo(expected.isEmpty());
            if (expected.isPresent()) {
                assertThat(mean.asDouble()).isCloseTo(expected.getAsDouble(), within(1e-9));
                told++;
            }
        }
        assertThat(told).isPositive();
    }

    /** Empty if all that was scored was scored before. */
    private static OptionalDouble meanRewardBetween(JsonNode point, JsonNode next) {
        return rewarded.stream()
                .filter(run -> run.getPurpose() == Purpose.TRAIN)
                .filter(run -> run.getRewardedAt() > announcedAt(point) && run.getRewardedAt() <= announcedAt(next))
                .mapToDouble(RewardedTrajectory::getReward)
                .average();
    }

    private static long announcedAt(JsonNode point) {
        return updates.get(point.get("policyVersion").asInt()).getAnnouncedAt();
    }

    @Test
    void everyStoredTrajectoryReplaysToItsRecordedOutcomeFromTheRecordAlone() {
        var replayer = new Replayer<>(Agents.create("acticl", WordTokenizer.instance(), Map.of()));
        List<Replay.Difference> differences = new ArrayList<>();
        for (Trajectory trajectory : trajectories) {
            replayer.replay(trajectory).difference().ifPresent(differences::add);
        }
        assertThat(differences).isEmpty();
        assertThat(trajectories.stream()
                        .filter(trajectory -> trajectory.getQuery().getPurpose() == Purpose.EVAL)
                        .map(trajectory -> trajectory.getQuery().getMode())
                        .collect(toSet()))
                .as("acting modes and baselines are among them")
                .containsExactlyInAnyOrder("trained", "zero_shot", "random", "mmices");
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
