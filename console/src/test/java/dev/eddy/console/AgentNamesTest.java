// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.AgentFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing outside an agent's own classes and their registration asks which agent it is running. */
class AgentNamesTest {
    private static final List<String> MODULES = List.of("operators", "connectors", "flink-jobs");

    private static final List<String> AGENTS = ServiceLoader.load(AgentFactory.class).stream()
            .filter(agent -> agent.type().getPackageName().startsWith("dev.eddy.agent."))
            .map(agent -> agent.get().name())
            .toList();

    @Test
    void noSourceNamesAnAgent() throws IOException {
        assertThat(AGENTS).hasSizeGreaterThanOrEqualTo(3);
        List<String> found = new ArrayList<>();
        for (String module : MODULES) {
            Path sources = ReadmeTest.root().resolve(module).resolve("src/main");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(Files::isRegularFile)
                        .filter(file -> !ofAnAgent(sources.relativize(file)))
                        .forEach(file -> found.addAll(naming(file)));
            }
        }
        assertThat(found).isEmpty();
    }

    /** In the agent's package, among its resources, a class that is named for it, or what registers one. */
    private static boolean ofAnAgent(Path file) {
        String path = file.toString().replace('\\', '/').toLowerCase(Locale.ROOT);
        return path.contains("meta-inf/services/")
                || AGENTS.stream()
                        .anyMatch(agent -> path.contains("/agent/" + agent + "/")
                                || path.contains("/prompts/" + agent + "/")
                                || path.contains("/reward/" + agent));
    }

    private static List<String> naming(Path file) {
        try {
            return Files.readString(file)
                    .lines()
                    .filter(line -> AGENTS.stream().anyMatch(line.toLowerCase(Locale.ROOT)::contains))
                    .map(line -> file + ": " + line)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
