// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.GptBytePairEncodingParams;
import dev.eddy.schemas.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * What stands in a byte-level {@code tokenizer.json}. Immutable by agreement.
 *
 * @param hash SHA-256 of the file
 * @param spellings UTF-8 by id; null where there is no such id
 * @param ids of added tokens by their text
 * @param special which of those are special
 * @param split what cuts a text before bytes are paired
 * @param bytePairs how many ids from 0 are pieces made of bytes; the rest were added
 */
record QwenVocabulary(
        String hash, byte[][] spellings, Map<String, Integer> ids, BitSet special, Pattern split, int bytePairs) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BYTES = 256;

    /** @throws IOException if the file cannot be read or is of another kind */
    static QwenVocabulary read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return of(JSON.readTree(bytes), Sha256.hex(bytes));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "the vocabulary " + file + " cannot be used: " + e.getMessage()
                            + ". Set 'tokenizer' to the tokenizer.json of a Qwen-VL model",
                    e);
        }
    }

    private static QwenVocabulary of(JsonNode file, String hash) {
        JsonNode pieces = file.at("/model/vocab");
        checkMerges(file.at("/model/merges"), pieces);
        Map<String, Integer> ids = new HashMap<>();
        BitSet special = new BitSet();
        int last = pieces.size() - 1;
        for (JsonNode added : file.path("added_tokens")) {
            int id = added.path("id").intValue();
            ids.put(added.path("content").textValue(), id);
            special.set(id, added.path("special").booleanValue());
            last = Math.max(last, id);
        }
        byte[][] spellings = new byte[last + 1][];
        int[] values = byteValues();
        pieces.properties().forEach(piece -> {
            int id = piece.getValue().intValue();
            check(
                    id >= 0 && id < pieces.size(),
                    "piece '" + piece.getKey() + "' has the id " + id + " of " + pieces.size());
            spellings[id] = spelling(piece.getKey(), values);
        });
        ids.forEach((text, id) -> spellings[id] = text.getBytes(StandardCharsets.UTF_8));
        String normalizer = file.at("/normalizer/type").asText("NFC");
        check(normalizer.equals("NFC"), "it normalises by " + normalizer + ", expected NFC");
        return new QwenVocabulary(hash, spellings, ids, special, split(file.path("pre_tokenizer")), pieces.size());
    }

    /** Pairs are joined in the order of their ids, which must be that of the file's list. */
    private static void checkMerges(JsonNode merges, JsonNode pieces) {
        check(pieces.size() >= BYTES && merges.isArray(), "it has no model of byte pairs");
        int before = -1;
        for (JsonNode merge : merges) {
            String joined = merge.isArray()
                    ? merge.path(0).asText() + merge.path(1).asText()
                    : merge.asText().replace(" ", "");
            int id = pieces.path(joined).asInt(-1);
            check(id > before, "the pair '" + merge + "' is not listed in the order of ids");
            before = id;
        }
    }

    private static Pattern split(JsonNode node) {
        String pattern = node.findPath("Regex").asText("");
        check(!pattern.isEmpty(), "it has no pattern that cuts texts");
        try {
            return Pattern.compile(pattern, Pattern.UNICODE_CHARACTER_CLASS);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("the pattern that cuts texts is not understood: " + e.getMessage(), e);
        }
    }

    /** Bytes by the letters that stand for them: printable ones of Latin-1 for themselves, the rest from U+0100 on (GPT-2's table). */
    private static int[] byteValues() {
        int[] values = new int[2 * BYTES];
        int others = BYTES;
        for (int value = 0; value < BYTES; value++) {
            boolean printable = value >= '!' && value <= '~' || value >= 0xa1 && value != 0xad;
            values[printable ? value : others++] = value + 1; // 0 is for letters that stand for none
        }
        return values;
    }

    private static byte[] spelling(String piece, int[] values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(piece.length());
        for (int i = 0; i < piece.length(); i++) {
            char letter = piece.charAt(i);
            check(letter < values.length && values[letter] > 0, "piece '" + piece + "' is not spelt in bytes");
            bytes.write(values[letter] - 1);
        }
        return bytes.toByteArray();
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new IllegalArgumentException(what);
        }
    }

    /** Pairs bytes within the pieces that the pattern cuts; knows no added token. */
    Encoding encoding() {
        Map<byte[], Integer> ranks = new HashMap<>();
        for (int id = 0; id < bytePairs; id++) {
            ranks.put(spellings[id], id);
        }
        EncodingRegistry registry = Encodings.newLazyEncodingRegistry();
        registry.registerGptBytePairEncoding(new GptBytePairEncodingParams(hash, split, ranks, Map.of()));
        return registry.getEncoding(hash).orElseThrow();
    }

    /** Matches added tokens, the longest first: the ordinary ones, or all. */
    Pattern added(boolean specialToo) {
        List<String> tokens = ids.keySet().stream()
                .filter(text -> specialToo || !special.get(ids.get(text)))
                .sorted(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .toList();
        if (tokens.isEmpty()) {
            return Pattern.compile("(?!)");
        }
        // Few letters of a text begin one: at all others each of the tokens would be tried for nothing.
        String firsts = tokens.stream()
                .map(token -> Pattern.quote(Character.toString(token.codePointAt(0))))
                .distinct()
                .collect(Collectors.joining("", "(?=[", "])"));
        return Pattern.compile(
                tokens.stream().map(Pattern::quote).collect(Collectors.joining("|", firsts + "(?:", ")")));
    }
}
