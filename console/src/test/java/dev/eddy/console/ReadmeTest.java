// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The front page must not drift from the code. */
class ReadmeTest {
    private final String readme = read("README.md");

    @Test
    void itsTopicsTableIsTheCatalogue() {
        List<String> table =
                readme.lines().filter(line -> line.startsWith("| `")).toList();

        assertThat(table)
                .containsExactlyElementsOf(
                        Arrays.stream(Topic.values()).map(ReadmeTest::row).toList());
    }

    @Test
    void everyCommandThatItNamesExists() {
        Matcher commands = Pattern.compile("\\./eddy ([a-z]+(?:-[a-z]+)*)").matcher(readme);

        assertThat(commands.results().map(one -> one.group(1)).toList())
                .isNotEmpty()
                .allSatisfy(
                        name -> assertThat(Eddy.commandLine().getSubcommands()).containsKey(name));
    }

    @Test
    void itsPictureNamesEveryTopic() {
        String picture = read("docs/assets/eddy.svg");

        assertThat(Topic.values()).allSatisfy(topic -> assertThat(picture).contains(">" + topic.topicName() + "<"));
    }

    @Test
    void everyTestThatIsSaidToProveAFaultIsThere() throws IOException {
        Map<String, String> tests = new HashMap<>();
        try (var files = Files.walk(root())) {
            for (Path file : files.filter(file -> file.toString().contains("/src/test/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList()) {
                tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        Matcher named = Pattern.compile("`(\\w+)#(\\w+)`").matcher(read("docs/faults.md"));

        assertThat(named.results())
                .isNotEmpty()
                .allSatisfy(test -> assertThat(tests.getOrDefault(test.group(1), ""))
                        .as(test.group())
                        .contains("void " + test.group(2) + "("));
    }

    @Test
    void everyDecisionIsListed() throws IOException {
        String index = read("docs/decisions/README.md");
        try (var files = Files.list(root().resolve("docs/decisions"))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("README.md")))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(index).contains("(" + name + ")"));
        }
    }

    @Test
    void theSettingsPageIsWhatTheCommandPrints() {
        assertThat(read("docs/settings.md"))
                .as("./eddy config --markdown > docs/settings.md")
                .isEqualTo(printed("config"));
    }

    @Test
    void theMetricsPageIsWhatTheCommandPrints() {
        assertThat(read("docs/metrics.md"))
                .as("./eddy metrics --markdown > docs/metrics.md")
                .isEqualTo(printed("metrics"));
    }

    private static String printed(String command) {
        StringWriter printed = new StringWriter();
        Eddy.commandLine().setOut(new PrintWriter(printed)).execute(command, "--markdown");
        return printed.toString();
    }

    private static String row(Topic topic) {
        return "| `" + topic.topicName() + "` | " + topic.value().getSimpleName() + " | " + topic.key() + " | "
                + (topic.retention() == null ? "for ever" : topic.retention().toDays() + " days") + " | "
                + topic.writer() + " | " + (topic.transactional() ? "yes" : "no") + " |";
    }

    /** The checkout's. */
    static Path root() {
        return Path.of("").toAbsolutePath().getParent();
    }

    private static String read(String file) {
        try {
            return Files.readString(root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
