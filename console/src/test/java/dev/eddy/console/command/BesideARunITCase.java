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
import dev.eddy.local.experiment.Part;
import dev.eddy.local.experiment.Subject;
import dev.eddy.local.experiment.Subjects;
import dev.eddy.local.report.Report.AgentReport;
import dev.eddy.local.run.LocalOptions;
import dev.eddy.local.run.NewRun;
import dev.eddy.local.run.RunFolder;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PolicyTrainer;
import dev.eddy.port.Stores;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Purpose;
import dev.eddy.schemas.Query;
import dev.eddy.schemas.RewardStatus;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Topic;
import dev.eddy.schemas.Trajectory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
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
            List.of("acticl", "mcite", "svrl"), null, 7, 1, 2, 1, 1, 1, 8, 5, 1, 1, EVALUATED, "embedded", Map.of());
    private static final int QUESTIONS = 60;

    @TempDir
    private static Path temp;

    private static RunFolder folder;
    private static DemoRun run;
    private static Map<String, AgentReport> evaluated;

    private final CommandRun eddy = new CommandRun(temp.resolve("run"));

    @BeforeAll
    static void train() throws Exception {
        folder = NewRun.in(temp.resolve("run"), Map.of("demo.agent", "all"));
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
        assertThat(collected("acticl"))
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
        assertThat(modes(evaluate("--policy", "acticl")))
                .containsExactly(
                        "zero_shot", "random 4", "mmices 4", "untrained adaptive", "trained 4", "trained adaptive");
        assertThat(eddy.out()).contains("shots", "calls");
        assertThat(modes(evaluate(
                        "--policy", "acticl", "--all-classes", "--modes", "random:2,trained", "--at-version", "0")))
                .containsExactly("random 2", "trained adaptive");
        assertThat(eddy.out()).contains("among all classes", " 2.00 ");
        assertThat(modes(evaluate("--policy", "svrl", "--modes", "rag"))).containsExactly("rag");
    }

    @Test
    void anEvaluationThatCannotBeIsRefused() {
        refused("serves acticl, mcite, svrl, not agent 'oracle'", "ask", "--agent", "oracle", "--text", "?");
        refused("mode 'trainde' is none of", "ask", "--agent", "svrl", "--text", "?", "--mode", "trainde");
        refused("--policy is needed: the run in " + temp.resolve("run") + " serves [acticl, mcite, svrl]", "eval");
        refused("there are acticl", "eval", "--policy", "oracle");
        refused("'mcite' has no announced version 99", "eval", "--policy", "mcite", "--at-version", "99");
        refused("leave out --all-classes", "eval", "--policy", "svrl", "--all-classes");
        refused("no mode 'no_cit'", "eval", "--policy", "mcite", "--modes", "no_cit");
        refused("direct takes no count", "eval", "--policy", "svrl", "--modes", "direct:4");
    }

    @Test
    void anyAgentIsAskedWhatItsQuestionsNeed() throws Exception {
        try (Subject mcite = Subjects.open("mcite", null, SETTINGS.seed(), folder.root());
                Subject svrl = Subjects.open("svrl", null, SETTINGS.seed(), folder.root())) {
            Query page = asked(mcite);
            Query emblem = asked(svrl);
            String picture = file(emblem.getPictures().get(0));

            Trajectory cited = ask("--agent", "mcite", "--text", page.getText(), "--corpus", page.getBankId());
            assertThat(cited.getQuery().getBankId()).isEqualTo(page.getBankId());
            assertThat(cited.getRows()).isNotEmpty();
            Trajectory searched = ask("--agent", "svrl", "--text", emblem.getText(), "--picture", picture);
            assertThat(searched.getQuery().getBankId()).isNull();
            assertThat(searched.getRows()).isNotEmpty();

            refused("--agent is needed", "ask", "--text", page.getText());
            refused("a query must have no pictures", "ask", "--agent", "mcite", "--text", "?", "--picture", picture);
            assertThat(eddy.err()).contains("the question was refused", "needs a bankId");
        }
    }

    @Test
    void aQuestionAskedAgainIsTheSameButForWhatIsGiven() throws Exception {
        Query before = query("svrl.mmsearch_r1");

        Query again = ask("--again", before.getQueryId()).getQuery();

        assertThat(again.getAgent()).isEqualTo("svrl");
        assertThat(again.getPolicy()).isEqualTo("svrl.mmsearch_r1");
        assertThat(again.getMode()).isEqualTo("mmsearch_r1");
        assertThat(again.getText()).isEqualTo(before.getText());
        assertThat(again.getPinnedVersion()).isNull();
        Query otherwise = ask("--again", before.getQueryId(), "--agent", "svrl", "--mode", "direct")
                .getQuery();
        assertThat(otherwise.getPolicy()).isEqualTo("svrl");
        assertThat(otherwise.getMode()).isEqualTo("direct");
    }

    /** Its reward asks a verifier about every search. */
    @Test
    void whatTheRunScoredIsScoredAgainByTheVerifierOfTheRun() {
        int before = read(Topic.RESCORED_TRAJECTORIES, RewardedTrajectory.class).size();

        assertThat(eddy.run("rescore", "--agent", "svrl")).as(eddy.err()).isZero();

        assertThat(eddy.out())
                .containsPattern("(?m)^0 of [1-9]\\d* rewards changed")
                .doesNotContain("no reward that had one");
        List<RewardedTrajectory> again = read(Topic.RESCORED_TRAJECTORIES, RewardedTrajectory.class);
        assertThat(again.subList(before, again.size()))
                .filteredOn(one -> one.getStats().get("searched") > 0)
                .isNotEmpty()
                .allSatisfy(one -> {
                    assertThat(one.getStatus()).isEqualTo(RewardStatus.OK);
                    assertThat(one.getSearchLabels()).isNotEmpty();
                });
    }

    private static Query asked(Subject subject) {
        return subject.ask(Part.TEST, 1, "unasked")
                .query()
                .setAgent(subject.agent())
                .setPolicy(subject.agent())
                .setMode("trained")
                .build();
    }

    private static String file(Picture picture) {
        String name = picture.getSha256();
        return folder.blobs().resolve(name.substring(0, 2)).resolve(name).toString();
    }

    /** The run of a question that is taken; it need not come to an answer. */
    private Trajectory ask(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("ask"));
        all.addAll(Arrays.asList(arguments));
        assertThat(eddy.run(all.toArray(String[]::new))).as(eddy.err()).isLessThan(2);
        Matcher id = Pattern.compile("replay (\\S+)").matcher(eddy.out());
        assertThat(id.find()).as(eddy.out()).isTrue();
        return only(
                Topic.TRAJECTORIES,
                Trajectory.class,
                run -> run.getTrajectoryId().equals(id.group(1)));
    }

    /** One that the demo has asked for its evaluation. */
    private static Query query(String policy) {
        return only(
                Topic.QUERIES,
                Query.class,
                query -> query.getPurpose() == Purpose.EVAL && query.getPolicy().equals(policy));
    }

    private static <T extends SpecificRecord> T only(Topic topic, Class<T> type, Predicate<T> wanted) {
        return read(topic, type).stream().filter(wanted).findFirst().orElseThrow();
    }

    private static <T extends SpecificRecord> List<T> read(Topic topic, Class<T> type) {
        List<T> found = new ArrayList<>();
        Codec<T> codec = Codec.of(type);
        CommittedConsumer.readAll(run.runtime().client(), topic, record -> found.add(codec.decode(record.value())));
        return found;
    }

    @Test
    void servingFollowsTheOrdersAboutAPolicy() throws Exception {
        long before = newest();
        order("rollback", "--policy", "acticl", "--to-version", "0");
        long newest = newest();
        while (newest == before) {
            newest = newest();
        }
        awaitAnswerBy(newest);
        order("pin", "--policy", "acticl", "--to-version", "0");
        awaitAnswerBy(0);
        order("unpin", "--policy", "acticl");
        awaitAnswerBy(newest);
        order("flush", "--policy", "acticl");
    }

    private static long newest() {
        return Announced.on(run.runtime().client()).newest("acticl");
    }

    private void order(String... arguments) {
        assertThat(eddy.run(arguments)).as(eddy.err()).isZero();
        assertThat(eddy.out()).contains("ordered").contains("acticl");
    }

    /** An order is obeyed some moments after it was given. */
    private void awaitAnswerBy(long version) {
        String question = "acticl-eval-strict-zero_shot-null-s1-0";
        do {
            assertThat(eddy.run("ask", "--again", question)).as(eddy.err()).isZero();
        } while (!eddy.out().contains("policy version " + version + " "));
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

    private static List<RewardedTrajectory> collected(String agent) {
        List<RewardedTrajectory> runs = read(Topic.COLLECTED_TRAJECTORIES, RewardedTrajectory.class);
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
