// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.local.world.MemoryVectors;
import dev.eddy.port.Ports;
import dev.eddy.port.VectorIndex;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Prints how many of the pages that are best by late interaction with all pages are among the candidates that vectors outside
 * give, and are found so. Arguments: world, seed, and the endpoint of a Milvus where the vectors are not to stay in the process.
 */
final class CandidatesBench {
    private static final int QUESTIONS = 1_000;
    private static final int BEST = 5;
    private static final List<Integer> CANDIDATES = List.of(4, 8, 16, 32, 64);

    private CandidatesBench() {}

    public static void main(String[] args) throws Exception {
        DocumentWorld world = DocumentWorld.open(args[0], Long.parseLong(args[1]));
        List<float[]> read = IntStream.range(0, world.pages())
                .parallel()
                .mapToObj(page -> DocumentIndex.words(world, page))
                .toList();
        LateInteraction exact = new LateInteraction(read);
        int[] all = IntStream.range(0, world.pages()).toArray();
        Map<String, UnaryOperator<String>> queries = new LinkedHashMap<>();
        queries.put("whole question", UnaryOperator.identity());
        queries.put("without stop words and numbers", RecallBench::withoutStopWordsAndNumbers);
        try (VectorIndex index = args.length < 3 ? new MemoryVectors() : milvus(args[2])) {
            long begin = System.nanoTime();
            new OutsidePages(index, world.corpusId(), read, world::pageId).load(read::get);
            System.out.printf("wrote %d pages in %.1f s%n", world.pages(), (System.nanoTime() - begin) / 1e9);
            for (Map.Entry<String, UnaryOperator<String>> of : queries.entrySet()) {
                List<List<String>> asked = IntStream.range(0, QUESTIONS)
                        .mapToObj(number -> LateInteraction.words(of.getValue()
                                .apply(world.question(DocumentSplit.TEST, number)
                                        .text())))
                        .toList();
                List<int[]> best = asked.stream()
                        .map(words -> PageRanking.of(all, exact.scores(words), world::pageId)
                                .pages())
                        .toList();
                for (int each : CANDIDATES) {
                    OutsidePages pages = new OutsidePages(index, world.corpusId(), read, world::pageId);
                    measure(of.getKey(), pages, asked, best, each);
                }
            }
        }
    }

    private static VectorIndex milvus(String endpoint) throws Exception {
        Map<String, String> settings = Map.of("endpoint", endpoint, "prefix", "candidates", "deadline-ms", "60000");
        return Ports.lease(VectorIndex.class, "milvus", settings).get();
    }

    private static void measure(String name, OutsidePages pages, List<List<String>> asked, List<int[]> best, int each) {
        int first = 0;
        int allOfBest = 0;
        int ofBest = 0;
        long candidates = 0;
        long slowest = 0;
        long begin = System.nanoTime();
        for (int number = 0; number < asked.size(); number++) {
            long before = System.nanoTime();
            int[] ranked =
                    pages.rank(asked.get(number), each, Runnable::run).join().pages();
            slowest = Math.max(slowest, System.nanoTime() - before);
            candidates += ranked.length;
            Set<Integer> found = new HashSet<>();
            IntStream.of(ranked).limit(BEST).forEach(found::add);
            int hits = (int) IntStream.of(best.get(number))
                    .limit(BEST)
                    .filter(found::contains)
                    .count();
            first += ranked[0] == best.get(number)[0] ? 1 : 0;
            allOfBest += hits == BEST ? 1 : 0;
            ofBest += hits;
        }
        double questions = asked.size();
        System.out.printf(
                "%s, %d a word: first %.3f, all of the best %d %.3f, of each of them %.3f; %.0f candidates,"
                        + " %.1f ms a query, slowest %.0f ms%n",
                name,
                each,
                first / questions,
                BEST,
                allOfBest / questions,
                ofBest / questions / BEST,
                candidates / questions,
                (System.nanoTime() - begin) / 1e6 / questions,
                slowest / 1e6);
    }
}
