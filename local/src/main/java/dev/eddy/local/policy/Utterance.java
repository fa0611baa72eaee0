// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy;

import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A response in the making: phrases, and choices of which each carries its log-probability on its first token. */
public final class Utterance {
    private final Phrases phrases;
    private final StringBuilder text = new StringBuilder();
    private int[] tokens = new int[64];
    private byte[] mask = new byte[64];
    private float[] logProbs = new float[64];
    private int count;

    /** The tokens of phrases that are said again and again. Thread-safe. */
    public static final class Phrases {
        private final Tokenizer tokenizer;
        private final Map<String, int[]> known = new ConcurrentHashMap<>();

        public Phrases(Tokenizer tokenizer) {
            this.tokenizer = tokenizer;
        }
    }

    public Utterance(Phrases phrases) {
        this.phrases = phrases;
    }

    /** A phrase out of few. */
    public void say(String phrase) {
        text.append(phrase);
        append(phrases.known.computeIfAbsent(phrase, phrases.tokenizer::encode));
    }

    /** Words out of many, such as others'. */
    public void quote(String words) {
        text.append(words);
        append(phrases.tokenizer.encode(words));
    }

    /** A choice. */
    public void choose(String phrase, float logProb) {
        int at = count;
        quote(phrase);
        mask[at] = 1;
        logProbs[at] = logProb;
    }

    private void append(int[] ids) {
        if (count + ids.length > tokens.length) {
            int length = Math.max(2 * tokens.length, count + ids.length);
            tokens = Arrays.copyOf(tokens, length);
            mask = Arrays.copyOf(mask, length);
            logProbs = Arrays.copyOf(logProbs, length);
        }
        System.arraycopy(ids, 0, tokens, count, ids.length);
        count += ids.length;
    }

    /** All of it, said by a version. */
    public Generation generation(PolicyVersion version) {
        return new Generation(
                text.toString(),
                Arrays.copyOf(tokens, count),
                Arrays.copyOf(mask, count),
                Arrays.copyOf(logProbs, count),
                version,
                "stop");
    }
}
