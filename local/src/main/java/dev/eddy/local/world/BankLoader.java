// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import com.fasterxml.jackson.databind.ObjectWriter;
import dev.eddy.local.vision.GrayPicture;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortChoice;
import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.DoubleConsumer;

/**
 * Loads demonstrations of one's own as a bank: pictures go to the blob store, the records to one file, which appears whole or
 * not at all. Blocks; one thread.
 */
public final class BankLoader {
    private static final int MAX_PICTURE_BYTES = 16 << 20;

    private final Path folder;
    private final BlobStore blobs;
    private final PortChoice encoder;
    private final VectorIndex vectors;

    /**
     * Loads into a folder.
     *
     * @param folder where banks are kept: the setting {@code banks} of the bank named {@code world}
     * @param encoder the {@link dev.eddy.port.Encoder} whose vectors texts are compared by, and pictures if it sees them, which
     *     whoever opens the bank needs, too; null for hashed words and descriptors
     * @param vectors where vectors are written, which whoever opens the bank needs, too; null where they are kept in the
     *     process that opens it
     */
    public BankLoader(Path folder, BlobStore blobs, PortChoice encoder, VectorIndex vectors) {
        this.folder = folder;
        this.blobs = blobs;
        this.encoder = encoder;
        this.vectors = vectors;
    }

    /**
     * Loads a bank that is opened as {@code bank/<name>}; one of this name is replaced, also for jobs that have opened it.
     *
     * @param source JSON Lines of {@code {"id": ..., "pictures": [path, ...], "text": ..., "target": ...}} with paths relative
     *     to the file, or a zip archive in the layout of Omniglot, whose targets are {@code <alphabet>/<character>}
     * @param progress told the share that is loaded, 0 to 1
     * @return number of records
     * @throws IOException if the lines cannot be read or are none of such; names the line at fault
     * @throws IllegalArgumentException for what is no name, or no such archive; names the entry at fault
     */
    public int load(String name, Path source, DoubleConsumer progress) throws IOException {
        Path target = BankFile.path(folder, name);
        Files.createDirectories(folder);
        Path unfinished = Files.createTempFile(folder, name, ".unfinished");
        try (Meanings meanings = new Meanings(encoder)) {
            int records;
            double reading = vectors == null ? 1 : 0.5;
            DoubleConsumer read = share -> progress.accept(share * reading);
            try (BufferedWriter out = Files.newBufferedWriter(unfinished)) {
                Sink sink = new Sink(out, meanings);
                if (source.toString().endsWith(".zip")) {
                    archive(source, sink, read);
                } else {
                    lines(source, sink, read);
                }
                records = sink.ids.size();
            }
            if (records == 0) {
                throw new IOException(source + " has no records");
            }
            if (vectors != null) {
                OutsideVectors.read(vectors, name, unfinished)
                        .load(
                                taking -> BankFile.read(
                                        unfinished,
                                        BankFile.Kept.class,
                                        kept -> taking.take(
                                                kept.id(),
                                                BankVectors.pictures(kept, blobs),
                                                kept.text().isEmpty() ? null : BankVectors.text(kept))),
                                share -> progress.accept(reading + share * (1 - reading)));
            }
            progress.accept(1);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return records;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private void archive(Path source, Sink sink, DoubleConsumer progress) throws IOException {
        int number = 0;
        List<Drawing> drawings = OmniglotArchive.read(source);
        for (Drawing drawing : drawings) {
            progress.accept((double) number / drawings.size());
            String id = String.format("drawing-%06d", number++);
            BankFile.KeptPicture picture = picture(drawing.png(), drawing.width(), drawing.height(), sink.meanings);
            sink.write(id, List.of(picture), World.TEXT, drawing.character());
        }
    }

    private void lines(Path source, Sink sink, DoubleConsumer progress) throws IOException {
        if (!Files.isRegularFile(source)) {
            throw new IOException("there is no file " + source.toAbsolutePath());
        }
        long total = count(source);
        BankFile.read(source, BankFile.Given.class, given -> {
            progress.accept((double) sink.ids.size() / total);
            if (given.id() == null || given.id().isBlank() || given.target() == null) {
                throw new IOException("a record needs an 'id' and a 'target'");
            }
            List<BankFile.KeptPicture> pictures = new ArrayList<>();
            for (String path : given.pictures() == null ? List.<String>of() : given.pictures()) {
                pictures.add(picture(source.resolveSibling(path), sink.meanings));
            }
            String text = given.text() == null ? "" : given.text();
            if (pictures.isEmpty() && text.isEmpty()) {
                throw new IOException("record '" + given.id() + "' has neither pictures nor text");
            }
            sink.write(given.id(), pictures, text, given.target());
        });
    }

    private static long count(Path source) throws IOException {
        long lines = 0;
        try (BufferedReader in = Files.newBufferedReader(source)) {
            while (in.readLine() != null) {
                lines++;
            }
        }
        return lines;
    }

    private BankFile.KeptPicture picture(Path path, Meanings meanings) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new IOException("there is no picture " + path.toAbsolutePath());
        }
        byte[] file;
        try (InputStream in = Files.newInputStream(path)) {
            file = in.readNBytes(MAX_PICTURE_BYTES + 1);
        }
        if (file.length > MAX_PICTURE_BYTES) {
            throw new IOException("picture " + path + " has more than " + MAX_PICTURE_BYTES + " bytes");
        }
        try {
            GrayPicture decoded = GrayPicture.decode(file);
            return picture(file, decoded.width(), decoded.height(), meanings);
        } catch (PortException broken) {
            throw new IOException("picture " + path + ": " + broken.getMessage(), broken);
        }
    }

    private BankFile.KeptPicture picture(byte[] file, int width, int height, Meanings meanings) throws IOException {
        String sha256 = await(blobs.put(file));
        return new BankFile.KeptPicture(sha256, width, height, meanings.picture(sha256, file));
    }

    private static <T> T await(CompletableFuture<T> future) throws IOException {
        try {
            return future.join();
        } catch (CompletionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed);
        }
    }

    /** Writes records and refuses an id that came before. */
    private static final class Sink {
        private final ObjectWriter json = BankFile.writer();
        private final BufferedWriter out;
        private final Meanings meanings;
        private final Set<String> ids = new HashSet<>();

        private Sink(BufferedWriter out, Meanings meanings) {
            this.out = out;
            this.meanings = meanings;
        }

        private void write(String id, List<BankFile.KeptPicture> pictures, String text, String target)
                throws IOException {
            if (!ids.add(id)) {
                throw new IOException("a record before has the id '" + id + "' too");
            }
            out.write(json.writeValueAsString(new BankFile.Kept(id, pictures, text, target, meanings.text(text))));
            out.newLine();
        }
    }
}
