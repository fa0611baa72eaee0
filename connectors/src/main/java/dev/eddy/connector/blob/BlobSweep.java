// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import dev.eddy.connector.file.HashedFiles;
import dev.eddy.schemas.Sha256;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Set;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Deletes the blobs of a {@link FileBlobStore} by age, on any of Flink's file systems, while jobs run. What was put since counts as
 * young, so nothing goes that a record names which is younger than the blobs' retention. Not thread-safe.
 *
 * <p>A blob that is put again between the look at it and its deletion, milliseconds later, goes although it was put.
 */
public final class BlobSweep {
    private final FileSystem fileSystem;
    private final Path root;
    private final long before;
    private final Set<String> spared;
    private final boolean dry;
    private long files;
    private long bytes;
    private long kept;

    private BlobSweep(URI root, Instant before, Set<String> spared, boolean dry) throws IOException {
        this.root = new Path(root);
        this.fileSystem = FileSystem.get(root);
        this.before = before.toEpochMilli();
        this.spared = spared;
        this.dry = dry;
    }

    /**
     * What was done, or would have been.
     *
     * @param files deleted
     * @param bytes of these
     * @param spared old ones that were left
     */
    public record Swept(long files, long bytes, long spared) {}

    /**
     * Deletes what was put before an instant.
     *
     * @param root the store's folder; may be absent
     * @param spared hashes of blobs to leave, whatever their age
     * @param dry whether to look only
     */
    public static Swept run(URI root, Instant before, Set<String> spared, boolean dry) throws IOException {
        BlobSweep sweep = new BlobSweep(root, before, spared, dry);
        for (FileStatus folder : HashedFiles.listing(sweep.fileSystem, sweep.root)) {
            if (folder.isDir() && folder.getPath().getName().length() == 2) {
                for (FileStatus file : HashedFiles.listing(sweep.fileSystem, folder.getPath())) {
                    sweep.consider(file);
                }
            }
        }
        return new Swept(sweep.files, sweep.bytes, sweep.kept);
    }

    private void consider(FileStatus file) throws IOException {
        String name = file.getPath().getName();
        boolean ours = Sha256.isHex(name) || HashedFiles.isUnfinished(name);
        if (file.isDir() || !ours || file.getModificationTime() >= before) {
            return;
        }
        if (spared.contains(name)) {
            kept++;
            return;
        }
        if (!dry) {
            // A listing may be minutes old, and the blob have been put again.
            try {
                if (fileSystem.getFileStatus(file.getPath()).getModificationTime() >= before) {
                    return;
                }
            } catch (FileNotFoundException e) {
                return; // another sweep was faster
            }
            if (!fileSystem.delete(file.getPath(), false) && fileSystem.exists(file.getPath())) {
                throw new IOException("the file system did not delete " + file.getPath());
            }
        }
        files++;
        bytes += file.getLen();
    }
}
