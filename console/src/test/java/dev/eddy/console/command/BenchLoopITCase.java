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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The loop benchmark, measured for too short to tell how fast anything is: every setting runs, and its row has what it means. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BenchLoopITCase {
    @TempDir
    private static Path temp;

    private static final StringWriter PRINTED = new StringWriter();
    private static final List<JsonNode> ROWS = new ArrayList<>();

    @BeforeAll
    static void measure() throws Exception {
        Path file = temp.resolve("rows.json");
        CommandLine eddy = Eddy.commandLine().setOut(new PrintWriter(PRINTED, true));
        assertThat(eddy.execute("bench", "loop", "--warm-up", "0", "--seconds", "1", "--json", file.toString()))
                .isZero();
        JsonNode written = new ObjectMapper().readTree(file.toFile());
        assertThat(names(written)).containsExactly("rows");
        written.get("rows").forEach(ROWS::add);
    }

    @Test
    void everySettingIsARow() {
        assertThat(ROWS)
                .extracting(row ->
                        row.get("agent").asText() + " " + row.get("backend").asText() + " "
                                + row.get("latencyMs").asInt() + " ms, " + row.get("inFlight"))
                .containsExactly(
                        "trivial none 0 ms, null",
                        "trivial heap 0 ms, 1000",
                        "trivial heap 50 ms, 1000",
                        "trivial heap 50 ms, 10000",
                        "trivial rocksdb 50 ms, 1000",
                        "trivial rocksdb 50 ms, 10000",
                        "acticl none 0 ms, null",
                        "acticl heap 0 ms, 64");
        assertThat(PRINTED.toString().lines()).hasSize(1 + ROWS.size());
    }

    @Test
    void everyRowHasItsNames() {
        assertThat(ROWS)
                .allSatisfy(row -> assertThat(names(row))
                        .containsExactlyInAnyOrder(
                                "agent",
                                "backend",
                                "latencyMs",
                                "inFlight",
                                "stepsPerSecond",
                                "idealShare",
                                "cores",
                                "threads",
                                "checkpointMsP50",
                                "checkpointMsMax",
                                "stateBytesPerLoop",
                                "trajectoryBytes"));
    }

    @Test
    void aFigureIsNullWhereItHasNoMeaning() {
        assertThat(ROWS).allSatisfy(row -> {
            boolean bare = row.get("backend").asText().equals("none");
            assertThat(row.get("idealShare").isNull())
                    .as("%s", row)
                    .isEqualTo(row.get("latencyMs").asInt() == 0);
            for (String ofCheckpoints : List.of("checkpointMsP50", "checkpointMsMax", "stateBytesPerLoop")) {
                // None may have completed in so short a time.
                assertThat(row.get(ofCheckpoints).isNull()
                                || !bare && row.get(ofCheckpoints).asDouble() >= 0)
                        .as("%s of %s", ofCheckpoints, row)
                        .isTrue();
            }
        });
    }

    @Test
    void loopsAreMeasured() {
        assertThat(ROWS).allSatisfy(row -> {
            assertThat(row.get("cores").asDouble()).isPositive();
            assertThat(row.get("threads").asInt()).isPositive();
            assertThat(row.get("stepsPerSecond").asDouble()).as("%s", row).isPositive();
        });
        assertThat(ROWS)
                .filteredOn(row -> row.get("backend").asText().equals("none"))
                .hasSize(2)
                .allSatisfy(
                        row -> assertThat(row.get("trajectoryBytes").asDouble()).isPositive());
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
