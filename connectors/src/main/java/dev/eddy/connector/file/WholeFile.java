// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Writes files of this machine whole or not at all: what stood there before stays until all of the new one is written. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes what will be the file. */
    @FunctionalInterface
    public interface Content {
        /** @param part where to; beside the file, in a folder that is there */
        void writeTo(Path part) throws IOException;
    }

    /** Replaces a file of this name; leaves nothing behind where the content cannot be written. */
    public static void write(Path file, Content content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            content.writeTo(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** The same with bytes that are there already. */
    public static void write(Path file, byte[] content) throws IOException {
        write(file, part -> Files.write(part, content));
    }
}
