// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.EffectStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A bank: some records of a pool, with the targets that they have in this bank. Immutable and thread-safe.
 *
 * @param edition what no other content has: the bank's id, of a loaded one with when it was loaded
 * @param members positions in the pool, ascending
 * @param targets target of the record at a position
 * @param outside where the pool's vectors are; null where the pool has them
 */
record BankView(String edition, RecordPool pool, int[] members, IntFunction<String> targets, OutsideVectors outside) {
    BankView(String edition, RecordPool pool, int[] members, IntFunction<String> targets) {
        this(edition, pool, members, targets, null);
    }

    /** The same, searched where the pool's vectors are. */
    BankView searched(OutsideVectors where) {
        return new BankView(edition, pool, members, targets, where);
    }

    /** A ranked list: ids and scores, best first. */
    record Ranking(List<String> records, float[] scores) {}

    /** The member's position; -1 where the bank has no record of this id. */
    int position(String recordId) {
        int position = pool.position(recordId);
        return position >= 0 && Arrays.binarySearch(members, position) >= 0 ? position : -1;
    }

    BankRecord read(int position, boolean withTarget) {
        BankRecord record = pool.record(position);
        return new BankRecord(
                record.getRecordId(),
                record.getPictures(),
                record.getText(),
                withTarget ? targets.apply(position) : null,
                record.getSource(),
                record.getDense());
    }

    /**
     * Members by their best picture, wherever the vectors are.
     *
     * @param references vectors of pictures, or of texts by the encoder that made those of the pictures
     */
    CompletableFuture<Ranking> findByPictures(List<float[]> references, int limit) {
        for (float[] reference : references) {
            checkLength(
                    reference,
                    pool.pictureLength(),
                    outside == null ? null : outside.pictures(),
                    "pictures",
                    pool.pictureEncoder());
        }
        return outside == null
                ? CompletableFuture.completedFuture(byPictures(references, limit))
                : outside.byPictures(references, filter(), limit).thenApply(matches -> ranking(matches, limit));
    }

    /** Members by their input text, wherever the vectors are. */
    CompletableFuture<Ranking> findByText(float[] vector, int limit) {
        checkLength(vector, pool.textLength(), outside == null ? null : outside.texts(), "texts", pool.encoder());
        return outside == null
                ? CompletableFuture.completedFuture(byText(vector, limit))
                : outside.byText(vector, filter(), limit).thenApply(matches -> ranking(matches, limit));
    }

    /** @param outside where the vectors are; null where they are within, of length 0 where there are none */
    private static void checkLength(float[] asked, int within, OutsidePool outside, String what, String encoder) {
        boolean none = outside == null ? within == 0 : outside.rows() == 0;
        int length = outside == null ? within : outside.pool().length();
        if (!none && asked.length != length) {
            throw new PortException(
                    EffectStatus.INVALID,
                    "the bank's " + what + " have vectors of " + length + " numbers, but its encoder '" + encoder
                            + "' gives " + asked.length + " now: open it as it was when the bank was loaded ('encoders."
                            + encoder + ".<setting>'), or load the bank again");
        }
    }

    /** Members by their best pair of pictures. */
    Ranking byPictures(List<float[]> references, int limit) {
        TopScores top = new TopScores(Math.min(limit, members.length));
        for (int member : members) {
            if (pool.hasPictures(member)) {
                top.offer(pool.pictureSimilarity(references, member), member);
            }
        }
        return ranking(top);
    }

    /** Members by their input text. */
    Ranking byText(float[] vector, int limit) {
        TopScores top = new TopScores(Math.min(limit, members.length));
        for (int member : members) {
            if (pool.hasText(member)) {
                top.offer(pool.textSimilarity(vector, member), member);
            }
        }
        return ranking(top);
    }

    /** Positions drawn uniformly without replacement; all of them, in random order, where the bank is smaller. */
    int[] sample(int count, long seed) {
        int[] deck = members.clone();
        int drawn = Math.min(count, deck.length);
        Draws.first(deck, drawn, new Random(Seeds.mix(seed)));
        return Arrays.copyOf(deck, drawn);
    }

    /** Ids of the members; empty where all of the pool are. */
    private List<String> filter() {
        return members.length == pool.size()
                ? List.of()
                : IntStream.of(members)
                        .mapToObj(member -> pool.record(member).getRecordId())
                        .toList();
    }

    private Ranking ranking(List<VectorIndex.Match> matches, int limit) {
        TopScores top = new TopScores(Math.min(limit, members.length));
        for (VectorIndex.Match match : matches) {
            int position = position(match.record());
            if (position < 0) {
                throw new PortException(
                        EffectStatus.INVALID,
                        "bank " + edition + " has no record '" + match.record() + "' but the index of its vectors has");
            }
            top.offer(match.score(), position);
        }
        return ranking(top);
    }

    private Ranking ranking(TopScores top) {
        String[] records = new String[top.size()];
        float[] scores = new float[top.size()];
        for (int rank = 0; rank < records.length; rank++) {
            records[rank] = pool.record(top.position(rank)).getRecordId();
            scores[rank] = top.score(rank);
        }
        return new Ranking(List.of(records), scores);
    }
}
