// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.PolicyVersion;
import dev.eddy.connector.kafka.TopicReader;
import dev.eddy.local.report.Ledger;
import dev.eddy.local.report.LedgerReader;
import dev.eddy.local.report.ModeRow;
import dev.eddy.local.run.NewRun;
import dev.eddy.local.run.RunFolder;
import dev.eddy.operator.Incoming;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.ControlCommand;
import dev.eddy.schemas.GroupReceipt;
import dev.eddy.schemas.PolicyControl;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Termination;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import dev.eddy.schemas.UpdateCause;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole demo in processes of its own, each killed at another stage, and gone on with by the next. */
@Timeout(value = 1200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DemoKillITCase {
    /** Several times as many as may be under way at once, so that the second kill comes before the last. */
    private static final int GROUPS = 400;

    private static final int MODES = 6;
    private static final DemoSettings SETTINGS = SmallDemo.settings(GROUPS, "acticl");
    private static final Duration USUAL = Duration.ofMillis(250);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final String STARTED = "begin waiting for the first policy version";

    @TempDir
    private Path temp;

    /** What a read-committed reader of the run saw before the kills. */
    private final Seen seen = new Seen();

    @Test
    void aRunKilledAtEveryStageLosesNothingRepeatsNothingAndGivesEachVersionOneSetOfWeights() throws Exception {
        Path path = temp.resolve("run");
        NewRun.in(path).close();

        killWhen(path, NEVER, nothing -> true);
        assertThat(seen.records()).as("visible before the first checkpoint").isZero();

        killWhen(path, USUAL, sees -> sees.updates.size() >= 3); // as soon as version 2 is visible
        assertThat(seen.receipts).as("groups trained when killed").isNotEmpty().hasSizeLessThan(GROUPS);

        killWhen(path, USUAL, sees -> sees.evaluated != null);
        assertThat(seen.receipts).hasSize(GROUPS);
        assertThat(seen.rewarded)
                .filteredOn(id -> id.startsWith("eval-"))
                .as("evaluation runs scored when killed")
                .hasSizeLessThan(2 * MODES * SETTINGS.evaluationQueries());

        try (RunFolder folder = RunFolder.open(path);
                DemoRun run = DemoRun.start(
                        folder, SmallDemo.options(USUAL), SETTINGS, false, new SmallDemo.Printed(), () -> false)) {
            rollBack(run.runtime().client());
            run.run();
            run.stopJobs();
            check(folder, run.runtime().client());
            assertThat(run.runtime().restarts()).isZero();
            assertThat(run.evaluated().get("acticl").modes())
                    .hasSize(MODES)
                    .filteredOn(row -> row.mode().equals("trained"))
                    .as("judged by the version that was the newest when the killed process began to ask")
                    .extracting(ModeRow::policyVersion)
                    .containsOnly(seen.evaluated);
        }
    }

    /** Orders it and waits until what came of it is the newest version. */
    private static void rollBack(Properties client) throws Exception {
        PolicyControl order = PolicyControl.newBuilder()
                .setControlId("back")
                .setPolicy("acticl")
                .setCommand(ControlCommand.ROLLBACK)
                .setVersion(0L)
                .build();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            Topic.POLICY_CONTROL.topicName(),
                            "acticl".getBytes(UTF_8),
                            Codec.of(PolicyControl.class).encode(order)))
                    .get();
        }
        Codec<PolicyUpdate> updates = Codec.of(PolicyUpdate.class);
        try (TopicReader reader = TopicReader.fromBeginning(client, Topic.POLICY_UPDATES)) {
            UpdateCause newest = null;
            while (newest != UpdateCause.ROLLBACK) {
                for (Incoming record : reader.poll(Duration.ofMillis(100))) {
                    newest = updates.decode(record.value()).getCause();
                }
            }
        }
    }

    private void check(RunFolder folder, Properties client) throws Exception {
        Ledger ledger = LedgerReader.read(client, Duration.ofMinutes(2));
        assertThat(ledger.violations()).isEmpty();
        assertThat(ledger.rejected()).as("questions asked twice").isZero();
        assertThat(ledger.groups().formed()).isEqualTo(GROUPS);

        List<PolicyUpdate> updates = SmallDemo.read(client, Topic.POLICY_UPDATES, PolicyUpdate.class);
        assertThat(updates)
                .extracting(PolicyUpdate::getVersion)
                .containsExactlyElementsOf(
                        LongStream.range(0, updates.size()).boxed().toList());
        Set<PolicyVersion> announced = Versions.announced(updates);
        assertThat(announced).as("what was announced stays").containsAll(Versions.announced(seen.updates));
        PolicyUpdate newest = updates.get(updates.size() - 1);
        assertThat(stored(folder)).contains(newest.getVersion() + "-" + newest.getSha256());

        List<Trajectory> trajectories = SmallDemo.read(client, Topic.TRAJECTORIES, Trajectory.class);
        assertThat(trajectories).allSatisfy(trajectory -> {
            assertThat(trajectory.getTermination())
                    .isNotIn(Termination.MODEL_INFRA, Termination.TOOL_INFRA, Termination.CANCELLED);
            assertThat(Versions.written(trajectory)).isSubsetOf(announced);
        });
        assertThat(trajectories).extracting(Trajectory::getTrajectoryId).containsAll(seen.trajectories);
        assertThat(SmallDemo.read(client, Topic.REWARDED_TRAJECTORIES, RewardedTrajectory.class))
                .extracting(one -> one.getRef().getTrajectoryId())
                .containsAll(seen.rewarded);
        assertThat(SmallDemo.read(client, Topic.GROUP_RECEIPTS, GroupReceipt.class))
                .extracting(GroupReceipt::getGroupId)
                .containsAll(seen.receipts);
    }

    private static List<String> stored(RunFolder folder) throws Exception {
        try (Stream<Path> files = Files.list(Path.of(folder.store().policies()).resolve("acticl"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Runs the demo in a process of its own until what can be seen of it is enough. */
    private void killWhen(Path path, Duration checkpointInterval, Predicate<Seen> enough) throws Exception {
        SmallDemo.killWhen(
                path, SETTINGS, checkpointInterval, STARTED, Seen.TOPICS, seen::take, () -> enough.test(seen));
    }

    private static final class Seen {
        private static final Topic[] TOPICS = {
            Topic.QUERIES, Topic.TRAJECTORIES, Topic.REWARDED_TRAJECTORIES, Topic.GROUP_RECEIPTS, Topic.POLICY_UPDATES
        };

        private final Set<String> trajectories = new HashSet<>();
        private final Set<String> rewarded = new HashSet<>();
        private final Set<String> receipts = new HashSet<>();
        private final Set<PolicyUpdate> updates = new HashSet<>();
        /** Null until the evaluation of what was trained has begun. */
        private Long evaluated;

        private void take(Incoming record) {
            byte[] value = record.value();
            switch (Topic.named(record.topic())) {
                case QUERIES -> {
                    Query query = Codec.of(Query.class).decode(value);
                    if (query.getQueryId().startsWith("eval-strict-trained-")) {
                        evaluated = query.getPinnedVersion();
                    }
                }
                case TRAJECTORIES ->
                    trajectories.add(Codec.of(Trajectory.class).decode(value).getTrajectoryId());
                case REWARDED_TRAJECTORIES ->
                    rewarded.add(Codec.of(RewardedTrajectory.class)
                            .decode(value)
                            .getRef()
                            .getTrajectoryId());
                case GROUP_RECEIPTS ->
                    receipts.add(Codec.of(GroupReceipt.class).decode(value).getGroupId());
                case POLICY_UPDATES -> updates.add(Codec.of(PolicyUpdate.class).decode(value));
                default -> throw new IllegalStateException(record.topic());
            }
        }

        private int records() {
            return trajectories.size() + rewarded.size() + receipts.size() + updates.size();
        }
    }
}
