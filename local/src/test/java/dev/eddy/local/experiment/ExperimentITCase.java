// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.local.report.ModeRow;
import dev.eddy.local.report.Report;
import dev.eddy.local.report.Report.AgentReport;
import dev.eddy.local.run.RunRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ExperimentITCase {
    private static final long WORLD = 11;
    private static final int STEPS = 1;
    private static final int QUESTIONS = 5;

    @TempDir
    private static Path world;

    /** What all experiments on documents share: reading its pages takes longer than any of them. */
    private static Subject documents;

    @TempDir
    private Path folder;

    @BeforeAll
    static void open() throws Exception {
        documents = Subjects.open("mcite", null, WORLD, world);
    }

    @AfterAll
    static void close() throws Exception {
        documents.close();
    }

    @Test
    void asksEveryModeTheSameQuestionsAndGoesOnWhereItWasLeft() throws Exception {
        ExperimentPlan.Result first = run("one", List.of("untrained", "trained"), STEPS);
        AgentReport agent = first.report().agents().get("mcite");

        assertThat(agent.modes())
                .extracting(ModeRow::mode, ModeRow::evaluation)
                .extracting(Object::toString)
                .containsExactly(
                        "(\"untrained\", \"greedy\")",
                        "(\"untrained\", \"sampled\")",
                        "(\"trained\", \"greedy\")",
                        "(\"trained\", \"sampled\")");
        assertThat(agent.modes())
                .allSatisfy(row -> assertThat(row.bySeed())
                        .singleElement()
                        .satisfies(seed -> assertThat(seed.queries()).isEqualTo(QUESTIONS)))
                .as("the judge was asked about what was cited")
                .allSatisfy(row -> assertThat(row.metrics()).containsKey("citationConsistency"));
        assertThat(agent.learningCurve()).hasSize(STEPS).allSatisfy(point -> {
            assertThat(point.mode()).as("its policy").isEqualTo("mcite");
            assertThat(point.metrics())
                    .as("training pays for no judge")
                    .containsKey("meanIoU")
                    .doesNotContainKey("citationConsistency");
        });
        assertThat(first.table()).contains("| `trained` | greedy |");

        Path done = folder.resolve("one/seed-1-trained-greedy.avro");
        FileTime written = Files.getLastModifiedTime(done);
        ExperimentPlan.Result again = run("one", List.of("untrained", "trained", "no_cit"), STEPS);

        assertThat(Files.getLastModifiedTime(done)).isEqualTo(written);
        assertThat(again.report().agents().get("mcite").modes().subList(0, 4)).isEqualTo(agent.modes());
        assertThatThrownBy(() -> run("one", List.of("trained"), STEPS + 1))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("another experiment")
                .hasMessageContaining("--folder");
    }

    @Test
    void theSameSeedsGiveTheSameTable() throws Exception {
        Report one = run("one", List.of("trained"), STEPS).report();
        Report other = run("other", List.of("trained"), STEPS).report();

        assertThat(withoutTimes(other)).isEqualTo(withoutTimes(one));
    }

    @Test
    void aRewardThatAsksAJudgeHasOne() throws Exception {
        List<ModeRow> rows =
                run("one", List.of("vrag_rl"), 1).report().agents().get("mcite").modes();

        assertThat(rows).hasSize(2).allSatisfy(row -> assertThat(row.metrics()).containsEntry("rewarded", 1.0));
    }

    @Test
    void onePageAndOneAnswerIsWhatTheLoopIsComparedWithWhereItIsAskedFor() throws Exception {
        List<ModeRow> rows = run("one", List.of("rag", "react"), 1)
                .report()
                .agents()
                .get("mcite")
                .modes();

        assertThat(rows).extracting(ModeRow::mode).containsExactly("rag", "rag", "react", "react");
        assertThat(rows.get(0).metrics())
                .containsEntry("rewarded", 1.0)
                .containsEntry("pages", 1.0)
                .containsEntry("crops", 0.0);
    }

    @Test
    void thePapersBaselinesOfSearchAreThereWhereTheyAreAskedFor() throws Exception {
        List<ModeRow> rows = plan("svrl", List.of("react", "llm_judge", "trained_tts_k8"), 1, Map.of())
                .run(folder, (progress, what) -> {})
                .report()
                .agents()
                .get("svrl")
                .modes();

        assertThat(rows).extracting(ModeRow::mode).contains("react", "llm_judge", "trained_tts_k8");
        assertThat(rows)
                .as("the judge was there to ask, and the encoder")
                .allSatisfy(row ->
                        assertThat(row.metrics()).containsEntry("rewarded", 1.0).containsKey("judgeAccuracy"));
    }

    @Test
    void trainsByAllSettingsThatTheJobsTrainerHas() throws Exception {
        List<String> modes = List.of("trained");
        assertThat(run("paper", modes, 1, Map.of("preset", "paper"))
                        .report()
                        .agents()
                        .get("mcite")
                        .learningCurve())
                .hasSize(1);
        assertThatThrownBy(() -> run("absent", modes, 1, Map.of("kl", "0.01", "kl-reference", "mcite@9")))
                .hasMessageContaining("version 9 of policy 'mcite'");
        assertThatThrownBy(() -> run("quick", modes, 1, Map.of("preset", "quick")))
                .hasMessageContaining("no preset 'quick'");
        assertThatThrownBy(() -> run("paper", modes, 1)).hasMessageContaining("another experiment");
    }

    @Test
    void refusesWhatIsNotThere() {
        assertThatThrownBy(() -> run("one", List.of("trained", "no_cat"), STEPS))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'no_cat'")
                .hasMessageContaining("no_cit");
        assertThatThrownBy(() -> Subjects.open("acticle", null, 7, folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'acticle'")
                .hasMessageContaining("acticl");
    }

    /** The figures of each mode and seed, but for those in milliseconds. */
    private static List<Map<String, Double>> withoutTimes(Report report) {
        return report.agents().get("mcite").modes().stream()
                .flatMap(row -> row.bySeed().stream())
                .map(seed -> {
                    Map<String, Double> figures = new TreeMap<>(seed.metrics());
                    figures.put("meanReward", seed.meanReward());
                    figures.keySet().removeIf(name -> name.endsWith("Ms"));
                    return figures;
                })
                .toList();
    }

    private ExperimentPlan.Result run(String name, List<String> modes, int steps) throws Exception {
        return run(name, modes, steps, Map.of());
    }

    private ExperimentPlan.Result run(String name, List<String> modes, int steps, Map<String, String> ofTrainer)
            throws Exception {
        AtomicLong last = new AtomicLong();
        ExperimentPlan.Result result = plan("mcite", modes, steps, ofTrainer)
                .run(documents, folder.resolve(name), (progress, what) -> {
                    assertThat(progress.done()).isLessThanOrEqualTo(progress.total());
                    last.accumulateAndGet(progress.done(), Math::max);
                });
        assertThat(last).hasPositiveValue();
        return result;
    }

    private static ExperimentPlan plan(String agent, List<String> modes, int steps, Map<String, String> ofTrainer) {
        return new ExperimentPlan(agent, null, modes, 1, WORLD, 0, steps, QUESTIONS, ofTrainer);
    }
}
