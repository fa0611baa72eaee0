// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import dev.eddy.agent.acticl.ActIclSettings;
import dev.eddy.agent.acticl.Fusion;
import dev.eddy.port.PortException;
import dev.eddy.port.VectorIndex;
import dev.eddy.port.VectorIndex.Match;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.Packed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;

/**
 * How often a server's own reciprocal-rank fusion gives what {@link Fusion} gives, which agents use. Each time two lists of one
 * collection are fused: what is like a record, and what is like the record that is most like it.
 *
 * @param queries pairs of lists that were fused
 * @param shown how many records a search shows
 * @param first how often the first record is the same
 * @param firstOrEqual how often it is, or one whose score is equal
 * @param shared mean share of what a search shows that both have
 * @param equal how often all that a search shows is the same, but for the order of equal scores
 */
public record FusionComparison(int queries, int shown, int first, int firstOrEqual, double shared, int equal) {
    private static final ActIclSettings USUAL = ActIclSettings.of(Map.of());
    private static final double EQUAL = 1e-6; // servers add floats
    private static final long SEED = 1;

    /**
     * Compares them on some records of a loaded bank, by their pictures, or by their texts where it has none; blocks.
     *
     * @param folder where banks are
     * @param index where the bank's vectors were written
     * @param queries how many records, at most
     * @return empty where the server has no fusion
     * @throws IOException if there is no such bank, or the index does not answer
     * @throws IllegalArgumentException for what is no name of a bank
     */
    public static Optional<FusionComparison> of(Path folder, String name, VectorIndex index, int queries)
            throws IOException {
        Path file = BankFile.path(folder, name);
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no file " + file + "; load it with 'eddy bank load'");
        }
        OutsideVectors vectors = OutsideVectors.read(index, name, file);
        boolean pictures = vectors.pictures().rows() > 0;
        List<String> records = new ArrayList<>();
        BankFile.read(file, BankFile.Kept.class, kept -> {
            if (pictures ? !kept.pictures().isEmpty() : !kept.text().isEmpty()) {
                records.add(kept.id());
            }
        });
        try {
            return of(pictures ? vectors.pictures() : vectors.texts(), records, queries);
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof PortException refused) {
                throw new IOException(refused.getMessage(), refused);
            }
            throw failed;
        }
    }

    /** The same on a pool's records. */
    static Optional<FusionComparison> of(OutsidePool pool, List<String> records, int queries) {
        pool.visible().join();
        List<String> asked = new ArrayList<>(records);
        Collections.shuffle(asked, new Random(SEED));
        asked = asked.subList(0, Math.min(queries, asked.size()));
        FusionComparison sum = new FusionComparison(0, USUAL.candidates(), 0, 0, 0, 0);
        for (String record : asked) {
            float[] vector = vector(pool, record);
            ChannelHits like = search(pool, vector);
            String nearest = like.getRecords().stream()
                    .filter(found -> !found.equals(record))
                    .findFirst()
                    .orElse(record);
            float[] other = vector(pool, nearest);
            Optional<List<Match>> theirs = pool.index()
                    .fused(pool.pool(), List.of(vector, other), USUAL.listLength(), USUAL.rrfConstant())
                    .join();
            if (theirs.isEmpty()) {
                return Optional.empty();
            }
            List<ChannelHits> lists = List.of(like, search(pool, other));
            sum = sum.and(Fusion.fuse(lists, USUAL.listLength(), USUAL.rrfConstant()), theirs.get());
        }
        double shared = asked.isEmpty() ? 0 : sum.shared / asked.size();
        return Optional.of(
                new FusionComparison(sum.queries, sum.shown, sum.first, sum.firstOrEqual, shared, sum.equal));
    }

    private static float[] vector(OutsidePool pool, String record) {
        return pool.index()
                .fetch(pool.pool(), List.of(record))
                .join()
                .get(record)
                .get(0);
    }

    private static ChannelHits search(OutsidePool pool, float[] vector) {
        List<Match> best = pool.search(List.of(vector), List.of(), USUAL.listLength()).join().stream()
                .sorted(Comparator.comparing(Match::score).reversed().thenComparing(Match::record))
                .limit(USUAL.listLength())
                .toList();
        float[] scores = new float[best.size()];
        for (int at = 0; at < scores.length; at++) {
            scores[at] = best.get(at).score();
        }
        return new ChannelHits(
                pool.pool().channel(), best.stream().map(Match::record).toList(), Packed.floats(scores));
    }

    /** With one more pair of lists; {@code shared} is a sum until all are there. */
    private FusionComparison and(List<Fusion.Ranked> ours, List<Match> theirs) {
        Map<String, Double> scores = new HashMap<>();
        ours.forEach(ranked -> scores.put(ranked.record(), ranked.score()));
        int count = Math.min(shown, ours.size());
        Set<String> common = new HashSet<>();
        ours.subList(0, count).forEach(ranked -> common.add(ranked.record()));
        common.retainAll(theirs.stream().limit(count).map(Match::record).toList());
        int alike = 0; // from the first on
        while (alike < Math.min(count, theirs.size())
                && Math.abs(scores.getOrDefault(theirs.get(alike).record(), -1.0)
                                - ours.get(alike).score())
                        < EQUAL) {
            alike++;
        }
        boolean first =
                !theirs.isEmpty() && theirs.get(0).record().equals(ours.get(0).record());
        return new FusionComparison(
                queries + 1,
                shown,
                this.first + (first ? 1 : 0),
                firstOrEqual + (alike > 0 ? 1 : 0),
                shared + (double) common.size() / count,
                equal + (alike == count ? 1 : 0));
    }
}
