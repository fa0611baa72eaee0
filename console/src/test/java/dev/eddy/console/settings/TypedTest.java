// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TypedTest {
    @Test
    void theFolderIsNamedWhereTheCommandAloneWouldMeanAnother() {
        assertThat(Typed.about(Path.of("/runs/a"), "topics list")).isEqualTo("./eddy topics list --folder /runs/a");
        assertThat(Typed.about(Settings.newestRun(), "topics list")).isEqualTo("./eddy topics list");
        assertThat(Typed.about(null, "topics list")).isEqualTo("./eddy topics list");
    }

    @Test
    void aShellTakesTheFolderAsOneWord() {
        assertThat(Typed.resuming(Path.of("/my runs/it's"))).isEqualTo("./eddy demo --resume '/my runs/it'\\''s'");
    }
}
