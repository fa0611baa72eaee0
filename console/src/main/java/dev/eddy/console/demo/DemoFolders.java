// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.demo;

import dev.eddy.console.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Where demos run: each new one in a folder of its own beside {@code link}, which always leads to the newest, so that other
 * commands find it.
 */
public final class DemoFolders {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final Path link;
    private final Clock clock;

    /** @param link {@code .eddy/run} as a rule */
    public DemoFolders(Path link, Clock clock) {
        this.link = link.toAbsolutePath().normalize();
        this.clock = clock;
    }

    /** An unused folder; the link leads to it from now on. */
    public Path fresh() throws IOException {
        Path runs = link.resolveSibling("runs");
        String name = LocalDateTime.now(clock).format(NAME);
        Path folder = runs.resolve(name);
        for (int again = 2; Files.exists(folder); again++) {
            folder = runs.resolve(name + "-" + again);
        }
        Files.createDirectories(folder);
        if (Files.isSymbolicLink(link)) {
            Files.delete(link);
        } else if (Files.exists(link)) {
            throw new UserError(
                    link + " is no link to the newest run but a folder of its own. Move it away, or name the"
                            + " folder of the new run with --folder.");
        }
        Files.createSymbolicLink(link, link.getParent().relativize(folder));
        return folder;
    }

    /** The folder of the newest run. */
    public Path newest() throws IOException {
        if (!Files.exists(link)) {
            throw new UserError("there is no run at " + link + " to resume; start one with ./eddy demo");
        }
        return link.toRealPath();
    }
}
