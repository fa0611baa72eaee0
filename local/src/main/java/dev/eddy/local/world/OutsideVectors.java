// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Picture;
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.DoubleConsumer;

/**
 * Vectors of records in a {@link VectorIndex}, in a pool named by a hash of what it holds: a bank that is loaded again has
 * another one, and what a load that broke off has written is found by the next. Immutable.
 *
 * @param pictureRows rows of the pool of pictures
 * @param textRows rows of the pool of texts: records with a text
 */
record OutsideVectors(VectorIndex index, Pool pictures, long pictureRows, Pool texts, long textRows) {
    private static final RetryPolicy<Void> UNTIL_VISIBLE = RetryPolicy.<Void>builder()
            .handleIf(failure -> failure instanceof PortException refused && refused.status() != EffectStatus.TIMEOUT)
            .withDelay(Duration.ofMillis(200))
            .withMaxDuration(Duration.ofMinutes(1))
            .withMaxRetries(-1)
            .build();
    private static final int BATCH = 256;
    private static final int HASH_LETTERS = 16;

    /** Records in an order that is always the same. */
    interface Source {
        void each(Taking taking) throws IOException;
    }

    /** What is done with a record. */
    interface Taking {
        /** @param text null where it has none */
        void take(String record, List<float[]> pictures, float[] text) throws IOException;
    }

    /** Those of a pool's records that are kept in the process, too. */
    static OutsideVectors of(VectorIndex index, String name, RecordPool pool) {
        MessageDigest digest = sha256();
        long pictures = 0;
        long texts = 0;
        for (int position = 0; position < pool.size(); position++) {
            BankRecord record = pool.record(position);
            digest.update(record.getRecordId().getBytes(UTF_8));
            for (Picture picture : record.getPictures()) {
                digest.update(picture.getSha256().getBytes(UTF_8));
                pictures++;
            }
            digest.update(record.getText().getBytes(UTF_8));
            texts += pool.hasText(position) ? 1 : 0;
        }
        return of(index, name + "-" + letters(digest), pictures, texts, pool.textLength());
    }

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
        return of(index, bank + "-" + hash(file), rows[0], rows[1], length[0]);
    }

    private static OutsideVectors of(VectorIndex index, String pool, long pictures, long texts, int textLength) {
        return new OutsideVectors(
                index,
                new Pool(pool, Channel.I2I, PictureDescriptor.LENGTH),
                pictures,
                new Pool(pool, Channel.T2T, textLength),
                texts);
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return letters(digest);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String letters(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_LETTERS);
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
     * Writes what is not there yet, and waits until a search sees it; blocks.
     *
     * @param source with these vectors
     * @param progress told the share that is written, 0 to 1
     */
    void load(Source source, DoubleConsumer progress) throws IOException {
        List<Row> ofPictures = new ArrayList<>();
        List<Row> ofTexts = new ArrayList<>();
        long[] written = new long[1];
        source.each((record, vectors, text) -> {
            for (int number = 0; number < vectors.size(); number++) {
                ofPictures.add(new Row(record, number, vectors.get(number)));
            }
            if (text != null) {
                ofTexts.add(new Row(record, 0, text));
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
        // Where staleness is bounded, what was written may be seen late.
        await(Failsafe.with(UNTIL_VISIBLE).getStageAsync(this::visible));
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
