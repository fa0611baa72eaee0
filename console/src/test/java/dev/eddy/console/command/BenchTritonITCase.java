// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddy.console.Eddy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The Triton benchmark, measured for too short to tell what anything costs: both kinds are answered and counted. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BenchTritonITCase {
    @TempDir
    private Path temp;

    private final StringWriter printed = new StringWriter();

    private int eddy(String... arguments) {
        List<String> all = new ArrayList<>(List.of("bench", "triton"));
        all.addAll(List.of(arguments));
        PrintWriter out = new PrintWriter(printed, true);
        CommandLine eddy = Eddy.commandLine().setOut(out).setErr(out);
        return eddy.execute(all.toArray(String[]::new));
    }

    @Test
    void bothKindsAreAnsweredAndCounted() throws Exception {
        Path file = temp.resolve("rows.json");

        int exit = eddy(
                "--streams",
                "1,20",
                "--warm-up",
                "0",
                "--seconds",
                "1",
                "--rounds",
                "1",
                "--tokens",
                "12",
                "--parts",
                "3",
                "--json",
                file.toString());

        assertThat(exit).as("%s", printed).isZero();
        JsonNode written = new ObjectMapper().readTree(file.toFile());
        assertThat(written.get("rows"))
                .extracting(row -> row.get("kind").asText() + " " + row.get("streams"))
                .containsExactly("floor 1", "adapter 1", "floor 20", "adapter 20");
        assertThat(written.get("rows")).allSatisfy(row -> {
            assertThat(row.get("calls").asLong())
                    .isGreaterThanOrEqualTo(row.get("streams").asLong());
            for (String figure : List.of("cpuMicrosPerCall", "callsPerSecond", "p50Ms", "p99Ms")) {
                assertThat(row.get(figure).asDouble()).as(figure).isPositive();
            }
            assertThat(row.get("p99Ms").asDouble())
                    .isGreaterThanOrEqualTo(row.get("p50Ms").asDouble());
        });
        assertThat(written.get("ratios"))
                .hasSize(2)
                .allSatisfy(ratio -> assertThat(ratio.get("ratio").asDouble()).isPositive());
        assertThat(printed.toString().lines()).hasSize(2 + 3 * 2);
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        assertThat(eddy("--endpoint", "127.0.0.1:1", "--warm-up", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(printed.toString())
                .contains("--endpoint 127.0.0.1:1", "UNAVAILABLE")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--streams 0             | --streams must be from 1 to 10000, got 0",
                "--rounds 0              | --rounds must be from 1 to 3600, got 0",
                "--parts 65              | --parts must be from 1 to 64, got 65",
                "--model x-1-abababababab| --model is one of a server: name that by --endpoint",
                "--family gpt            | no Qwen family is named 'gpt'",
                "--streams many          | 'many' is not an int",
                "--endpoint h:1 --tokenizer t.json             | --model and --tokenizer belong together",
                "--endpoint h:1 --model m-1-abababababab --tokenizer none.json | no tokenizer can be read from none.json",
            })
    void aWrongOptionIsNamed(String arguments, String told) {
        assertThat(eddy(arguments.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(printed.toString()).contains(told).doesNotContain("\tat ");
    }

    @Test
    void aModelIsNamedAsVersionsAre() {
        Path tokenizer = Path.of("..", "docker", "triton", "text", "1", "tokenizer.json");

        assertThat(eddy("--endpoint", "h:1", "--model", "text", "--tokenizer", tokenizer.toString()))
                .isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(printed.toString()).contains("POLICY-NUMBER-HASH", "got 'text'");
    }
}
