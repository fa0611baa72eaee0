// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import dev.eddy.connector.file.WholeFile;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Properties properties = new Properties();
        properties.putAll(new TreeMap<>(values));
        WholeFile.write(file, part -> {
            try (Writer out = Files.newBufferedWriter(part)) {
                properties.store(out, null);
            }
        });
    }
}
