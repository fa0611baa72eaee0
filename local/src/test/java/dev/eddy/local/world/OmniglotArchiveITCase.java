// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OmniglotArchiveITCase {
    private static final String ENTRY = "root/alphabet/character1/0001_02.png";

    @TempDir
    private Path folder;

    @Test
    void aWorldIsMadeOfAnArchivesDrawings() throws IOException {
        Path archive = Archives.write(folder.resolve("a.zip"), Archives.drawings(14, 5));

        World world = World.open("omniglot:" + archive, 1);

        assertThat(world.size()).isEqualTo(14 * 5);
        Instance instance = world.instance(Split.WHOLE, 30, 3);
        assertThat(instance.bankId()).hasToString("omniglot/1/whole-30/3");
        assertThat(instance.picture().getWidth()).isEqualTo(Canvas.SIDE);
    }

    @Test
    void drawingsAreKeptByteForByte() throws IOException {
        Map<String, byte[]> files = Archives.drawings(2, 2);

        assertThat(OmniglotArchive.read(Archives.write(folder.resolve("a.zip"), files)))
                .extracting(Drawing::png)
                .containsExactlyElementsOf(files.values());
    }

    @Test
    void anArchiveThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> World.open("omniglot:" + folder.resolve("no.zip"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no.zip")
                .hasMessageContaining("omniglot:");
    }

    @Test
    void whatIsNoZipArchiveIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("text.zip"), "not a zip archive");

        assertThatThrownBy(() -> OmniglotArchive.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text.zip is no zip archive");
    }

    @Test
    void anotherLayoutIsRefusedWithTheEntryAndTheLayoutExpected() {
        assertRefused(Map.of("root/cat.png", new byte[1]), "root/cat.png", "<alphabet>/<character>");
        assertRefused(Map.of("readme.txt", new byte[1]), "no pictures", "<alphabet>/<character>");
    }

    @Test
    void aPictureThatDoesNotDecodeIsNamed() {
        assertRefused(Map.of(ENTRY, "no picture".getBytes(StandardCharsets.UTF_8)), ENTRY, "no picture");
        byte[] cut = Archives.drawings(1, 1).values().iterator().next();
        assertRefused(Map.of(ENTRY, Arrays.copyOf(cut, 60)), ENTRY, "decode");
    }

    @Test
    void anEntryThatUnfoldsToMoreThanADrawingIsRefused() {
        assertRefused(Map.of(ENTRY, new byte[10 << 20]), ENTRY, "65536 bytes");
    }

    @Test
    void anArchiveWithTooFewClassesOrDrawingsIsRefused() throws IOException {
        Path few = Archives.write(folder.resolve("few.zip"), Archives.drawings(11, 5));
        Path thin = Archives.write(folder.resolve("thin.zip"), Archives.drawings(12, 3));

        assertThatThrownBy(() -> World.open("omniglot:" + few, 1)).hasMessageContaining("11 classes");
        assertThatThrownBy(() -> World.open("omniglot:" + thin, 1)).hasMessageContaining("3 drawings");
    }

    @Test
    void anotherSpecificationIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> World.open("mnist", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'mnist'")
                .hasMessageContaining("glyphs")
                .hasMessageContaining("omniglot:");
    }

    private void assertRefused(Map<String, byte[]> files, String... words) {
        assertThatThrownBy(() -> OmniglotArchive.read(Archives.write(folder.resolve("a.zip"), new HashMap<>(files))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words)
                .hasMessageContaining("a.zip");
    }
}
