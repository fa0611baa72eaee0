// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Folders of runs for tests. */
public final class NewRun {
    private NewRun() {}

    /** A new run on ports that nobody is used to: other tests may run on this machine. */
    public static RunFolder in(Path path) throws IOException {
        return in(path, Map.of());
    }

    /** @param settings that the run is to have begun with */
    public static RunFolder in(Path path, Map<String, String> settings) throws IOException {
        return RunFolder.create(path, LocalPorts.free(port -> false), settings);
    }
}
