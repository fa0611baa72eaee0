// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.journal;

import dev.eddy.port.EffectJournal.Entry;
import dev.eddy.port.EffectJournal.Key;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal's entries in files that are only appended to: the newest, and older ones for as long as the newest alone does not
 * hold enough. A record is its length, a checksum and its content; a process killed while it wrote leaves a torn one at the
 * end, which is cut off. Thread-safe.
 */
final class JournalFiles {
    private static final Logger LOG = LoggerFactory.getLogger(JournalFiles.class);
    private static final String PREFIX = "journal-";
    private static final int HEAD = 2 * Integer.BYTES;
    /** With half of the size each, two full files and the one being written. */
    private static final int KEPT = 3;

    private final Path folder;
    private final long fileBytes;
    private final Deque<Path> files = new ArrayDeque<>();
    private long newestBytes;
    private RandomAccessFile newest; // a channel would be closed by the interrupt of any thread that writes

    private JournalFiles(Path folder, long fileBytes) {
        this.folder = folder;
        this.fileBytes = fileBytes;
    }

    /** Hands over what the folder holds, oldest first, and goes on from there. */
    static JournalFiles open(Path folder, long maxBytes, BiConsumer<Key, Entry> found) throws IOException {
        Files.createDirectories(folder);
        JournalFiles journal = new JournalFiles(folder, Math.max(1, maxBytes / 2));
        long whole = 0;
        for (Path file : present(folder)) {
            whole = read(file, found);
            journal.files.add(file);
        }
        if (journal.files.isEmpty()) {
            journal.begin(0);
        } else {
            journal.newest = new RandomAccessFile(journal.files.getLast().toFile(), "rw");
            journal.newest.setLength(whole);
            journal.newest.seek(whole);
            journal.newestBytes = whole;
        }
        return journal;
    }

    private static List<Path> present(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(PREFIX + "\\d{1,18}"))
                    .sorted(Comparator.comparingLong(JournalFiles::number))
                    .toList();
        }
    }

    private static long number(Path file) {
        return Long.parseLong(file.getFileName().toString().substring(PREFIX.length()));
    }

    /** Bytes of the whole records at its beginning. */
    private static long read(Path file, BiConsumer<Key, Entry> found) throws IOException {
        long whole = 0;
        long size = Files.size(file);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (size - whole >= HEAD) {
                int length = in.readInt();
                int checksum = in.readInt();
                if (length < 0 || length > size - whole - HEAD) {
                    break;
                }
                byte[] content = in.readNBytes(length);
                if (checksum(content, 0, length) != checksum) {
                    break;
                }
                decode(content, found);
                whole += HEAD + length;
            }
        }
        if (whole < size) {
            LOG.warn("the last {} bytes of {} are no whole record and are left out", size - whole, file);
        }
        return whole;
    }

    synchronized void append(Key key, Entry entry) throws IOException {
        if (newest == null) {
            throw new IOException("it is closed");
        }
        if (newestBytes >= fileBytes) {
            newest.close();
            begin(number(files.getLast()) + 1);
            while (files.size() > KEPT) {
                Files.deleteIfExists(files.removeFirst());
            }
        }
        byte[] record = record(key, entry);
        newest.write(record); // in one piece, so that only a kill can tear it
        newestBytes += record.length;
    }

    private void begin(long number) throws IOException {
        Path file = folder.resolve(PREFIX + number);
        newest = new RandomAccessFile(file.toFile(), "rw");
        newestBytes = 0;
        files.add(file);
    }

    private static byte[] record(Key key, Entry entry) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 + entry.completion().length);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(0); // the head, once what it tells is known
        out.writeUTF(key.rolloutId());
        out.writeInt(key.seq());
        out.writeUTF(entry.requestHash());
        out.write(entry.completion());
        byte[] record = bytes.toByteArray();
        int length = record.length - HEAD;
        ByteBuffer.wrap(record).putInt(length).putInt(checksum(record, HEAD, length));
        return record;
    }

    private static void decode(byte[] content, BiConsumer<Key, Entry> found) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        Key key = new Key(in.readUTF(), in.readInt());
        found.accept(key, new Entry(in.readUTF(), in.readAllBytes()));
    }

    private static int checksum(byte[] bytes, int offset, int length) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes, offset, length);
        return (int) checksum.getValue();
    }

    Path folder() {
        return folder;
    }

    /** The files stay. What comes after is refused. */
    synchronized void close() throws IOException {
        if (newest != null) {
            newest.close();
            newest = null;
        }
    }
}
