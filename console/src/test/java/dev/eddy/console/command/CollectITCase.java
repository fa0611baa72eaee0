// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.console.topic.CommittedConsumer;
import dev.eddy.local.demo.DemoRun;
import dev.eddy.local.demo.DemoSettings;
import dev.eddy.local.demo.RunProgress;
import dev.eddy.local.experiment.ColdStartFile;
import dev.eddy.local.experiment.ColdStarts.Taught;
import dev.eddy.local.run.LocalOptions;
import dev.eddy.local.run.NewRun;
import dev.eddy.local.run.RunFolder;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.RewardedTrajectory;
import dev.eddy.schemas.Sha256;
import dev.eddy.schemas.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Collecting beside a run that serves, and what is learnt of it. */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CollectITCase {
    private static final DemoSettings SETTINGS =
            new DemoSettings(List.of("acticl", "mcite"), null, 7, 1, 2, 1, 1, 1, 8, 5, 1, 1, 1, Map.of());
    private static final int QUESTIONS = 60;

    @TempDir
    private Path temp;

    @Test
    void runsOfATeacherAreKeptOrCountedAndTeachAPolicyThatTeachesInItsTurn() throws Exception {
        Path path = temp.resolve("run");
        CommandRun eddy = new CommandRun(path);
        try (RunFolder folder = NewRun.in(path);
                DemoRun run = DemoRun.start(folder, LocalOptions.DEFAULT, SETTINGS, false, new Silent(), () -> false)) {
            Properties client = run.runtime().client();

            assertThat(collect(eddy, "--agent", "mcite", "--questions", "6"))
                    .contains(": 6 runs of mcite.script at version 0");
            assertThat(fates(eddy).values().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(6);
            assertThat(collect(eddy, "--agent", "mcite", "--questions", "2")).contains("of mcite.script at version 0");

            String first = collect(eddy, "--agent", "acticl", "--questions", Integer.toString(QUESTIONS));
            Map<String, Integer> fates = fates(eddy);
            assertThat(first).contains(": " + QUESTIONS + " runs of acticl.teacher at version 0");
            assertThat(fates).containsKeys("kept", "wrong_answer");
            String id = first.substring(0, first.indexOf(':'));
            assertThat(collected(client, "acticl"))
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
                            eddy,
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
            assertThat(eddy.run("collect", "--agent", "mcite", "--teacher", "policy", "--cold-start", file))
                    .isEqualTo(2);
            assertThat(eddy.err()).contains("agent 'acticl' in mode 'trained'", "agent 'mcite' in one of the modes");
            assertThat(eddy.run("imitate", "--agent", "mcite", "--begin-with", file, "--to", file))
                    .isEqualTo(2);
            assertThat(eddy.err()).contains("agent 'acticl' in mode 'trained'", "agent 'mcite' in one of the modes");

            assertThat(eddy.run("collect", "--agent", "acticl", "--teacher", "scripted"))
                    .isEqualTo(2);
            assertThat(eddy.err()).contains("agent 'acticl' has no scripted teacher");
            assertThat(eddy.run("imitate", "--agent", "acticl", "--from", "nothing", "--to", coldStart.toString()))
                    .isEqualTo(2);
            assertThat(eddy.err()).contains("no kept run of agent 'acticl'");
            run.stopJobs();
        }
    }

    private static String collect(CommandRun eddy, String... arguments) {
        List<String> all = new ArrayList<>(List.of("collect"));
        all.addAll(List.of(arguments));
        assertThat(eddy.run(all.toArray(String[]::new))).as(eddy.err()).isZero();
        return eddy.out();
    }

    private static Map<String, Integer> fates(CommandRun eddy) {
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
