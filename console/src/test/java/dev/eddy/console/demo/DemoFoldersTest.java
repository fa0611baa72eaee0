// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddy.console.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFoldersTest {
    @TempDir
    private Path folder;

    private Path link;
    private DemoFolders folders;

    @BeforeEach
    void open() throws IOException {
        link = folder.toRealPath().resolve(".eddy/run");
        folders = new DemoFolders(link, Clock.fixed(Instant.parse("2026-12-01T10:11:12Z"), ZoneOffset.UTC));
    }

    @Test
    void eachRunHasAFolderOfItsOwnAndTheLinkLeadsToTheNewest() throws IOException {
        Path first = folders.fresh();
        Path second = folders.fresh();

        assertThat(first).isEqualTo(link.resolveSibling("runs").resolve("20261201-101112"));
        assertThat(second).isNotEqualTo(first).isDirectory();
        assertThat(link.toRealPath()).isEqualTo(second);
        assertThat(folders.newest()).isEqualTo(second);
    }

    @Test
    void withoutARunThereIsNothingToResume() {
        assertThatThrownBy(folders::newest).isInstanceOf(UserError.class).hasMessageContaining("./eddy demo");
    }

    @Test
    void aFolderInTheLinksPlaceIsLeftAlone() throws IOException {
        Files.createDirectories(link);

        assertThatThrownBy(folders::fresh).isInstanceOf(UserError.class).hasMessageContaining("--folder");
        assertThat(link).isDirectory();
    }
}
