// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent;

import dev.eddy.schemas.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The tokenizer of the small policies: greedy longest match over a fixed vocabulary, bytes for the rest.
 *
 * <p>Ids: 0 to 255 are bytes, then the three vision tokens, then the pieces: numbers 0 to 999 (never with a leading space, so
 * that an index is the same token wherever it stands), pairs of lower-case letters, protocol pieces, and words in four
 * forms (with or without leading space and capital). The vision tokens have no spelling, so no text becomes one.
 *
 * <p>Linear in the text, no allocation but bytes and ids. An unpaired surrogate, which is no text, is encoded as {@code ?}.
 * Immutable and thread-safe.
 */
public final class WordTokenizer implements Tokenizer {
    private static final String RULES = "longest match over UTF-8 bytes, 1";
    private static final int VISION_START = 256;
    private static final int IMAGE_PAD = 257;
    private static final int VISION_END = 258;
    private static final int FIRST_PIECE = 259;
    private static final VisualTokens VISUAL = new VisualTokens(32, 1, Integer.MAX_VALUE);

    private final byte[][] pieces;
    private final PieceTrie trie;
    private final String hash;

    private WordTokenizer(Set<String> vocabulary) {
        pieces = new byte[FIRST_PIECE + vocabulary.size()][];
        for (int b = 0; b < 256; b++) {
            pieces[b] = new byte[] {(byte) b};
        }
        Arrays.fill(pieces, VISION_START, FIRST_PIECE, new byte[0]);
        int id = FIRST_PIECE;
        for (String piece : vocabulary) {
            pieces[id++] = piece.getBytes(StandardCharsets.UTF_8);
        }
        trie = new PieceTrie(pieces);
        hash = hash(pieces);
    }

    /** The tokenizer of this release. */
    public static WordTokenizer instance() {
        return Holder.INSTANCE;
    }

    @Override
    public String hash() {
        return hash;
    }

    /** How many ids there are; ids run from 0. */
    public int size() {
        return pieces.length;
    }

    @Override
    public int[] encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] ids = new int[bytes.length];
        int count = 0;
        int at = 0;
        while (at < bytes.length) {
            int id = trie.longest(bytes, at);
            ids[count++] = id;
            at += pieces[id].length;
        }
        return Arrays.copyOf(ids, count);
    }

    /** {@inheritDoc} Throws {@link IllegalArgumentException} for an id outside the vocabulary. */
    @Override
    public String decode(int[] tokens) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(tokens.length * 4);
        for (int token : tokens) {
            if (token < 0 || token >= pieces.length) {
                throw new IllegalArgumentException(
                        "token " + token + " is not in the vocabulary of " + pieces.length + " pieces");
            }
            out.write(pieces[token], 0, pieces[token].length);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public int visionStart() {
        return VISION_START;
    }

    @Override
    public int imagePad() {
        return IMAGE_PAD;
    }

    @Override
    public int visionEnd() {
        return VISION_END;
    }

    /** Of 32 pixels a side, never scaled up. */
    @Override
    public VisualTokens visual() {
        return VISUAL;
    }

    private static Set<String> vocabulary() {
        Set<String> pieces = new LinkedHashSet<>();
        for (int number = 0; number < 1000; number++) {
            pieces.add(Integer.toString(number));
        }
        for (char first = 'a'; first <= 'z'; first++) {
            for (char second = 'a'; second <= 'z'; second++) {
                pieces.add("" + first + second);
            }
        }
        for (String line : resource("/vocabulary/pieces.txt").split("\n")) {
            pieces.add(line.replace("\\n", "\n"));
        }
        for (String word : resource("/vocabulary/words.txt").split("\\s+")) {
            String capitalised = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
            pieces.addAll(List.of(word, " " + word, capitalised, " " + capitalised));
        }
        pieces.removeIf(piece -> piece.length() < 2); // a byte already
        return pieces;
    }

    private static String resource(String path) {
        try (InputStream in = WordTokenizer.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException("no resource " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the vocabulary cannot be read", e);
        }
    }

    private static String hash(byte[][] pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(RULES.getBytes(StandardCharsets.UTF_8));
        for (byte[] piece : pieces) {
            all.write(piece.length);
            all.writeBytes(piece);
        }
        return Sha256.hex(all.toByteArray());
    }

    private static final class Holder {
        private static final WordTokenizer INSTANCE = new WordTokenizer(vocabulary());
    }
}
