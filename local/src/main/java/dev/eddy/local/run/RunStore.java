// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.run;

import java.net.URI;

/**
 * Where the pictures, large records and weights of a run are.
 *
 * @param root a folder of the run's alone on any of Flink's file systems
 */
public record RunStore(URI root) {
    public RunStore {
        root = root.toString().endsWith("/") ? root : URI.create(root + "/");
    }

    public URI blobs() {
        return root.resolve("blobs/");
    }

    public URI policies() {
        return root.resolve("policies/");
    }
}
