// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.IntArrayList;
import dev.eddy.agent.Tokenizer;
import dev.eddy.agent.VisualTokens;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The byte-level tokenizer of the Qwen-VL models, from the {@code tokenizer.json} that comes with a model. Linear in the text.
 *
 * <p>Tokens that were added to the vocabulary are read in any text where the file calls them ordinary ({@code <tool_call>}), as the
 * model's server does; those that it calls special are read in templates alone ({@link #encodeTemplate}), and what people wrote never
 * becomes one. Texts are taken as they are, not normalised, so that they decode to themselves; see {@link QwenPrompt}. Immutable and
 * thread-safe.
 */
public final class QwenTokenizer implements Tokenizer {
    private final Encoding pieces;
    private final QwenVocabulary vocabulary;
    private final Pattern ordinary;
    private final Pattern all;
    private final VisualTokens visual;

    private QwenTokenizer(QwenVocabulary vocabulary, QwenVision vision) {
        this.vocabulary = vocabulary;
        pieces = vocabulary.encoding();
        ordinary = vocabulary.added(false);
        all = vocabulary.added(true);
        visual = vision.visual();
    }

    /**
     * Reads one.
     *
     * @param file {@code tokenizer.json}
     * @param vision of the model
     * @throws IOException if it cannot be read or is no byte-level vocabulary with Qwen's special tokens
     */
    public static QwenTokenizer read(Path file, QwenVision vision) throws IOException {
        QwenTokenizer read = new QwenTokenizer(QwenVocabulary.read(file), vision);
        for (String special :
                new String[] {"<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", "<|image_pad|>"}) {
            if (!read.vocabulary.ids().containsKey(special)) {
                throw new IOException("the vocabulary " + file + " has no token '" + special
                        + "': set 'tokenizer' to the tokenizer.json of a Qwen-VL model");
            }
        }
        return read;
    }

    @Override
    public String hash() {
        return vocabulary.hash();
    }

    @Override
    public int[] encode(String text) {
        return encode(text, ordinary);
    }

    /** Ids of a text in which special tokens stand by their spelling, which is how a server reads all that it is sent. */
    public int[] encodeTemplate(String text) {
        return encode(text, all);
    }

    private int[] encode(String text, Pattern added) {
        IntArrayList ids = new IntArrayList(text.length() / 3 + 1);
        Matcher tokens = added.matcher(text);
        int from = 0;
        while (tokens.find()) {
            addAll(ids, text.substring(from, tokens.start()));
            ids.add(vocabulary.ids().get(tokens.group()));
            from = tokens.end();
        }
        addAll(ids, text.substring(from));
        return ids.toArray();
    }

    private void addAll(IntArrayList ids, String text) {
        IntArrayList more = pieces.encodeOrdinary(text);
        for (int i = 0; i < more.size(); i++) {
            ids.add(more.get(i));
        }
    }

    /** {@inheritDoc} So do all other special tokens. Throws {@link IllegalArgumentException} for an id outside the vocabulary. */
    @Override
    public String decode(int[] tokens) {
        return decode(tokens, false);
    }

    /** The text of which {@link #encodeTemplate} makes these ids again, special tokens spelt out. */
    public String decodeTemplate(int[] tokens) {
        return decode(tokens, true);
    }

    private String decode(int[] tokens, boolean special) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(tokens.length * 4);
        for (int token : tokens) {
            byte[] spelling = spelling(token);
            if (special || !vocabulary.special().get(token)) {
                out.writeBytes(spelling);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private byte[] spelling(int token) {
        byte[][] spellings = vocabulary.spellings();
        if (token < 0 || token >= spellings.length || spellings[token] == null) {
            throw new IllegalArgumentException("token " + token + " is not in the vocabulary of "
                    + Arrays.stream(spellings)
                            .filter(spelling -> spelling != null)
                            .count() + " tokens");
        }
        return spellings[token];
    }

    @Override
    public int visionStart() {
        return vocabulary.ids().get("<|vision_start|>");
    }

    @Override
    public int imagePad() {
        return vocabulary.ids().get("<|image_pad|>");
    }

    @Override
    public int visionEnd() {
        return vocabulary.ids().get("<|vision_end|>");
    }

    @Override
    public VisualTokens visual() {
        return visual;
    }
}
