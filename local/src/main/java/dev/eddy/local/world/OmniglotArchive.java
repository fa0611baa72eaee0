// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.local.vision.GrayPicture;
import dev.eddy.port.PortException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A zip archive in the layout of Omniglot (Lake et al., 2015): {@code .../<alphabet>/<character>/<id>_<drawer>.png}. What an
 * archive can make its reader hold is bounded, whatever its headers claim.
 */
final class OmniglotArchive {
    /** Omniglot itself has 32,460 drawings of about 250 bytes, 105 pixels a side. */
    private static final int MAX_DRAWINGS = 100_000;

    private static final int MAX_DRAWING_BYTES = 64 << 10;
    private static final int MAX_SIDE = 512;

    private static final Pattern LAYOUT = Pattern.compile("(?:.*/)?([^/]+/[^/]+)/\\d+_\\d+\\.png");

    private OmniglotArchive() {}

    private record File(String character, String entry, byte[] png) {}

    /**
     * All drawings in order of their names.
     *
     * @throws IllegalArgumentException if there is no such file, it is no zip archive, has another layout, is too large or holds
     *     a picture that does not decode; names the entry at fault
     */
    static List<Drawing> read(Path archive) {
        if (!Files.isRegularFile(archive)) {
            throw new IllegalArgumentException("there is no file " + archive.toAbsolutePath()
                    + ": give the path of a zip archive after '" + World.OMNIGLOT + "'");
        }
        List<File> files = new ArrayList<>();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            List<? extends ZipEntry> entries = zip.stream()
                    .filter(entry -> entry.getName().endsWith(".png"))
                    .limit(MAX_DRAWINGS + 1L)
                    .sorted(Comparator.comparing(ZipEntry::getName))
                    .toList();
            if (entries.size() > MAX_DRAWINGS) {
                throw new IllegalArgumentException(archive + " has more than " + MAX_DRAWINGS + " pictures");
            }
            for (ZipEntry entry : entries) {
                files.add(file(archive, zip, entry));
            }
        } catch (IOException broken) {
            throw new IllegalArgumentException(
                    archive + " is no zip archive, or a broken one: " + broken.getMessage(), broken);
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException(archive + " has no pictures " + expected());
        }
        return files.parallelStream().map(file -> drawing(archive, file)).toList();
    }

    private static File file(Path archive, ZipFile zip, ZipEntry entry) throws IOException {
        Matcher layout = LAYOUT.matcher(entry.getName());
        if (!layout.matches()) {
            throw new IllegalArgumentException(
                    archive + " has another layout: entry '" + entry.getName() + "' is not " + expected());
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] png = in.readNBytes(MAX_DRAWING_BYTES + 1);
            if (png.length > MAX_DRAWING_BYTES) {
                throw new IllegalArgumentException("entry '" + entry.getName() + "' of " + archive + " has more than "
                        + MAX_DRAWING_BYTES + " bytes");
            }
            return new File(layout.group(1), entry.getName(), png);
        }
    }

    private static Drawing drawing(Path archive, File file) {
        String what = "entry '" + file.entry() + "' of " + archive;
        try {
            GrayPicture decoded = GrayPicture.decode(file.png());
            if (decoded.width() > MAX_SIDE || decoded.height() > MAX_SIDE) {
                throw new IllegalArgumentException(what + " has " + decoded.width() + " by " + decoded.height()
                        + " pixels; at most " + MAX_SIDE + " a side");
            }
            return Drawing.of(file.character(), file.png(), decoded);
        } catch (PortException broken) {
            throw new IllegalArgumentException(what + " is no picture: " + broken.getMessage(), broken);
        }
    }

    private static String expected() {
        return ".../<alphabet>/<character>/<id>_<drawer>.png";
    }
}
