// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.console.export;

import dev.eddy.connector.file.WholeFile;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.Trajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Copies the pictures that trajectories show into a folder, each under its content hash, once. Not thread-safe. */
final class BlobCopies {
    private final BlobStore blobs;
    private final Path folder;
    private final Set<String> copied = new HashSet<>();

    /** @param folder made if it is not there; what it holds already is not copied again */
    BlobCopies(BlobStore blobs, Path folder) throws IOException {
        this.blobs = blobs;
        this.folder = Files.createDirectories(folder);
    }

    void copy(Trajectory trajectory) throws IOException {
        for (Segment segment : trajectory.getSegments()) {
            for (ShownPicture picture : segment.getPictures()) {
                copy(picture.getSha256());
                if (picture.getRendered() != null) {
                    copy(picture.getRendered());
                }
            }
        }
    }

    private void copy(String sha256) throws IOException {
        Path file = folder.resolve(sha256);
        if (copied.add(sha256) && !Files.exists(file)) {
            WholeFile.write(file, blobs.get(sha256).join());
        }
    }
}
