// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.minilm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * BERT's uncased WordPiece tokenizer (Devlin et al., 2019): accents and case dropped, words split at spaces and punctuation, each
 * word into the longest pieces of the vocabulary from the left. Immutable and thread-safe.
 */
final class WordPieces {
    /** A longer word is unknown. */
    private static final int LONGEST_WORD = 100;

    private final Map<String, Integer> vocabulary;
    private final int first;
    private final int last;
    private final int unknown;

    private WordPieces(Map<String, Integer> vocabulary) throws IOException {
        this.vocabulary = vocabulary;
        first = id("[CLS]");
        last = id("[SEP]");
        unknown = id("[UNK]");
    }

    /**
     * Reads the vocabulary of a {@code tokenizer.json}.
     *
     * @throws IOException if it cannot be read or holds no such vocabulary
     */
    static WordPieces read(InputStream json) throws IOException {
        JsonNode pieces = new ObjectMapper().readTree(json).path("model").path("vocab");
        Map<String, Integer> vocabulary = new HashMap<>();
        pieces.properties()
                .forEach(
                        piece -> vocabulary.put(piece.getKey(), piece.getValue().asInt()));
        return new WordPieces(vocabulary);
    }

    private int id(String piece) throws IOException {
        Integer id = vocabulary.get(piece);
        if (id == null) {
            throw new IOException("the vocabulary has no piece '" + piece + "', which every BERT vocabulary has");
        }
        return id;
    }

    /**
     * Ids of a text's pieces between the marks of beginning and end.
     *
     * @param most ids in all, at least 2; what is beyond is left out
     */
    long[] encode(String text, int most) {
        LongStream.Builder ids = LongStream.builder();
        ids.add(first);
        int room = most - 2;
        StringBuilder word = new StringBuilder();
        int[] points =
                Normalizer.normalize(text, Normalizer.Form.NFD).codePoints().toArray();
        for (int i = 0; i < points.length && room > 0; i++) {
            int point = points[i];
            boolean alone = isPunctuation(point) || Character.isIdeographic(point);
            if (alone || isSpace(point)) {
                room -= addWord(ids, word, room);
            }
            if (!isSpace(point) && !isDropped(point)) {
                word.appendCodePoint(Character.toLowerCase(point));
            }
            if (alone) {
                room -= addWord(ids, word, room);
            }
        }
        addWord(ids, word, room);
        return ids.add(last).build().toArray();
    }

    /** Empties the word; answers with the number of ids that were added. */
    private int addWord(LongStream.Builder ids, StringBuilder word, int room) {
        long[] pieces = word.length() == 0 ? new long[0] : pieces(word.toString());
        word.setLength(0);
        int added = Math.min(room, pieces.length);
        for (int i = 0; i < added; i++) {
            ids.add(pieces[i]);
        }
        return added;
    }

    private long[] pieces(String word) {
        if (word.codePointCount(0, word.length()) > LONGEST_WORD) {
            return new long[] {unknown};
        }
        LongStream.Builder ids = LongStream.builder();
        int begin = 0;
        while (begin < word.length()) {
            int end = word.length();
            Integer id = null;
            while (begin < end && id == null) {
                String piece = word.substring(begin, end);
                id = vocabulary.get(begin == 0 ? piece : "##" + piece);
                if (id == null) {
                    end--;
                }
            }
            if (id == null) {
                return new long[] {unknown};
            }
            ids.add(id);
            begin = end;
        }
        return ids.build().toArray();
    }

    private static boolean isSpace(int point) {
        return Character.isWhitespace(point) || Character.isSpaceChar(point);
    }

    private static boolean isPunctuation(int point) {
        if (point < 128) {
            return point > ' ' && point < 127 && !Character.isLetterOrDigit(point);
        }
        return switch (Character.getType(point)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    /** Accents, and what cannot be seen. */
    private static boolean isDropped(int point) {
        return point == 0xFFFD
                || switch (Character.getType(point)) {
                    case Character.NON_SPACING_MARK,
                            Character.CONTROL,
                            Character.FORMAT,
                            Character.PRIVATE_USE,
                            Character.SURROGATE,
                            Character.UNASSIGNED -> true;
                    default -> false;
                };
    }
}
