// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.world.documents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Exact search by late interaction (ColBERT's MaxSim, Khattab and Zaharia, 2020): a page's score is the sum over the query's
 * words of the largest similarity with a word of the page. A query's words are few different ones, so that their largest
 * similarities are remembered by word. Thread-safe.
 */
final class LateInteraction {
    private static final Pattern WORD = Pattern.compile("[0-9A-Z](?:[0-9A-Z,.]*[0-9A-Z])?");
    private static final int LONGEST_QUERY = 64;
    private static final int REMEMBERED = 4_096;

    private final float[][] pages;
    private final Cache<String, float[]> similarities = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .build();

    /** @param pages of each page the vectors of its words, one after the other */
    LateInteraction(List<float[]> pages) {
        this.pages = pages.toArray(float[][]::new);
    }

    /** The words of a query that can be on a page. */
    static List<String> words(String query) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(query.toUpperCase(Locale.ROOT));
        while (words.size() < LONGEST_QUERY && matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    /** One a page. */
    float[] scores(List<String> words) {
        float[] scores = new float[pages.length];
        for (String word : words) {
            float[] similarity = similarities.get(word, this::similarities);
            for (int page = 0; page < scores.length; page++) {
                scores[page] += similarity[page];
            }
        }
        return scores;
    }

    private float[] similarities(String word) {
        float[] vector = WordVectors.of(word);
        float[] similarities = new float[pages.length];
        for (int page = 0; page < pages.length; page++) {
            similarities[page] = largest(vector, pages[page]);
        }
        return similarities;
    }

    /** The similarity of a word with that of the words, one after the other, that is most like it; 0 where none is like it. */
    static float largest(float[] vector, float[] words) {
        float largest = 0;
        for (int at = 0; at < words.length; at += WordVectors.LENGTH) {
            float first = 0;
            float second = 0;
            for (int i = 0; i < WordVectors.LENGTH; i += 2) { // one sum alone would wait for each addition
                first += vector[i] * words[at + i];
                second += vector[i + 1] * words[at + i + 1];
            }
            largest = Math.max(largest, first + second);
        }
        return largest;
    }
}
