// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;

/** The schemas of earlier releases, kept as resources {@code released/<release>/<record>.avsc} and listed in {@code released/index}. */
final class ReleasedSchemas {
    private ReleasedSchemas() {}

    /** All released schemas of the record with this full name, oldest first. */
    static List<Schema> of(String fullName) {
        List<Schema> found = new ArrayList<>();
        String wanted = "/" + fullName.substring(fullName.lastIndexOf('.') + 1) + ".avsc";
        for (String path : index()) {
            if (path.endsWith(wanted)) {
                found.add(read(path));
            }
        }
        return found;
    }

    private static List<String> index() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(open("index"), StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.isBlank()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Schema read(String path) {
        try (InputStream in = open(path)) {
            return new SchemaParser().parse(in).mainSchema();
        } catch (IOException e) {
            throw new UncheckedIOException("released schema " + path + " cannot be read", e);
        }
    }

    private static InputStream open(String path) throws IOException {
        InputStream in = ReleasedSchemas.class.getResourceAsStream("/released/" + path);
        if (in == null) {
            throw new IOException("no resource released/" + path);
        }
        return in;
    }
}
