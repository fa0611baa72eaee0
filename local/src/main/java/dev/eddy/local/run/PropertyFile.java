// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Small files of names and values that a kill leaves whole: either the old text or the new. */
final class PropertyFile {
    private PropertyFile() {}

    static Properties read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is no property file: " + e.getMessage(), e);
        }
        return properties;
    }

    static void write(Path file, Map<String, String> values) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Properties properties = new Properties();
        properties.putAll(new TreeMap<>(values));
        try (Writer out = Files.newBufferedWriter(next)) {
            properties.store(out, null);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
