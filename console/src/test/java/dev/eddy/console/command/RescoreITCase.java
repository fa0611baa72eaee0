// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.console.topic.TopicWriter;
import dev.eddy.job.Rescorer;
import dev.eddy.job.Rescorer.Stored;
import dev.eddy.local.run.KafkaExtension;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Label;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.SourcePosition;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.TrajectoryRef;
import dev.eddy.schemas.TrajectorySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RescoreITCase {
    private static final String DEAR = "eddy.reward.settings.acticl.context-cost=0.2";

    @RegisterExtension
    static final KafkaExtension KAFKA = new KafkaExtension();

    private final CommandRun eddy = new CommandRun(KAFKA);

    @Test
    void eachScorerScoresATrajectoryOnceBesideTheOldRecord() throws Exception {
        try (TopicWriter writer = new TopicWriter(KAFKA.client())) {
            scored(writer, "kept", true, 5);
            scored(writer, "unlabelled", false, 5);
        }
        List<RewardedTrajectory> old = read(Topic.REWARDED_TRAJECTORIES);
        List<RewardedTrajectory> before = read(Topic.RESCORED_TRAJECTORIES);

        assertThat(rescore("-D", DEAR, "--to-version", "5"))
                .contains(
                        ": 2 written",
                        "2 of 2 rewards changed, by 0.0500 in the mean of all and 0.0500 at most",
                        "2 have no label");
        assertThat(rescore("-D", DEAR, "--to-version", "5"))
                .contains(": 0 written", "2 had been scored by this scorer before");
        assertThat(rescore("-D", DEAR, "--from-version", "61"))
                .contains(": 0 written")
                .doesNotContain("before");

        assertThat(read(Topic.REWARDED_TRAJECTORIES)).isEqualTo(old);
        List<RewardedTrajectory> dear = read(Topic.RESCORED_TRAJECTORIES);
        dear.removeIf(one -> before.contains(one));
        assertThat(dear).hasSize(2).allSatisfy(one -> {
            assertThat(one.getGroupId()).isEqualTo("kept");
            assertThat(one.getScorer()).startsWith("acticl/1+");
            assertThat(one.getAdvantage()).isNotNull();
            assertThat(old).extracting(RewardedTrajectory::getRef).contains(one.getRef());
        });
    }

    @Test
    void ofAGroupAllOrNoneIsScoredAndFirstScoresOfUnknownSettingsDoNotCount() throws Exception {
        try (TopicWriter writer = new TopicWriter(KAFKA.client())) {
            scored(writer, "mixed", true, 60);
        }
        assertThat(rescore("--from-version", "60")).contains(": 0 written");
        rescore("--to-version", "59");
        assertThat(read(Topic.RESCORED_TRAJECTORIES))
                .extracting(RewardedTrajectory::getGroupId)
                .doesNotContain("mixed");
        assertThat(rescore()).contains("by scorer acticl/1+");
        assertThat(read(Topic.RESCORED_TRAJECTORIES))
                .filteredOn(one -> one.getGroupId().equals("mixed"))
                .extracting(one -> Math.round(one.getAdvantage()))
                .containsExactly(1L, -1L);
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThat(eddy.run("rescore", "--agent", "oracle")).isEqualTo(2);
        assertThat(eddy.err()).contains("no reward for agent 'oracle'");
        assertThat(eddy.run("rescore", "--agent", "acticl", "-D", "eddy.reward.settings.acticl.colour=red"))
                .isEqualTo(2);
        assertThat(eddy.err()).contains("the reward cannot be made", "colour");
        assertThat(eddy.run("rescore", "--agent", "svrl")).isEqualTo(2);
        assertThat(eddy.err()).contains("the reward cannot be made", "'svrl'", "'eddy.verifier.name'");
    }

    private String rescore(String... more) {
        List<String> arguments = new ArrayList<>(List.of("rescore", "--agent", "acticl"));
        arguments.addAll(List.of(more));
        assertThat(eddy.run(arguments.toArray(String[]::new))).as(eddy.err()).isZero();
        return eddy.out();
    }

    /** A group of two as serve and reward job leave it, the second of a version of its own. */
    private static void scored(TopicWriter writer, String id, boolean labelled, long version) throws Exception {
        Label label = Label.newBuilder()
                .setQueryId(id)
                .setTargets(List.of("dax"))
                .setMetric("exact_match")
                .build();
        Codec<Trajectory> whole = Codec.of(Trajectory.class);
        Codec<TrajectorySummary> summary = Codec.projecting(Trajectory.class, TrajectorySummary.class);
        List<Stored> group = new ArrayList<>();
        for (int rollout = 0; rollout < 2; rollout++) {
            Trajectory run = Trajectory.newBuilder(ScriptedRun.of(query(id), rollout == 0 ? "dax" : "wug"))
                    .setTrajectoryId(id + "/" + rollout)
                    .setRolloutIndex(rollout)
                    .setTrainable(true)
                    .setStats(Map.of(
                            "contextTokens", 5.0, "bContext", 10.0, "acquisitionTokens", 0.0, "bAcquisition", 1.0))
                    .build();
            SourcePosition at = writer.write(Topic.TRAJECTORIES, id, run);
            group.add(new Stored(
                    summary.decode(whole.encode(run)),
                    new TrajectoryRef(run.getTrajectoryId(), at.getTopic(), at.getPartition(), at.getOffset())));
        }
        if (labelled) {
            writer.write(Topic.LABELS, id, label);
        }
        try (Rescorer rewardJob = Rescorer.open(new Configuration(), "acticl", System::currentTimeMillis)) {
            for (RewardedTrajectory run : rewardJob.rescore(group, label)) {
                long by = run.getRolloutIndex() == 0 ? run.getPolicyVersionMin() : version;
                RewardedTrajectory first = RewardedTrajectory.newBuilder(run)
                        .setScorer("acticl/1")
                        .setPolicyVersionMin(by)
                        .setPolicyVersionMax(by)
                        .build();
                writer.write(Topic.REWARDED_TRAJECTORIES, id, first);
            }
        }
    }

    private static List<RewardedTrajectory> read(Topic topic) {
        List<RewardedTrajectory> runs = new ArrayList<>();
        Codec<RewardedTrajectory> codec = Codec.of(RewardedTrajectory.class);
        CommittedConsumer.readAll(KAFKA.client(), topic, record -> runs.add(codec.decode(record.value())));
        return runs;
    }

    private static Query query(String id) {
        return Query.newBuilder()
                .setQueryId(id)
                .setAgent("acticl")
                .setPolicy("acticl")
                .setMode("zero_shot")
                .setPurpose(Purpose.TRAIN)
                .setGroupSize(2)
                .setPictures(List.of(new Picture("0".repeat(64), 64, 48, null)))
                .setText("Which? Allowed names: dax, wug.")
                .setBankId("bank/mine")
                .setTier("local")
                .build();
    }
}
