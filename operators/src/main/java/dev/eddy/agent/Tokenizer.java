// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

/**
 * Turns text into token ids and back, and says how many ids a picture takes; defines every token count. Deterministic, immutable, thread-safe.
 *
 * <p>Segments are tokenised one by one, so a prompt's ids are the concatenation of its segments' ids.
 */
public interface Tokenizer {
    /** SHA-256 of the vocabulary and rules, 64 lower-case hexadecimal digits. */
    String hash();

    /** Ids of a text. Text that spells a special token does not become one. */
    int[] encode(String text);

    /** The text of ids; {@code decode(encode(text))} equals the text. Image tokens decode to nothing. */
    String decode(int[] tokens);

    int visionStart();

    int imagePad();

    int visionEnd();

    /** How pictures become tokens. */
    VisualTokens visual();
}
