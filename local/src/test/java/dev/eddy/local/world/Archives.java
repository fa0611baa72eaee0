// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small archives in the layout of Omniglot. */
final class Archives {
    private Archives() {}

    static Map<String, byte[]> drawings(int characters, int drawers) {
        Alphabet alphabet = new Alphabet(GlyphStyle.FROZEN, 1);
        Map<String, byte[]> files = new TreeMap<>();
        for (int character = 0; character < characters; character++) {
            Glyph glyph = alphabet.character(character);
            for (int drawer = 0; drawer < drawers; drawer++) {
                Canvas canvas = new Hand(GlyphStyle.FROZEN, drawer).draw(glyph, Seeds.random(character, drawer));
                files.put(
                        String.format("root/alphabet/character%d/%04d_%02d.png", character, character, drawer),
                        canvas.png());
            }
        }
        return files;
    }

    static Path write(Path archive, Map<String, byte[]> files) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return archive;
    }
}
