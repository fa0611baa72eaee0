// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.local.vision.PictureDescriptor;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Picture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Records that banks are views of, with a vector for each picture and each distinct input text. A record's position is its
 * rank by id, so that ordering by position orders by id. Immutable and thread-safe.
 */
final class RecordPool {
    /**
     * A record on its way into the pool.
     *
     * @param record without a target
     * @param descriptors one vector a picture, all of one length; none where the vectors are elsewhere
     * @param text the input text's vector, equal for equal texts; of no length where the vectors are elsewhere
     */
    record Entry(BankRecord record, List<float[]> descriptors, float[] text) {}

    private final List<BankRecord> records;
    private final Map<String, Integer> positions = new HashMap<>();
    private final Map<String, Integer> rows = new HashMap<>();
    private final int[] firstPicture;
    private final FlatIndex pictures;
    private final int[] textOf;
    private final FlatIndex texts;
    private final String encoder;
    private final String pictureEncoder;

    /**
     * Throws {@link IllegalArgumentException} where two records have the same id, or vectors that should be comparable differ in length.
     *
     * @param encoder that made the vectors of the texts; null for {@link HashedWords}
     * @param pictureEncoder that made those of the pictures; null for {@link PictureDescriptor}
     */
    RecordPool(List<Entry> entries, String encoder, String pictureEncoder) {
        this.encoder = encoder;
        this.pictureEncoder = pictureEncoder;
        List<Entry> sorted = entries.stream()
                .sorted(Comparator.comparing(entry -> entry.record().getRecordId()))
                .toList();
        records = sorted.stream().map(Entry::record).toList();
        firstPicture = new int[records.size() + 1];
        textOf = new int[records.size()];
        List<float[]> pictureRows = new ArrayList<>();
        List<float[]> textRows = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (int position = 0; position < records.size(); position++) {
            BankRecord record = records.get(position);
            if (positions.put(record.getRecordId(), position) != null) {
                throw new IllegalArgumentException("two records have the id '" + record.getRecordId() + "'");
            }
            for (int i = 0; i < sorted.get(position).descriptors().size(); i++) {
                rows.putIfAbsent(record.getPictures().get(i).getSha256(), pictureRows.size());
                pictureRows.add(sorted.get(position).descriptors().get(i));
            }
            firstPicture[position + 1] = pictureRows.size();
            float[] vector = sorted.get(position).text();
            textOf[position] = seen.computeIfAbsent(record.getText(), text -> {
                textRows.add(vector);
                return textRows.size() - 1;
            });
        }
        pictures = index(pictureRows);
        texts = index(textRows);
    }

    private static FlatIndex index(List<float[]> rows) {
        return new FlatIndex(rows, rows.isEmpty() ? 0 : rows.get(0).length);
    }

    int size() {
        return records.size();
    }

    BankRecord record(int position) {
        return records.get(position);
    }

    /** The record's position; -1 where there is none with this id. */
    int position(String recordId) {
        return positions.getOrDefault(recordId, -1);
    }

    /** The vector of a picture that some record shows; null for any other. */
    float[] descriptor(Picture picture) {
        Integer row = rows.get(picture.getSha256());
        return row == null ? null : pictures.vector(row);
    }

    boolean hasPictures(int position) {
        return firstPicture[position] < firstPicture[position + 1];
    }

    /** Similarity of the best pair of a reference and one of the record's pictures. */
    float pictureSimilarity(List<float[]> references, int position) {
        float best = Float.NEGATIVE_INFINITY;
        for (float[] reference : references) {
            for (int row = firstPicture[position]; row < firstPicture[position + 1]; row++) {
                best = Math.max(best, pictures.similarity(reference, row));
            }
        }
        return best;
    }

    /** What made the vectors of the texts, see {@link Encoders}; null for hashed words. */
    String encoder() {
        return encoder;
    }

    /** What made the vectors of the pictures; null for descriptors, which no text can be compared with. */
    String pictureEncoder() {
        return pictureEncoder;
    }

    /** Hands out the records with their vectors, by position. */
    void each(OutsideVectors.Taking taking) throws IOException {
        for (int position = 0; position < records.size(); position++) {
            List<float[]> vectors = IntStream.range(firstPicture[position], firstPicture[position + 1])
                    .mapToObj(pictures::vector)
                    .toList();
            float[] text = hasText(position) ? texts.vector(textOf[position]) : null;
            taking.take(record(position).getRecordId(), vectors, text);
        }
    }

    /** Of the pictures' vectors; 0 where there are none. */
    int pictureLength() {
        return pictures.length();
    }

    /** Of the texts' vectors. */
    int textLength() {
        return texts.length();
    }

    boolean hasText(int position) {
        return !records.get(position).getText().isEmpty();
    }

    /** @param text vector, made as those of the pool were */
    float textSimilarity(float[] text, int position) {
        return texts.similarity(text, textOf[position]);
    }
}
