// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.console.UserError;
import dev.eddy.job.Catalogue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunValuesTest {
    private static final Catalogue CATALOGUE =
            Catalogue.of(List.of(ConsoleOptions.class, DemoOptions.class), List.of());
    private static final Map<String, String> KEPT = Map.of("demo.seed", "8", "run.max-size", "1g");

    @TempDir
    private Path folder;

    @Test
    void aNewRunGoesByOptionsThenTheCommandLineThenTheFile() throws Exception {
        RunValues values = RunValues.ofNew(
                settings(
                        "demo.seed: 1\ndemo.group-size: 2\ndemo.probe-steps: 3\npage.port: 4\n",
                        Map.of("demo.seed", "5", "demo.group-size", "6", "run.folder", "x")),
                Map.of("demo.seed", "9", "demo.world", "omniglot:a.zip"),
                Map.of("demo.seed", "10", "run.flink", "127.0.0.1:1"));

        assertThat(values.toMap())
                .containsOnly(
                        Map.entry("demo.seed", "9"),
                        Map.entry("demo.group-size", "6"),
                        Map.entry("demo.probe-steps", "3"),
                        Map.entry("run.flink", "127.0.0.1:1"),
                        Map.entry("demo.world", "omniglot:" + Path.of("a.zip").toAbsolutePath()));
        assertThat(printed(values))
                .contains(
                        "setting demo.seed = 9 (--seed)",
                        "setting demo.group-size = 6 (command line)",
                        "setting run.flink = 127.0.0.1:1 (--services)",
                        "setting demo.probe-steps = 3 (" + folder.resolve("eddy.yaml") + ")");
    }

    @Test
    void aRunThatIsGoneOnWithGoesByItsOwnSettingsButForThoseOfTheRunAsSuch() throws Exception {
        RunValues values = RunValues.ofResumed(
                settings("demo.group-size: 2\ndemo.seed: 8\n", Map.of("run.max-size", "2g", "run.folder", "x")),
                Map.of("demo.seed", "8"),
                KEPT);

        assertThat(values.toMap()).containsOnly(Map.entry("demo.seed", "8"), Map.entry("run.max-size", "2g"));
        assertThat(printed(values))
                .contains(
                        "setting demo.seed = 8 (the run's)",
                        "setting run.max-size = 2g (command line)",
                        "left out demo.group-size of " + folder.resolve("eddy.yaml"))
                .doesNotContain("left out demo.seed");
    }

    @Test
    void whatCannotChangeIsRefusedByName() throws Exception {
        Settings settings = settings("", Map.of("demo.group-size", "3", "run.max-size", "2g"));

        assertThatThrownBy(() -> RunValues.ofResumed(settings, Map.of("demo.seed", "9"), KEPT))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("leave out -D demo.group-size=3, --seed 9.");
    }

    @Test
    void whatNoDemoReadsIsRefusedOnTheCommandLineAlone() throws Exception {
        Settings settings = settings("page.port: 4\n", Map.of("ask.timeout", "1 s"));

        assertThatThrownBy(() -> RunValues.ofNew(settings, Map.of(), Map.of()))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("leave out -D ask.timeout");
    }

    private Settings settings(String file, Map<String, String> given) throws Exception {
        return Settings.load(CATALOGUE, Files.writeString(folder.resolve("eddy.yaml"), file), given);
    }

    private static String printed(RunValues values) {
        StringWriter out = new StringWriter();
        values.print(new PrintWriter(out));
        return out.toString();
    }
}
