// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import dev.eddy.port.BlobStore;
import dev.eddy.port.Ports;
import dev.eddy.schemas.PageHit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints how often the page with the answer is found, by what of the question is searched for. Arguments: world and seed. */
final class RecallBench {
    private static final int QUESTIONS = 1_000;
    private static final Set<String> STOP_WORDS =
            Set.of("WHAT", "WAS", "THE", "OF", "IN", "HOW", "MUCH", "AT", "GIVE", "FOR", "YEAR");

    private RecallBench() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("pages");
        DocumentWorld world = DocumentWorld.open(args[0], Long.parseLong(args[1]));
        long begin = System.nanoTime();
        try (DocumentIndex index = new DocumentIndex(
                world,
                Ports.lease(
                        BlobStore.class, "file", Map.of("path", folder.toUri().toString())))) {
            index.search(world.corpusId(), "A", 1).join();
            System.out.printf("read %d pages in %.1f s%n", world.pages(), (System.nanoTime() - begin) / 1e9);
            measure("whole question", index, UnaryOperator.identity());
            measure("without stop words", index, question -> words(question, "").collect(Collectors.joining(" ")));
            measure("without stop words and numbers", index, RecallBench::withoutStopWordsAndNumbers);
        }
    }

    static String withoutStopWordsAndNumbers(String question) {
        return words(question, "[0-9].*").collect(Collectors.joining(" "));
    }

    private static Stream<String> words(String question, String leftOut) {
        return Stream.of(question.split(" ")).filter(word -> !STOP_WORDS.contains(word) && !word.matches(leftOut));
    }

    private static void measure(String name, DocumentIndex index, UnaryOperator<String> query) {
        DocumentWorld world = index.world();
        int[] found = new int[3];
        Map<String, int[]> byKind = new TreeMap<>();
        long begin = System.nanoTime();
        for (int number = 0; number < QUESTIONS; number++) {
            DocumentQuestion question = world.question(DocumentSplit.TEST, number);
            Fact fact = world.fact(DocumentSplit.TEST, number);
            List<String> pages =
                    index.search(question.corpusId(), query.apply(question.text()), 3).join().pages().stream()
                            .map(PageHit::getPageId)
                            .toList();
            int rank = pages.indexOf(question.evidence().getPageId());
            for (int at = 0; at < found.length; at++) {
                found[at] += rank >= 0 && rank <= at ? 1 : 0;
            }
            int[] ofKind = byKind.computeIfAbsent((fact.fine() ? "fine " : "") + fact.kind(), kind -> new int[2]);
            ofKind[0] += rank == 0 ? 1 : 0;
            ofKind[1]++;
        }
        System.out.printf(
                "%s: recall@1 %.3f @2 %.3f @3 %.3f, %.2f ms a query%n",
                name,
                found[0] / (double) QUESTIONS,
                found[1] / (double) QUESTIONS,
                found[2] / (double) QUESTIONS,
                (System.nanoTime() - begin) / 1e6 / QUESTIONS);
        byKind.forEach(
                (kind, hits) -> System.out.printf("  %s @1 %.3f of %d%n", kind, hits[0] / (double) hits[1], hits[1]));
    }
}
