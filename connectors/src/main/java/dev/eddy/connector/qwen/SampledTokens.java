// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.Tokenizer;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import java.util.Arrays;

/**
 * The tokens that a server says it has sampled, one after another. A generation whose ids or log-probabilities are not complete
 * could not be trained on, so there is none: all methods that read fail INVALID. Not thread-safe.
 */
public final class SampledTokens {
    /** What decoders write for bytes that are no letter. */
    private static final String BROKEN = "\uFFFD";
    /** Of the sum of log-probabilities, which servers round to FP32. */
    private static final double TOLERANCE = 1e-3;

    private int[] tokens = new int[64];
    private float[] logProbs = new float[64];
    private double sum;
    private int count;

    /** That a server's answer is no generation. */
    public static PortException invalid(String why) {
        return new PortException(EffectStatus.INVALID, "the server's answer cannot be used: " + why);
    }

    public int count() {
        return count;
    }

    /** @param logProb a JSON number that is not above 0 */
    public void add(int token, JsonNode logProb) {
        if (token < 0) {
            throw invalid("token " + count + " has the id " + token + ", expected 0 or more");
        }
        if (!logProb.isNumber() || !(logProb.doubleValue() <= 0)) {
            throw invalid("token " + count + " has the log-probability '" + logProb + "', expected at most 0");
        }
        if (count == tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * count);
            logProbs = Arrays.copyOf(logProbs, 2 * count);
        }
        tokens[count] = token;
        logProbs[count++] = logProb.floatValue();
        sum += logProb.doubleValue();
    }

    /**
     * Checks that the generation ended as one does.
     *
     * @throws PortException UNAVAILABLE where the server gave up, INVALID where it did not end
     */
    public void checkFinish(String finish) {
        if (finish.equals("abort")) {
            throw new PortException(EffectStatus.UNAVAILABLE, "the server gave up after " + count + " tokens");
        }
        if (!finish.equals("stop") && !finish.equals("length")) {
            throw invalid("the finish reason is '" + finish + "', expected 'stop' or 'length'");
        }
    }

    /** Checks what the server says that the log-probabilities add up to. */
    public void checkSum(float cumulative) {
        if (!(Math.abs(cumulative - sum) <= TOLERANCE * Math.max(1, Math.abs(sum)))) {
            throw invalid("its log-probabilities add up to " + sum + ", it says " + cumulative);
        }
    }

    /**
     * What was said, all of it to be trained on.
     *
     * @param said the server's own text, which must say what the ids say but for bytes that are no letter, as at a cut
     * @param tokenizer of which the words are those of the ids
     */
    public Generation generation(String said, String finish, PolicyVersion version, Tokenizer tokenizer) {
        if (count == 0) {
            throw invalid("it has no tokens, not even the one that ends a turn");
        }
        int[] ids = Arrays.copyOf(tokens, count);
        String text;
        try {
            text = tokenizer.decode(ids);
        } catch (IllegalArgumentException e) {
            throw invalid(e.getMessage());
        }
        if (!text.replace(BROKEN, "").equals(said.replace(BROKEN, ""))) {
            throw invalid("it says '" + said + "', but its tokens say '" + text
                    + "': its tokenizer is another, or it has taken something out of the text");
        }
        byte[] mask = new byte[count];
        Arrays.fill(mask, (byte) 1);
        return new Generation(text, ids, mask, Arrays.copyOf(logProbs, count), version, finish);
    }
}
