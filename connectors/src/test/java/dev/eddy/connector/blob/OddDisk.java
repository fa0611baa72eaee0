// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalDataOutputStream;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Paths that begin with {@code odd:} are of this machine's files, on a disk that does what the test says. */
public final class OddDisk extends LocalFileSystem {
    /** There is no room on it. */
    static volatile boolean full;
    /** It never renames onto a file, as HDFS does not. */
    static volatile boolean keepsWhatIsThere;

    @Override
    public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
        FSDataOutputStream out = super.create(path, mode);
        if (!full) {
            return out;
        }
        out.close();
        return new LocalDataOutputStream(pathToFile(path)) {
            @Override
            public void write(byte[] bytes) throws IOException {
                write(bytes, 0, bytes.length);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                super.write(bytes, from, length / 2);
                throw new IOException("No space left on device");
            }
        };
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        return (!keepsWhatIsThere || !exists(to)) && super.rename(from, to);
    }

    /** What makes Flink know it. */
    public static final class Factory implements FileSystemFactory {
        @Override
        public String getScheme() {
            return "odd";
        }

        @Override
        public FileSystem create(URI uri) {
            return new OddDisk();
        }
    }
}
