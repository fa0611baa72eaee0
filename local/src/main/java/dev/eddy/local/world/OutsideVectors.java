// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.BlobStore;
import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.DoubleConsumer;

/**
 * A loaded bank's vectors in a {@link VectorIndex}, in a pool named by the bank and the hash of its file: a bank that is loaded
 * again has another one, and what a load that broke off has written is found by the next. Immutable.
 *
 * @param pictureRows rows of the pool of pictures
 * @param textRows rows of the pool of texts: records with a text
 */
record OutsideVectors(VectorIndex index, Pool pictures, long pictureRows, Pool texts, long textRows) {
    private static final int BATCH = 256;
    private static final int HASH_LETTERS = 16;

    /** Reads which vectors a bank's file has, but not the vectors. */
    static OutsideVectors read(VectorIndex index, String bank, Path file) throws IOException {
        long[] rows = new long[2];
        int[] length = {HashedWords.LENGTH};
        BankFile.read(file, BankFile.Kept.class, kept -> {
            rows[0] += kept.pictures().size();
            if (!kept.text().isEmpty()) {
                rows[1]++;
                length[0] = BankVectors.text(kept).length;
            }
        });
        String pool = bank + "-" + hash(file);
        return new OutsideVectors(
                index,
                new Pool(pool, Channel.I2I, PictureDescriptor.LENGTH),
                rows[0],
                new Pool(pool, Channel.T2T, length[0]),
                rows[1]);
    }

    private static String hash(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_LETTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    CompletableFuture<List<Match>> byPictures(List<float[]> references, List<String> members, int limit) {
        return pictureRows == 0 || references.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : index.search(pictures, references, members, limit);
    }

    CompletableFuture<List<Match>> byText(float[] vector, List<String> members, int limit) {
        return textRows == 0
                ? CompletableFuture.completedFuture(List.of())
                : index.search(texts, List.of(vector), members, limit);
    }

    /** Completes where a search sees all of them; fails with REJECTED where there are none and UNAVAILABLE for a part. */
    CompletableFuture<Void> visible() {
        return visible(pictures, pictureRows).thenCompose(done -> visible(texts, textRows));
    }

    private CompletableFuture<Void> visible(Pool pool, long rows) {
        return rows == 0
                ? CompletableFuture.completedFuture(null)
                : index.count(pool).thenAccept(seen -> {
                    if (seen != rows) {
                        throw new PortException(
                                seen == 0 ? EffectStatus.REJECTED : EffectStatus.UNAVAILABLE,
                                "of the " + rows + " vectors of pool " + pool.name() + " for " + pool.channel()
                                        + " a search sees " + seen
                                        + "; if that stays so, load the bank again with 'eddy bank load --milvus'");
                    }
                });
    }

    /**
     * Writes what is not there yet; blocks.
     *
     * @param file as it was read
     * @param progress told the share that is written, 0 to 1
     */
    void write(Path file, BlobStore blobs, DoubleConsumer progress) throws IOException {
        List<Row> ofPictures = new ArrayList<>();
        List<Row> ofTexts = new ArrayList<>();
        long[] written = new long[1];
        BankFile.read(file, BankFile.Kept.class, kept -> {
            List<float[]> vectors = BankVectors.pictures(kept, blobs);
            for (int number = 0; number < vectors.size(); number++) {
                ofPictures.add(new Row(kept.id(), number, vectors.get(number)));
            }
            if (!kept.text().isEmpty()) {
                ofTexts.add(new Row(kept.id(), 0, BankVectors.text(kept)));
            }
            written[0] += send(pictures, ofPictures, BATCH) + send(texts, ofTexts, BATCH);
            progress.accept((double) written[0] / (pictureRows + textRows));
        });
        send(pictures, ofPictures, 1);
        send(texts, ofTexts, 1);
        if (pictureRows > 0) {
            await(index.flush(pictures));
        }
        if (textRows > 0) {
            await(index.flush(texts));
        }
    }

    /** Writes a batch that is long enough, and empties it. */
    private int send(Pool pool, List<Row> batch, int enough) throws IOException {
        int size = batch.size();
        if (size < enough) {
            return 0;
        }
        await(index.write(pool, List.copyOf(batch)));
        batch.clear();
        return size;
    }

    private static void await(CompletableFuture<Void> future) throws IOException {
        try {
            future.join();
        } catch (CompletionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed);
        }
    }
}
