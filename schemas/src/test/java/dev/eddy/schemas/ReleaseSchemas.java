// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.schemas;

import dev.eddy.schemas.state.ActIclStates;
import dev.eddy.schemas.state.MCiteStates;
import dev.eddy.schemas.state.SvrlStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * Freezes the schemas of a release as resources. Run once a release, from the module's folder, with the release's name and
 * the resource folder {@code src/main/resources/released}.
 */
final class ReleaseSchemas {
    private ReleaseSchemas() {}

    /** All records of the wire and of checkpoints. */
    static Stream<Schema> records() {
        return Stream.of(Eddy.PROTOCOL, ActIclStates.PROTOCOL, MCiteStates.PROTOCOL, SvrlStates.PROTOCOL)
                .flatMap(protocol -> protocol.getTypes().stream())
                .filter(type -> type.getType() == Schema.Type.RECORD)
                .distinct();
    }

    public static void main(String[] arguments) throws IOException {
        String release = arguments[0];
        Path root = Path.of(arguments[1]);
        Path folder = Files.createDirectories(root.resolve(release));
        List<String> index = new ArrayList<>(Files.readAllLines(root.resolve("index")));
        for (Schema schema : records().toList()) {
            String name = schema.getName() + ".avsc";
            Files.writeString(folder.resolve(name), schema.toString(true) + "\n");
            if (!index.contains(release + "/" + name)) {
                index.add(release + "/" + name);
            }
        }
        Files.write(root.resolve("index"), index);
    }
}
