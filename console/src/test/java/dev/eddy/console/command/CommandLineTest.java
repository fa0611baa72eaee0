// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.console.Eddy;
import dev.eddy.local.experiment.ColdStartFile;
import dev.eddy.local.experiment.ColdStarts.Taught;
import dev.eddy.local.run.LocalPorts;
import dev.eddy.local.run.RunFolder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void withoutACommandItSaysWhatThereIs() {
        assertThat(run()).isZero();
        assertThat(out.toString()).contains("ask", "bank", "topics", "page", "rollback", "replay", "config");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topics tail querys | did you mean 'queries'?",
                "topics tail queries --last 3 --from-beginning | exclude each other",
                "topics tail queries --limit 0 | --limit must be at least 1",
                "topics tail queries --filter nonsense | path=text",
                "rollback --policy acticl | --to-version",
                "rollback --policy acticl --to-version x | '--to-version'",
                "ask | --again",
                "ask --picture a.png | --text",
                "replay | TRAJECTORY",
                "bank load mine | FILE",
                "bank compare | NAME",
                "bank compare mine --queries 0 | --queries must be at least 1, got 0",
                "bank compare mine | --milvus",
                "bank compare mine --milvus http://localhost:1 | load it with 'eddy bank load'",
                "topics lst | Did you mean",
                "exprot | Did you mean: eddy export",
                "frobnicate | 'eddy --help' tells",
                "topics tail queries --filter purpos=EVAL | did you mean 'purpose'?",
                "topics tail trajectories --filter query.purpose.x=1 | leave out 'x'",
                "topics tail trajectories --filter steps.first=1 | number of an entry",
                "collect --agent mcit | did you mean 'mcite'?",
                "imitate --agent oracle --to x.json | there are acticl, mcite, svrl",
                "collect --agent mcite --questions 0 | --questions must be at least 1",
                "collect --agent mcite --teacher nobody | 'nobody'",
                "imitate --agent mcite | --to",
                "demo --cold-start-from nowhere.json | nowhere.json",
                "rescore | --agent",
                "export --follow --to groups.jsonl | leave out one of them",
                "dead-letters redrive --dry-run | --topic, --reason or both",
                "dead-letters redrive --topic queries --max 0 | --max must be at least 1",
                "dead-letters list --last -1 | --last must be at least 0",
                "dead-letters list --topic querys | did you mean 'queries'?",
                "eval --questions 0 | --questions must be from 1 to 100000",
                "eval --at-version newest | '--at-version'",
                "experiment mcite --seeds 0 | --seeds must be at least 1, got 0",
                "experiment mcite --cold-start -1 | --cold-start must be at least 0, got -1",
                "experiment mcite --steps 0 | --steps must be at least 1, got 0",
                "experiment mcite --questions 0 | --questions must be at least 1, got 0",
                "demo --seed x | '--seed'",
                "demo -D demo.group-size=1 | 'demo.group-size' is 1; it must be at least 2",
                "demo -D demo.max-policy-lag=-1 | 'demo.max-policy-lag' is -1",
                "demo -D run.checkpoint-interval=0 | 'run.checkpoint-interval' is PT0S; it must be at least PT0.01S",
                "demo -D run.transaction-timeout=1ms | 'run.transaction-timeout' is PT0.001S; it must be at least PT1S",
                "demo -D eddy.loop.max-in-fligth=3 | did you mean 'eddy.loop.max-in-flight'?",
                "demo --resume --folder elsewhere | elsewhere holds no run to resume",
                "demo --resume somewhere --folder elsewhere | leave out one of them",
                "demo --resume nowhere | holds no run to resume",
                "demo --agent oracle | 'demo.agent' is 'oracle'",
                "config -D page.prot=1 | did you mean 'page.port'?",
                "config --config nowhere.yaml | nowhere.yaml",
            })
    void whatIsWrongIsSaidInOneSentenceWithExitCodeTwo(String arguments, String expected) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(expected).doesNotContain("\tat ");
    }

    @Test
    void aBrokerThatIsNotThereIsNamedWithTheSettingToChange() {
        assertThat(run("topics", "list", "-D", "run.folder=" + folder)).isEqualTo(2);
        assertThat(err.toString()).contains("there is no run in " + folder, "kafka.bootstrap-servers");
    }

    @Test
    void theFolderOfARunIsNamedTheSameWayEverywhere() throws Exception {
        Path path = folder.resolve("run");
        RunFolder.create(path, LocalPorts.free(), Map.of("demo.agent", "svrl")).close();
        String resume = "./eddy demo --resume " + path;

        for (String named : List.of("--folder=" + path, "-Drun.folder=" + path)) {
            refused("is stopped: it serves nothing", resume, "ask", "--again", "latest", named);
            refused("is stopped: it serves nothing", resume, "topics", "list", named);
            refused("already holds a run", "--resume " + path, "demo", named);
            refused("serves svrl, not agent 'mcite'", "--agent mcite", "collect", "--agent", "mcite", named);
            refused("serves svrl, not agent 'mcite'", "", "imitate", "--agent", "mcite", "--to", "x.json", named);
            refused("above its bound", "(run.max-size)", "demo", "--resume", named, "-D", "run.max-size=1 b");
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        refused("the run folder " + file + " cannot be made", "--folder", "demo", "--folder=" + file);
        refused("cannot be made", "--folder", "demo", "--folder=" + file.resolve("run"));
    }

    private void refused(String reason, String advice, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(reason, advice, folder.toString()).doesNotContain("\tat ");
    }

    @Test
    void aColdStartThatNoPolicyOfTheRunIsTaughtInIsRefused() throws Exception {
        Path file = folder.resolve("cold-start.json");
        new ColdStartFile("acticl", "zero_shot", new Taught(new byte[] {1}, new TreeMap<>())).write(file);
        Path run = folder.resolve("run");

        assertThat(run("demo", "--cold-start-from", file.toString(), "--folder", run.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("'acticl' in mode 'zero_shot'", "'acticl' in one of the modes [trained]");
        assertThat(run).doesNotExist();
    }

    @Test
    void aWorldThatIsNoneIsRefusedBeforeThereIsARun() throws Exception {
        Path archive = Files.writeString(folder.resolve("world.zip"), "no archive");
        Path run = folder.resolve("run");

        refused("world.zip is no zip archive", "", "demo", "--world=omniglot:" + archive, "--folder=" + run);
        refused(
                "there is no file",
                "absent.zip",
                "demo",
                "--world=omniglot:" + folder + "/absent.zip",
                "--folder=" + run);
        assertThat(run).doesNotExist();
    }

    @Test
    void aRunIsGoneOnWithByItsOwnSettingsButForThoseThatMayChange() throws Exception {
        Path path = folder.resolve("run");
        RunFolder.create(path, LocalPorts.free(), Map.of("demo.seed", "8")).close();

        assertThat(run("demo", "--resume", path.toString(), "--seed", "9", "-D", "demo.group-size=3"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("leave out -D demo.group-size=3, --seed 9");

        assertThat(run("demo", "--resume", path.toString(), "-D", "run.max-size=1 b"))
                .isEqualTo(2);
        assertThat(out.toString())
                .contains("setting demo.seed = 8 (the run's)", "setting run.max-size = 1 b (command line)");
        assertThat(err.toString()).contains("above its bound of 0 (run.max-size)");
        assertThat(RunFolder.settingsOf(path)).contains(Map.of("demo.seed", "8", "run.max-size", "1 b"));
    }

    @Test
    void configTellsValuesAndWhereTheyComeFrom() throws Exception {
        Path file = Files.writeString(folder.resolve("eddy.yaml"), "page.port: 9000\n");

        assertThat(run("config", "--config", file.toString(), "--explain")).isZero();
        assertThat(out.toString())
                .containsPattern("page.port\\s+9000\\s+" + file)
                .contains("Port that 'eddy page' listens on");
    }

    @Test
    void aBankThatCannotBeLoadedIsToldWithItsReason() {
        assertThat(run("bank", "load", "mine", folder.resolve("no.jsonl").toString(), "-D", "run.folder=" + folder))
                .isEqualTo(2);
        assertThat(err.toString()).contains("bank 'mine' was not loaded", "no.jsonl");
        assertThat(run("bank", "load", "mine", "no.jsonl", "--milvus", "localhost", "-D", "run.folder=" + folder))
                .isEqualTo(2);
        assertThat(err.toString()).contains("'localhost'", "http://localhost:19530");
    }

    @Test
    void hostileTextCannotSteerTheTerminal() {
        assertThat(Printable.line("a\u001b[31m\u0007b\r\nc")).isEqualTo("a [31m b c");
        assertThat(Printable.line("x".repeat(1_000))).hasSizeLessThan(410).endsWith("…");
    }

    private int run(String... arguments) {
        CommandLine commandLine = Eddy.commandLine();
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }
}
