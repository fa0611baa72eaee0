// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.journal;

import dev.eddy.port.EffectJournal;
import dev.eddy.port.PortException;
import dev.eddy.port.PortFactory;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A journal in a folder of this machine: it outlives a process that is killed, though no power cut, since nothing is forced to
 * the disk. All that counts stands in memory as well, so that a look-up reads no file. A completion is written to the system's
 * page cache by the thread that records it. Thread-safe; one process at a time may have a folder.
 */
public final class FileEffectJournal implements EffectJournal {
    private final MemoryEffectJournal recent;
    private final JournalFiles files;

    /**
     * Takes up what the folder holds.
     *
     * @param ttl how long an entry is kept after it was written or taken up
     * @param maxBytes most bytes of entries kept, in memory and about as much in files
     */
    public FileEffectJournal(Path folder, Duration ttl, long maxBytes) throws IOException {
        recent = new MemoryEffectJournal(ttl, maxBytes);
        files = JournalFiles.open(folder, maxBytes, recent::record);
    }

    @Override
    public CompletableFuture<Optional<Entry>> find(Key key) {
        return recent.find(key);
    }

    @Override
    public CompletableFuture<Entry> record(Key key, Entry entry) {
        return recent.record(key, entry).thenApply(stands -> {
            if (stands == entry) {
                append(key, entry);
            }
            return stands;
        });
    }

    private void append(Key key, Entry entry) {
        try {
            files.append(key, entry);
        } catch (IOException e) {
            throw new PortException(
                    EffectStatus.UNAVAILABLE,
                    "the journal in " + files.folder() + " did not take the completion of effect " + key + ": "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public Duration keeps() {
        return recent.keeps();
    }

    @Override
    public void close() {
        recent.close();
        try {
            files.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the journal in " + files.folder() + " does not close", e);
        }
    }

    /** Name {@code file}; settings {@code path}, the folder, and those of {@link JournalSettings}. */
    public static final class Factory implements PortFactory<EffectJournal> {
        private static final String PATH = "path";

        @Override
        public Class<EffectJournal> port() {
            return EffectJournal.class;
        }

        @Override
        public String name() {
            return "file";
        }

        @Override
        public EffectJournal open(Map<String, String> settings) throws IOException {
            JournalSettings journal = JournalSettings.of(settings, Set.of(PATH));
            String path = settings.get(PATH);
            if (path == null || path.isBlank()) {
                throw new IllegalArgumentException("a file journal needs the setting 'path': a folder of this machine");
            }
            return new FileEffectJournal(Path.of(path), journal.ttl(), journal.maxBytes());
        }
    }
}
