// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.console.demo.DemoTable;
import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.local.demo.DemoRun;
import dev.eddy.local.demo.DemoSettings;
import dev.eddy.local.demo.RunProgress;
import dev.eddy.local.experiment.ColdStartFile;
import dev.eddy.local.experiment.ColdStarts;
import dev.eddy.local.experiment.ColdStarts.Taught;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.policy.Stores;
import dev.eddy.local.report.Report.AgentReport;
import dev.eddy.local.run.LocalOptions;
import dev.eddy.local.run.NewRun;
import dev.eddy.local.run.RunFolder;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Topic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that work beside a run that serves all agents: collecting, what is learnt of it, and evaluating. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BesideARunITCase {
    private static final int EVALUATED = 3;
    private static final DemoSettings SETTINGS = new DemoSettings(
            List.of("acticl", "mcite", "svrl"), null, 7, 1, 2, 1, 1, 1, 8, 5, 1, 1, EVALUATED, Map.of());
    private static final int QUESTIONS = 60;

    @TempDir
    private static Path temp;

    private static RunFolder folder;
    private static DemoRun run;
    private static Map<String, AgentReport> evaluated;

    private final CommandRun eddy = new CommandRun(temp.resolve("run"));

    @BeforeAll
    static void train() throws Exception {
        folder = NewRun.in(temp.resolve("run"));
        teachSvrlNothing();
        run = DemoRun.start(folder, LocalOptions.DEFAULT, SETTINGS, false, new Silent(), () -> false);
        run.run();
        evaluated = run.evaluated();
    }

    @AfterAll
    static void end() throws Exception {
        try (RunFolder held = folder;
                DemoRun ended = run) {
            ended.stopJobs();
        }
    }

    /** In place of its 15,000 runs a policy. */
    private static void teachSvrlNothing() throws Exception {
        try (Subject subject = Subjects.open("svrl", null, SETTINGS.seed(), folder.root())) {
            for (String mode : subject.learnedLive()) {
                try (PolicyTrainer fresh = subject.family()
                        .trainer(
                                subject.ports().get(BlobStore.class),
                                new Stores(Map.of()),
                                subject.trainerSettings(mode))) {
                    ColdStarts.remember(
                            ColdStarts.inRun(folder.root(), "svrl"),
                            SETTINGS.seed(),
                            subject.coldStartMode(mode),
                            new Taught(fresh.weights(), new TreeMap<>(Map.of("kept", 1))));
                }
            }
        }
    }

    @Test
    void runsOfATeacherAreKeptOrCountedAndTeachAPolicyThatTeachesInItsTurn() throws Exception {
        assertThat(collect("--agent", "mcite", "--questions", "6")).contains(": 6 runs of mcite.script at version 0");
        assertThat(fates().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(6);
        assertThat(collect("--agent", "mcite", "--questions", "2")).contains("of mcite.script at version 0");

        String first = collect("--agent", "acticl", "--questions", Integer.toString(QUESTIONS));
        Map<String, Integer> fates = fates();
        assertThat(first).contains(": " + QUESTIONS + " runs of acticl.teacher at version 0");
        assertThat(fates).containsKeys("kept", "wrong_answer");
        String id = first.substring(0, first.indexOf(':'));
        assertThat(collected(run.runtime().client(), "acticl"))
                .hasSize(fates.get("kept"))
                .allSatisfy(one -> assertThat(one.getQueryId()).startsWith(id));

        Path coldStart = temp.resolve("cold-start.json");
        assertThat(eddy.run("imitate", "--agent", "acticl", "--from", id, "--to", coldStart.toString()))
                .as(eddy.err())
                .isZero();
        Taught taught = ColdStartFile.read(coldStart).taught();
        assertThat(taught.fates()).isEqualTo(fates);
        assertThat(eddy.out())
                .contains("taught by " + fates.get("kept") + " of " + fates.get("kept") + " kept runs")
                .contains("weights " + Sha256.hex(taught.weights()));

        assertThat(collect(
                        "--agent",
                        "acticl",
                        "--teacher",
                        "policy",
                        "--cold-start",
                        coldStart.toString(),
                        "--questions",
                        "2"))
                .contains(": 2 runs of acticl.teacher at version 1");

        String file = coldStart.toString();
        String other = "agent 'acticl' in mode 'trained'";
        refused(other, "collect", "--agent", "mcite", "--teacher", "policy", "--cold-start", file);
        assertThat(eddy.err()).contains("agent 'mcite' in one of the modes");
        refused(other, "imitate", "--agent", "mcite", "--begin-with", file, "--to", file);
        assertThat(eddy.err()).contains("agent 'mcite' in one of the modes");
        refused("agent 'acticl' has no scripted teacher", "collect", "--agent", "acticl", "--teacher", "scripted");
        refused("no kept run of agent 'acticl'", "imitate", "--agent", "acticl", "--from", "nothing", "--to", file);
    }

    /** The agent draws nothing that depends on an id, so not a figure differs. */
    @Test
    void anEvaluationPrintsTheTableOfTheDemo() {
        StringWriter table = new StringWriter();
        DemoTable.print(
                new PrintWriter(table),
                "mcite, held-out questions about what training has not seen:",
                evaluated.get("mcite").modes(),
                run.columns("mcite"));

        assertThat(evaluate("--policy", "mcite")).isEqualTo(table.toString());
        assertThat(evaluate("--policy", "vrag_rl")).isEqualTo(table.toString());
    }

    @Test
    void anEvaluationAsksEveryModeOfEveryAgentWithItsOwnPolicy() {
        assertThat(modes(evaluate("--policy", "svrl.mmsearch_r1")))
                .containsExactly("direct", "cold_start", "trained", "mmsearch_r1");
        assertThat(eddy.out()).contains("searchRatio", "searchPrecision");
        assertThat(modes(evaluate()))
                .containsExactly(
                        "zero_shot", "random 4", "mmices 4", "untrained adaptive", "trained 4", "trained adaptive");
        assertThat(eddy.out()).contains("shots", "calls");
        assertThat(modes(evaluate("--all-classes", "--modes", "random:2,trained", "--at-version", "0")))
                .containsExactly("random 2", "trained adaptive");
        assertThat(eddy.out()).contains("among all classes", " 2.00 ");
        assertThat(modes(evaluate("--policy", "svrl", "--modes", "rag"))).containsExactly("rag");
    }

    @Test
    void anEvaluationThatCannotBeIsRefused() {
        refused("there are acticl", "eval", "--policy", "oracle");
        refused("'mcite' has no announced version 99", "eval", "--policy", "mcite", "--at-version", "99");
        refused("leave out --all-classes", "eval", "--policy", "svrl", "--all-classes");
        refused("no mode 'no_cit'", "eval", "--policy", "mcite", "--modes", "no_cit");
        refused("direct takes no count", "eval", "--policy", "svrl", "--modes", "direct:4");
    }

    private void refused(String because, String... arguments) {
        assertThat(eddy.run(arguments)).isEqualTo(2);
        assertThat(eddy.err()).contains(because);
    }

    private String evaluate(String... arguments) {
        List<String> all = new ArrayList<>(List.of("eval", "--questions", Integer.toString(EVALUATED)));
        all.addAll(Arrays.asList(arguments));
        assertThat(eddy.run(all.toArray(String[]::new))).as(eddy.err()).isZero();
        return eddy.out();
    }

    /** With their counts; a table's first columns have that width. */
    private static List<String> modes(String table) {
        return table.lines().skip(2).map(row -> row.substring(0, 20).strip()).toList();
    }

    private String collect(String... arguments) {
        List<String> all = new ArrayList<>(List.of("collect"));
        all.addAll(List.of(arguments));
        assertThat(eddy.run(all.toArray(String[]::new))).as(eddy.err()).isZero();
        return eddy.out();
    }

    private Map<String, Integer> fates() {
        List<String> lines = eddy.out().lines().toList();
        Map<String, Integer> fates = new TreeMap<>();
        for (String line : lines.subList(1, lines.size() - 1)) {
            String[] words = line.strip().split("\\s+");
            fates.put(words[1], Integer.valueOf(words[0]));
        }
        return fates;
    }

    private static List<RewardedTrajectory> collected(Properties client, String agent) {
        List<RewardedTrajectory> runs = new ArrayList<>();
        Codec<RewardedTrajectory> codec = Codec.of(RewardedTrajectory.class);
        CommittedConsumer.readAll(
                client, Topic.COLLECTED_TRAJECTORIES, record -> runs.add(codec.decode(record.value())));
        runs.removeIf(run -> !run.getAgent().equals(agent));
        return runs;
    }

    private static final class Silent implements RunProgress {
        @Override
        public void begin(String what, long total) {}

        @Override
        public void at(long done, String note) {}

        @Override
        public void end() {}

        @Override
        public void note(String line) {}
    }
}
