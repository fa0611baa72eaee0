// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.blob;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.connector.file.FileSettings;
import dev.eddy.connector.file.HashedFiles;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Sha256;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Blobs as files {@code <first two digits>/<sha256>}. What was read or written of late is kept in memory, so that pictures
 * and shared prompt pieces are read once. A file that was put is at most a day older than that, so that {@link BlobSweep} or a
 * rule of the file system may delete by age. Thread-safe.
 */
public final class FileBlobStore implements BlobStore {
    /** Has no file: some object stores take an empty object for the mark of a folder. */
    private static final String NOTHING = Sha256.hex(new byte[0]);

    private static final Duration RENEWAL = Duration.ofHours(12);
    private static final int REMEMBERED = 100_000;

    private final HashedFiles files;
    private final Duration renewal;
    private final Cache<String, byte[]> cache;
    private final Cache<String, Boolean> put;

    /** @param cacheBytes most bytes to keep in memory */
    public FileBlobStore(FileSettings settings, long cacheBytes) throws IOException {
        this(settings, cacheBytes, RENEWAL);
    }

    /** @param renewal how old a file may be that is not written again, and how long one is known to be no older */
    FileBlobStore(FileSettings settings, long cacheBytes, Duration renewal) throws IOException {
        this.files = new HashedFiles("blob-files", settings);
        this.renewal = renewal;
        this.put = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(renewal)
                .executor(Runnable::run)
                .build();
        this.cache = Caffeine.newBuilder()
                .maximumWeight(cacheBytes)
                .executor(Runnable::run) // upkeep in the calling thread: a shared pool would outlive the job's class
                // loader
                .weigher((String sha256, byte[] content) -> content.length)
                .build();
    }

    @Override
    public CompletableFuture<String> put(byte[] bytes) {
        String sha256 = Sha256.hex(bytes);
        if (sha256.equals(NOTHING) || put.getIfPresent(sha256) != null) {
            return CompletableFuture.completedFuture(sha256);
        }
        return files.renew(file(sha256), bytes, renewal).thenApply(done -> {
            put.put(sha256, true);
            cache.put(sha256, bytes);
            return sha256;
        });
    }

    @Override
    public CompletableFuture<byte[]> get(String sha256) {
        if (!Sha256.isHex(sha256)) {
            return CompletableFuture.failedFuture(new PortException(
                    EffectStatus.REJECTED,
                    "'" + sha256 + "' names no blob: a hash is 64 lower-case hexadecimal digits"));
        }
        byte[] cached = sha256.equals(NOTHING) ? new byte[0] : cache.getIfPresent(sha256);
        if (cached != null) {
            return CompletableFuture.completedFuture(cached);
        }
        return files.read(file(sha256), sha256).thenApply(content -> {
            cache.put(sha256, content);
            return content;
        });
    }

    private static String file(String sha256) {
        return sha256.substring(0, 2) + "/" + sha256;
    }

    @Override
    public void close() {
        files.close();
    }

    /**
     * Name {@code file}; settings those of {@link FileSettings} and {@code cache.bytes} (64 MiB).
     */
    public static final class Factory implements PortFactory<BlobStore> {
        private static final String CACHE_BYTES = "cache.bytes";

        @Override
        public Class<BlobStore> port() {
            return BlobStore.class;
        }

        @Override
        public String name() {
            return "file";
        }

        @Override
        public BlobStore open(Map<String, String> settings) throws IOException {
            FileSettings files = FileSettings.of(settings, Set.of(CACHE_BYTES));
            return new FileBlobStore(files, FileSettings.positive(settings, CACHE_BYTES, 64L << 20, Long.MAX_VALUE));
        }
    }
}
