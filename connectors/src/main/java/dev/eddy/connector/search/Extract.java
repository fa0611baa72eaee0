// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.search;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sums a page up by some of its own sentences: those that share most with a query, a word counting the more the fewer of the page's
 * sentences have it (BM25's inverse frequency), and a sentence the less the longer it is. No model reads anything.
 */
final class Extract {
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");
    /** Words that a sentence may have before its length counts against it. */
    private static final double USUAL_WORDS = 20;

    private Extract() {}

    /**
     * The sentences in the page's order; its first ones where none shares a word with the query.
     *
     * @param most words, as whitespace parts them; a sentence that alone has more is cut
     */
    static String of(List<String> sentences, String query, int most) {
        List<Set<String>> words = sentences.stream().map(Extract::words).toList();
        Set<String> asked = words(query);
        Map<String, Integer> counts = new HashMap<>();
        words.forEach(sentence ->
                sentence.stream().filter(asked::contains).forEach(word -> counts.merge(word, 1, Integer::sum)));
        double[] scores = words.stream()
                .mapToDouble(sentence -> score(sentence, counts, sentences.size()))
                .toArray();
        List<Integer> best = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]))
                .filter(i -> counts.isEmpty() || scores[i] > 0)
                .toList();
        return chosen(sentences, best, most);
    }

    private static String chosen(List<String> sentences, List<Integer> best, int most) {
        TreeSet<Integer> chosen = new TreeSet<>();
        Set<String> said = new HashSet<>();
        int left = most;
        for (int i : best) {
            int length = sentences.get(i).split(" ").length;
            if (length <= left && said.add(sentences.get(i))) {
                chosen.add(i);
                left -= length;
            }
        }
        if (chosen.isEmpty() && !best.isEmpty()) {
            String[] first = sentences.get(best.get(0)).split(" ");
            return String.join(" ", Arrays.copyOf(first, most));
        }
        return chosen.stream().map(sentences::get).collect(Collectors.joining(" "));
    }

    private static double score(Set<String> sentence, Map<String, Integer> counts, int sentences) {
        double score = 0;
        for (String word : sentence) {
            Integer count = counts.get(word);
            score += count == null ? 0 : Math.log(1 + (sentences - count + 0.5) / (count + 0.5));
        }
        return score / Math.max(1, Math.sqrt(sentence.size() / USUAL_WORDS));
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>(Arrays.asList(NO_WORD.split(text.toLowerCase(Locale.ROOT))));
        words.remove("");
        return words;
    }
}
