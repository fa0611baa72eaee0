// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How hard a world is for methods that do not learn: what an agent has to beat, and how worlds are compared. Each answers
 * with the name of the most similar drawing of an allowed class among those that it looks at, and guesses where there is
 * none; a guess counts with its chance of being right.
 */
public final class BaselineTable {
    /** Demonstrations that one-shot methods look at. */
    public static final int SHOTS = 4;

    /** Records that the walk down the ranking reads at most. */
    public static final int MOST_READS = 16;

    private static final List<Integer> SIZES = List.of(512, 1024, 4096);

    private BaselineTable() {}

    /**
     * Shares of right answers, 0 to 1, over the instances of one kind.
     *
     * @param examples drawings of each allowed class in the bank
     * @param size records in the bank
     * @param zeroShot a guess
     * @param random {@value #SHOTS} records at random
     * @param mostSimilar the {@value #SHOTS} most similar records
     * @param walk down the ranking to the first allowed name, {@value #MOST_READS} reads at most
     * @param reads mean reads of the walk
     * @param wholeBank all records
     */
    public record Row(
            int examples,
            int size,
            int instances,
            double zeroShot,
            double random,
            double mostSimilar,
            double walk,
            double reads,
            double wholeBank) {}

    /**
     * Measures a split: one row for each number of examples and each size of bank that the split can fill.
     *
     * @param instances for each size; about a third of them for each row
     */
    public static List<Row> of(World world, Split split, int instances) {
        List<Row> rows = new ArrayList<>();
        for (int size : SIZES) {
            if (size <= world.largestBank(split)) {
                Sums[] byExamples = new Sums[Instances.MOST_EXAMPLES];
                for (int i = 0; i < byExamples.length; i++) {
                    byExamples[i] = new Sums();
                }
                for (long number = 0; number < instances; number++) {
                    Binding binding = world.draw(world.bankId(split, size, number));
                    byExamples[binding.instance().examples() - 1].add(binding, number);
                }
                for (int i = 0; i < byExamples.length; i++) {
                    rows.add(byExamples[i].row(i + 1, size));
                }
            }
        }
        return rows;
    }

    /** The rows as a table in Markdown, in per cent. */
    public static String markdown(List<Row> rows) {
        StringBuilder table = new StringBuilder(
                "| examples a class | bank | instances | zero-shot | random " + SHOTS + " | most similar " + SHOTS
                        + " | walk (mean reads) | whole bank |\n|---|---|---|---|---|---|---|---|\n");
        for (Row row : rows) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %d | %d | %d | %.1f | %.1f | %.1f | %.1f (%.1f) | %.1f |%n",
                    row.examples(),
                    row.size(),
                    row.instances(),
                    100 * row.zeroShot(),
                    100 * row.random(),
                    100 * row.mostSimilar(),
                    100 * row.walk(),
                    row.reads(),
                    100 * row.wholeBank()));
        }
        return table.toString();
    }

    private static final class Sums {
        private int instances;
        private double zeroShot;
        private double random;
        private double mostSimilar;
        private double walk;
        private double reads;
        private double wholeBank;

        private void add(Binding binding, long seed) {
            BankView bank = binding.bank();
            RecordPool pool = bank.pool();
            Instance instance = binding.instance();
            Set<String> names = new HashSet<>(instance.names());
            List<float[]> query = List.of(pool.descriptor(instance.picture()));
            BankView.Ranking ranking = bank.byPictures(query, bank.members().length);
            int rank = 0;
            while (!names.contains(target(bank, ranking, rank))) {
                rank++;
            }
            double guess = 1.0 / names.size();
            double found = target(bank, ranking, rank).equals(instance.target()) ? 1 : 0;
            instances++;
            zeroShot += guess;
            random += ofSample(binding, names, query, bank.sample(SHOTS, seed));
            mostSimilar += rank < SHOTS ? found : guess;
            walk += rank < MOST_READS ? found : guess;
            reads += Math.min(rank + 1, MOST_READS);
            wholeBank += found;
        }

        private static String target(BankView bank, BankView.Ranking ranking, int rank) {
            return bank.targets().apply(bank.position(ranking.records().get(rank)));
        }

        private static double ofSample(Binding binding, Set<String> names, List<float[]> query, int[] sample) {
            double right = 1.0 / names.size();
            float best = Float.NEGATIVE_INFINITY;
            for (int position : sample) {
                String target = binding.bank().targets().apply(position);
                float similarity = binding.bank().pool().pictureSimilarity(query, position);
                if (names.contains(target) && similarity > best) {
                    best = similarity;
                    right = target.equals(binding.instance().target()) ? 1 : 0;
                }
            }
            return right;
        }

        private Row row(int examples, int size) {
            return new Row(
                    examples,
                    size,
                    instances,
                    zeroShot / instances,
                    random / instances,
                    mostSimilar / instances,
                    walk / instances,
                    reads / instances,
                    wholeBank / instances);
        }
    }
}
