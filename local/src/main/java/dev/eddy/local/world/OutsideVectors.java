// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.port.VectorIndex.Pool;
import dev.eddy.port.VectorIndex.Row;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Channel;
import dev.eddy.schemas.Picture;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleConsumer;

/** Vectors of records in a {@link VectorIndex}: their pictures and those of their texts that have one. Immutable. */
record OutsideVectors(OutsidePool pictures, OutsidePool texts) {
    private static final String REMEDY = "load the bank again with 'eddy bank load --milvus'";

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
        MessageDigest digest = OutsidePool.content();
        long[] rows = new long[2];
        for (int position = 0; position < pool.size(); position++) {
            BankRecord record = pool.record(position);
            digest.update(record.getRecordId().getBytes(UTF_8));
            for (Picture picture : record.getPictures()) {
                digest.update(picture.getSha256().getBytes(UTF_8));
                rows[0]++;
            }
            digest.update(record.getText().getBytes(UTF_8));
            rows[1] += pool.hasText(position) ? 1 : 0;
        }
        return of(index, OutsidePool.named(name, digest), rows, new int[] {pool.pictureLength(), pool.textLength()});
    }

    /** Reads which vectors a bank's file has, but not the vectors. */
    static OutsideVectors read(VectorIndex index, String bank, Path file) throws IOException {
        long[] rows = new long[2];
        int[] lengths = {PictureDescriptor.LENGTH, HashedWords.LENGTH};
        BankFile.read(file, BankFile.Kept.class, kept -> {
            rows[0] += kept.pictures().size();
            if (!kept.pictures().isEmpty()) {
                lengths[0] = BankVectors.length(kept.pictures().get(0));
            }
            if (!kept.text().isEmpty()) {
                rows[1]++;
                lengths[1] = BankVectors.text(kept).length;
            }
        });
        return of(index, OutsidePool.named(bank, content(file)), rows, lengths);
    }

    /** Of pictures first, then of texts. */
    private static OutsideVectors of(VectorIndex index, String pool, long[] rows, int[] lengths) {
        return new OutsideVectors(
                new OutsidePool(index, new Pool(pool, Channel.I2I, lengths[0]), rows[0], REMEDY),
                new OutsidePool(index, new Pool(pool, Channel.T2T, lengths[1]), rows[1], REMEDY));
    }

    private static MessageDigest content(Path file) throws IOException {
        MessageDigest digest = OutsidePool.content();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return digest;
    }

    CompletableFuture<List<Match>> byPictures(List<float[]> references, List<String> members, int limit) {
        return pictures.search(references, members, limit);
    }

    CompletableFuture<List<Match>> byText(float[] vector, List<String> members, int limit) {
        return texts.search(List.of(vector), members, limit);
    }

    /** See {@link OutsidePool#visible}. */
    CompletableFuture<Void> visible() {
        return pictures.visible().thenCompose(done -> texts.visible());
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
            written[0] += pictures.send(ofPictures) + texts.send(ofTexts);
            progress.accept((double) written[0] / (pictures.rows() + texts.rows()));
        });
        pictures.finish(ofPictures);
        texts.finish(ofTexts);
    }
}
