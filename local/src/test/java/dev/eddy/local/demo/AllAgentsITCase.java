// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.connector.otlp.FakeCollector;
import dev.eddy.job.TraceJob;
import dev.eddy.local.experiment.ColdStarts.Summary;
import dev.eddy.local.experiment.ColdStarts.Taught;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.report.ModeRow;
import dev.eddy.local.report.Report;
import dev.eddy.local.report.Report.CurvePoint;
import dev.eddy.local.run.NewRun;
import dev.eddy.local.run.RunFolder;
import dev.eddy.operator.Incoming;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.PolicyUpdate;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All agents in one set of jobs, killed while they learn and gone on with. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AllAgentsITCase {
    private static final int GROUPS = 32;
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final String[] AGENTS = {"acticl", "mcite", "svrl"};
    private static final DemoSettings SETTINGS = SmallDemo.settings(GROUPS, AGENTS);
    private static final Set<String> POLICIES = Set.of("acticl", "mcite", "mcite.vrag_rl", "svrl", "svrl.mmsearch_r1");

    /**
     * Of what has limits or happens only elsewhere: calls to servers, calls refused, letters, other agents' trainers. And shares of
     * SVRL's text searches and of its good queries: an agent that was taught nothing may have had none since the run went on.
     */
    private static final Set<String> NOT_IN_EVERY_RUN = Set.of(
            "agent_code_count_decoding_mode_policy_purpose_rejectedCallShareByCode",
            "agent_count_decoding_mode_policy_purpose_encoderFailures",
            "agent_count_decoding_mode_policy_purpose_noUsefulGivenGoodQuery",
            "agent_count_decoding_mode_policy_purpose_uniqueQueries",
            "agent_count_decoding_mode_policy_purpose_wrongGivenGoodQuery",
            "agent_count_decoding_mode_policy_purpose_wrongGivenUseful",
            "job_reason_deadLetters",
            "policy_train_answerer_sharpness",
            "policy_train_answerer_trust",
            "policy_trainer_answererSharpness",
            "policy_trainer_answererTrust",
            "policy_trainer_referenceKl",
            "port_port_breaker_state",
            "port_port_calls_failed_total",
            "port_port_calls_in_flight",
            "port_port_calls_refused_total",
            "port_port_calls_retried_total",
            "port_port_calls_waiting",
            "port_port_concurrency_limit");

    @TempDir
    private Path temp;

    @Test
    void theAgentsLearnSideBySideFromTheirColdStartsAndTheLedgerBalancesThroughAKill() throws Exception {
        Path path = temp.resolve("run");
        NewRun.in(path).close();
        teachSvrlNothing(path);
        Map<String, String> begun = killOnceAllHaveLearnt(path);
        Map<Path, FileTime> taught = coldStarts(path);

        try (RunFolder folder = RunFolder.open(path);
                FakeCollector collector = new FakeCollector();
                DemoRun run = DemoRun.start(
                        folder,
                        SmallDemo.options(INTERVAL),
                        SmallDemo.settings(GROUPS, Map.of(TraceJob.ENDPOINT.key(), collector.endpoint()), AGENTS),
                        false,
                        new SmallDemo.Printed(),
                        () -> false)) {
            run.run();
            TracesOfRuns.check(collector, run.runtime().client());
            checkMetrics(Scrape.of(folder.ports().metrics()));
            run.stopJobs();
            Report report = run.report();
            assertThat(report.ledger().violations()).isEmpty();
            assertThat(report.ledger().rejected()).isZero();
            assertThat(report.ledger().groups().formed()).isEqualTo((long) GROUPS * POLICIES.size());
            assertThat(report.world()).isEqualTo("all");
            check(report);
            List<PolicyUpdate> updates =
                    SmallDemo.read(run.runtime().client(), Topic.POLICY_UPDATES, PolicyUpdate.class);
            assertThat(first(updates)).as("weights begun with").isEqualTo(begun).hasSize(POLICIES.size());
            assertThat(SmallDemo.read(run.runtime().client(), Topic.TRAJECTORIES, Trajectory.class))
                    .extracting(trajectory -> trajectory.getQuery().getPolicy())
                    .hasSameElementsAs(POLICIES);
            assertThat(run.runtime().restarts()).isZero();
        }
        assertThat(coldStarts(path)).as("taught once").isEqualTo(taught).hasSize(3);
    }

    /** In place of its 15,000 runs a policy: what a folder holds as taught is not taught again. */
    private static void teachSvrlNothing(Path run) throws Exception {
        try (Subject subject = Subjects.open("svrl", null, SETTINGS.seed(), run)) {
            for (String mode : List.of("trained", "mmsearch_r1")) {
                Map<String, String> settings = new TreeMap<>(subject.trainerSettings(mode));
                settings.put("seed", Long.toString(mode.length()));
                try (PolicyTrainer fresh = subject.family()
                        .trainer(subject.ports().get(BlobStore.class), new Stores(Map.of()), settings)) {
                    Path file =
                            run.resolve("cold-start/svrl/seed-" + SETTINGS.seed() + "-cold-start-" + mode + ".json");
                    Files.createDirectories(file.getParent());
                    new ObjectMapper()
                            .writeValue(file.toFile(), new Taught(fresh.weights(), new TreeMap<>(Map.of("kept", 1))));
                }
            }
        }
    }

    private static void checkMetrics(Scrape scrape) {
        assertThat(scrape.unknown()).as("registered and not known").isEmpty();
        assertThat(scrape.missing()).as("known and not registered").isSubsetOf(NOT_IN_EVERY_RUN);
    }

    private static void check(Report report) {
        assertThat(report.agents()).containsOnlyKeys("acticl", "mcite", "svrl");
        assertThat(modes(report, "svrl")).containsExactlyInAnyOrder("direct", "cold_start", "trained", "mmsearch_r1");
        assertThat(modes(report, "mcite")).containsExactlyInAnyOrder("cold_start", "trained", "vrag_rl");
        assertThat(report.runtime().stepsPerSecond()).isPositive();
        assertThat(report.agents())
                .allSatisfy((agent, table) -> assertThat(table.modes())
                        .allSatisfy(row -> assertThat(row.meanCalls()).as(agent).isNotNull())
                        .filteredOn(row -> row.mode().equals("trained"))
                        .allSatisfy(row -> assertThat(row.meanCalls()).as(agent).isPositive()));
        assertThat(report.agents().get("acticl").coldStart()).isNull();
        assertThat(report.agents().get("svrl").coldStart())
                .as("its own alone")
                .isEqualTo(new Summary(1, 1, new TreeMap<>()));
        assertThat(report.agents().get("svrl").modesAllClasses()).isNull();
        Set<String> curves = new TreeSet<>();
        report.agents()
                .values()
                .forEach(agent -> agent.learningCurve().stream()
                        .filter(point -> point.heldOutAccuracy() != null)
                        .map(CurvePoint::mode)
                        .forEach(curves::add));
        assertThat(curves).containsExactlyInAnyOrderElementsOf(POLICIES);
        assertThat(row(report, "svrl", "trained").metrics()).containsKeys("searchRatio", "judgeAccuracy");
        assertThat(row(report, "mcite", "trained").metrics())
                .containsKeys("meanIoU", "gatePassShare", "citationConsistency");
        assertThat(row(report, "mcite", "cold_start").policyVersion()).isZero();
        assertThat(row(report, "mcite", "trained").policyVersion()).isPositive();
    }

    private static List<String> modes(Report report, String agent) {
        return report.agents().get(agent).modes().stream().map(ModeRow::mode).toList();
    }

    private static ModeRow row(Report report, String agent, String mode) {
        return report.agents().get(agent).modes().stream()
                .filter(row -> row.mode().equals(mode))
                .findFirst()
                .orElseThrow();
    }

    /** The hash of version 0, by policy. */
    private static Map<String, String> first(List<PolicyUpdate> updates) {
        Map<String, String> first = new TreeMap<>();
        updates.stream()
                .filter(update -> update.getVersion() == 0)
                .forEach(update -> first.merge(update.getPolicy(), update.getSha256(), (one, other) -> one + other));
        return first;
    }

    private static Map<Path, FileTime> coldStarts(Path run) throws Exception {
        Map<Path, FileTime> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(run.resolve("cold-start"))) {
            for (Path file :
                    all.filter(each -> each.toString().endsWith(".json")).toList()) {
                files.put(file, Files.getLastModifiedTime(file));
            }
        }
        return files;
    }

    /** Answers with the hashes of the versions 0 that were announced. */
    private static Map<String, String> killOnceAllHaveLearnt(Path path) throws Exception {
        Codec<PolicyUpdate> updates = Codec.of(PolicyUpdate.class);
        Map<String, String> begun = new TreeMap<>();
        Set<String> learnt = new TreeSet<>();
        Consumer<Incoming> take = record -> {
            PolicyUpdate update = updates.decode(record.value());
            if (update.getVersion() == 0) {
                begun.put(update.getPolicy(), update.getSha256());
            } else {
                learnt.add(update.getPolicy());
            }
        };
        Topic[] topics = {Topic.POLICY_UPDATES};
        SmallDemo.killWhen(
                path, SETTINGS, INTERVAL, "begin training", topics, take, () -> learnt.containsAll(POLICIES));
        return begun;
    }
}
