// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path folder;

    @Test
    void whatStoodThereIsReplaced() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "old");

        WholeFile.write(file, new byte[] {'n', 'e', 'w'});

        assertThat(file).hasContent("new");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void whatStoodThereStaysWhereTheNewCannotBeWrittenWhole() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "old");

        assertThatThrownBy(() -> WholeFile.write(file, part -> {
                    Files.writeString(part, "half of");
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");

        assertThat(file).hasContent("old");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }
}
