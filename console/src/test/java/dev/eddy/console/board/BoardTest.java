// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.DeadLetter;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.MetricPoint;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.UpdateCause;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class BoardTest {
    private static final int KEPT = 50;

    private final Map<Topic, Codec<?>> codecs = new EnumMap<>(Topic.class);
    private final Board board = new Board(Clock.systemUTC(), KEPT);

    @Test
    void keepsABoundedNumberOfVersionsAndAlwaysTheUntrainedOne() {
        for (long version = 0; version < 2_500; version++) {
            put(Topic.POLICY_UPDATES, update("acticl", version));
        }

        List<Double> versions =
                board.overview().policies().get("acticl").columns().get("version");
        assertThat(versions).hasSize(2_000).startsWith(0.0).endsWith(2_499.0);
    }

    @Test
    void keepsABoundedNumberOfPoliciesMetricsReasonsAndRows() {
        for (int i = 0; i < 2_500; i++) {
            put(Topic.POLICY_UPDATES, update("policy-" + i, 0));
            put(Topic.METRICS, new MetricPoint("metric-" + i, Map.of(), 1.0, 1L, 0L, 1L));
            put(Topic.DEAD_LETTERS, new DeadLetter("REASON_" + i, "", "serve", null, null, null, 0L));
            put(Topic.REWARDED_TRAJECTORIES, run("q-" + i, "mode-" + i, Purpose.EVAL, 0));
        }

        Board.Overview overview = board.overview();
        assertThat(overview.policies()).hasSize(64);
        assertThat(overview.modes()).hasSize(256);
        assertThat(overview.deadLetters().reasons()).hasSize(64);
        assertThat(overview.deadLetters().newest()).hasSize(50);
        assertThat(board.metrics()).hasSize(2_000);
    }

    @Test
    void trainingRunsDoNotPushOutTheFewOthers() {
        put(Topic.REWARDED_TRAJECTORIES, run("served", "trained", Purpose.SERVE, 1));
        for (int i = 0; i < 10 * KEPT; i++) {
            put(Topic.REWARDED_TRAJECTORIES, run("train-" + i, "trained", Purpose.TRAIN, 1));
        }

        assertThat(board.trajectories(run -> true, 1_000)).hasSize(KEPT + 1);
        assertThat(board.trajectory("served/0")).isPresent();
        assertThat(board.trajectory("train-0/0")).isEmpty();
    }

    @Test
    void meansOfAVersionAreThoseOfItsOwnRuns() {
        put(Topic.REWARDED_TRAJECTORIES, run("a", "trained", Purpose.EVAL, 3, 1.0));
        put(Topic.REWARDED_TRAJECTORIES, run("b", "trained", Purpose.EVAL, 3, 0.0));
        put(Topic.REWARDED_TRAJECTORIES, run("c", "trained", Purpose.EVAL, 4, 1.0));
        put(Topic.REWARDED_TRAJECTORIES, run("d", "mmices", Purpose.EVAL, 4, 0.0));

        Map<String, List<Double>> columns =
                board.overview().policies().get("acticl").columns();
        assertThat(columns.get("version")).containsExactly(3.0, 4.0);
        assertThat(columns.get("heldOutAccuracy")).containsExactly(0.5, 1.0);
        assertThat(columns.get("shots")).containsExactly(2.0, 2.0);
    }

    @Test
    void theCurveOfABaselineIsOfTheModeThatItLearnsIn() {
        put(Topic.REWARDED_TRAJECTORIES, of("svrl.mmsearch_r1", run("a", "mmsearch_r1", Purpose.EVAL, 3, 1.0)));
        put(Topic.REWARDED_TRAJECTORIES, of("svrl.mmsearch_r1", run("b", "trained", Purpose.EVAL, 3, 0.0)));

        assertThat(board.overview().policies().get("svrl.mmsearch_r1").columns().get("heldOutAccuracy"))
                .containsExactly(1.0);
    }

    @Test
    void modesThatAPolicyDoesNotLearnInAreToldFromTheOneThatItDoes() {
        put(Topic.REWARDED_TRAJECTORIES, of("mcite", run("a", "cold_start", Purpose.EVAL, 0)));
        put(Topic.REWARDED_TRAJECTORIES, of("mcite", run("b", "trained", Purpose.EVAL, 3)));
        put(Topic.REWARDED_TRAJECTORIES, of("mcite.vrag_rl", run("c", "vrag_rl", Purpose.EVAL, 3)));
        put(Topic.REWARDED_TRAJECTORIES, of("mcite.vrag_rl", run("d", "trained", Purpose.EVAL, 3)));

        assertThat(board.overview().modes())
                .extracting(ModeTable.Figures::policy, ModeTable.Figures::mode, ModeTable.Figures::learns)
                .containsExactlyInAnyOrder(
                        tuple("mcite", "cold_start", false),
                        tuple("mcite", "trained", true),
                        tuple("mcite.vrag_rl", "vrag_rl", true),
                        tuple("mcite.vrag_rl", "trained", false));
    }

    @Test
    void setsOfQuestionsAreToldApartAndTheCurveIsOfTheOneThatWasEvaluatedFirst() {
        put(Topic.REWARDED_TRAJECTORIES, on("glyphs/7/strict/1", run("a", "trained", Purpose.EVAL, 3, 1.0)));
        put(Topic.REWARDED_TRAJECTORIES, on("glyphs/7/strict/2", run("b", "trained", Purpose.EVAL, 3, 1.0)));
        put(Topic.REWARDED_TRAJECTORIES, on("glyphs/7/all/1", run("c", "trained", Purpose.EVAL, 3, 0.0)));
        put(Topic.REWARDED_TRAJECTORIES, on("mine", run("d", "trained", Purpose.EVAL, 3, 0.0)));
        put(Topic.REWARDED_TRAJECTORIES, on(null, run("e", "trained", Purpose.EVAL, 3, 0.0)));

        Board.Overview overview = board.overview();
        assertThat(overview.modes())
                .extracting(
                        ModeTable.Figures::questions,
                        row -> row.scores().count(),
                        row -> row.scores().accuracy())
                .containsExactlyInAnyOrder(
                        tuple("glyphs/7/strict", 2L, 1.0),
                        tuple("glyphs/7/all", 1L, 0.0),
                        tuple("mine", 1L, 0.0),
                        tuple(null, 1L, 0.0));
        PolicyHistory.Figures history = overview.policies().get("acticl");
        assertThat(history.probed()).isEqualTo("glyphs/7/strict");
        assertThat(history.columns().get("heldOutAccuracy")).containsExactly(1.0);
    }

    @Test
    void whatWasRefusedWaitsNowhere() {
        Query query = Query.newBuilder()
                .setQueryId("q")
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("trained")
                .setGroupSize(1 << 30)
                .setPictures(List.of())
                .setText("")
                .build();
        put(Topic.QUERIES, query);
        ByteBuffer value = ByteBuffer.wrap(Codec.of(Query.class).encode(query));
        put(Topic.DEAD_LETTERS, new DeadLetter("INVALID_QUERY", "", "serve", null, "q", value, 0L));

        assertThat(board.overview().stations())
                .extracting(Flow.Station::name, Flow.Station::total, Flow.Station::waiting)
                .contains(tuple("ask", 0L, 0L), tuple("serve", 0L, 0L));
    }

    @Test
    void whatCannotBeDecodedIsCounted() {
        board.apply(List.of(incoming(Topic.QUERIES, new byte[] {1, 2, 3})));

        assertThat(board.overview().undecodable()).isEqualTo(1);
    }

    private static PolicyUpdate update(String policy, long version) {
        return PolicyUpdate.newBuilder()
                .setPolicy(policy)
                .setVersion(version)
                .setSha256("")
                .setCause(UpdateCause.TRAINED)
                .setStep(version)
                .setAnnouncedAt(1_000 + version)
                .build();
    }

    private static RewardedTrajectory run(String query, String mode, Purpose purpose, long version) {
        return run(query, mode, purpose, version, 1.0);
    }

    private static RewardedTrajectory run(String query, String mode, Purpose purpose, long version, double score) {
        return RewardedTrajectory.newBuilder()
                .setRef(new TrajectoryRef(query + "/0", "trajectories", 0, 0L))
                .setGroupId(query)
                .setQueryId(query)
                .setRolloutIndex(0)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode(mode)
                .setPurpose(purpose)
                .setDecoding(Decoding.GREEDY)
                .setPolicyVersionMin(version)
                .setPolicyVersionMax(version)
                .setStatus(RewardStatus.OK)
                .setComponents(Map.of("task", score))
                .setTermination(Termination.ANSWERED)
                .setStats(Map.of("shots", 2.0))
                .build();
    }

    private static RewardedTrajectory of(String policy, RewardedTrajectory run) {
        return RewardedTrajectory.newBuilder(run).setPolicy(policy).build();
    }

    @Test
    void withoutABankTheProbeAndTheEvaluationAreToldApartByTheirIds() {
        put(Topic.REWARDED_TRAJECTORIES, of("svrl", run("svrl-probe-3-0", "trained", Purpose.EVAL, 3, 1.0)));
        put(
                Topic.REWARDED_TRAJECTORIES,
                of("svrl", run("svrl-eval-strict-trained-null-s1-0", "trained", Purpose.EVAL, 3, 0.0)));
        put(Topic.REWARDED_TRAJECTORIES, of("svrl", run("eval-1700-trained-0", "trained", Purpose.EVAL, 3, 0.0)));

        assertThat(board.overview().modes())
                .extracting(ModeTable.Figures::questions)
                .containsExactlyInAnyOrder("probe", "eval-strict", "eval-1700");
        PolicyHistory.Figures history = board.overview().policies().get("svrl");
        assertThat(history.probed()).isEqualTo("probe");
        assertThat(history.columns().get("heldOutAccuracy")).containsExactly(1.0);
    }

    private static RewardedTrajectory on(String bankId, RewardedTrajectory run) {
        return RewardedTrajectory.newBuilder(run).setBankId(bankId).build();
    }

    private <T extends SpecificRecord> void put(Topic topic, T value) {
        @SuppressWarnings("unchecked") // a record's class is its own
        Codec<T> codec = (Codec<T>) codecs.computeIfAbsent(topic, fresh -> Codec.of(value.getClass()));
        board.apply(List.of(incoming(topic, codec.encode(value))));
    }

    private static Incoming incoming(Topic topic, byte[] value) {
        return new Incoming(topic.topicName(), 0, 0, 0, "key".getBytes(StandardCharsets.UTF_8), value);
    }
}
