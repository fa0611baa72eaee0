// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.connector.qwen;

import dev.eddy.agent.PromptSegment;
import dev.eddy.port.PortException;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.ShownPicture;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A prompt as a server is sent it, which makes tokens of it once more: a text with one pad a picture, and the pictures.
 *
 * @param tokens that the model reads, all pads among them; not to be changed
 * @param pictures in the order of their pads
 */
public record QwenPrompt(String text, int[] tokens, List<ShownPicture> pictures) {
    private static final String PICTURE = "<|vision_start|><|image_pad|><|vision_end|>";

    /**
     * What segments are as the words of a user, with the turn of the model begun.
     *
     * @throws PortException REJECTED where the model would read other tokens than the segments have: a picture of another size, words
     *     that spell a special token, letters that are not in the normal form NFC, segments whose edges would be read as one token
     */
    public static QwenPrompt of(List<PromptSegment> segments, QwenTokenizer tokenizer, QwenVision vision) {
        List<ShownPicture> pictures = new ArrayList<>();
        int[] before = tokenizer.encodeTemplate(vision.family().before());
        int[] after = tokenizer.encodeTemplate(vision.family().after());
        int pads = 0;
        for (PromptSegment segment : segments) {
            for (ShownPicture picture : segment.pictures()) {
                check(picture, vision);
                pads += picture.getTokenCount() - 1;
                pictures.add(picture);
            }
        }
        int[] all = Stream.of(Stream.of(before), segments.stream().map(PromptSegment::tokens), Stream.of(after))
                .flatMap(Function.identity())
                .flatMapToInt(Arrays::stream)
                .toArray();
        int[] sent = withOnePadEach(all, tokenizer.imagePad());
        if (sent.length + pads != all.length) {
            throw rejected(
                    "its segments have " + (all.length - sent.length) + " pads more than pictures, expected " + pads);
        }
        String text = tokenizer.decodeTemplate(sent);
        int[] read = tokenizer.encodeTemplate(Normalizer.normalize(text, Normalizer.Form.NFC));
        int other = Arrays.mismatch(sent, read);
        if (other >= 0) {
            throw rejected("from token " + other + " on, at '"
                    + tokenizer.decodeTemplate(
                            Arrays.copyOfRange(sent, Math.max(0, other - 4), Math.min(sent.length, other + 8)))
                    + "', the model would read other tokens than are recorded: the words spell a special token, are not in the"
                    + " normal form NFC, or two segments meet within a token");
        }
        return new QwenPrompt(text, all, List.copyOf(pictures));
    }

    /**
     * The words of the user before, between and after the pictures: one text more than there are pictures.
     *
     * @throws PortException REJECTED where a picture does not stand between its marks, as a server would put it
     */
    public List<String> words(QwenFamily family) {
        String said = text.substring(
                family.before().length(), text.length() - family.after().length());
        List<String> words = List.of(said.split(Pattern.quote(PICTURE), -1));
        if (words.size() != pictures.size() + 1) {
            throw rejected("of its " + pictures.size() + " pictures " + (words.size() - 1) + " stand between "
                    + "'<|vision_start|>' and '<|vision_end|>'");
        }
        return words;
    }

    private static void check(ShownPicture picture, QwenVision vision) {
        int expected;
        try {
            expected = vision.tokens(picture.getWidth(), picture.getHeight());
        } catch (IllegalArgumentException e) {
            throw new PortException(EffectStatus.REJECTED, e.getMessage(), e);
        }
        if (expected != picture.getTokenCount()) {
            throw rejected("picture " + picture.getSha256() + " of " + picture.getWidth() + " by " + picture.getHeight()
                    + " pixels has " + picture.getTokenCount() + " pads and takes " + expected + " tokens of "
                    + vision.family().label()
                    + ": set 'family', 'min-pixels' and 'max-pixels' as the served model has them");
        }
    }

    private static int[] withOnePadEach(int[] tokens, int pad) {
        int[] kept = new int[tokens.length];
        int count = 0;
        for (int i = 0; i < tokens.length; i++) {
            if (tokens[i] != pad || i == 0 || tokens[i - 1] != pad) {
                kept[count++] = tokens[i];
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private static PortException rejected(String why) {
        return new PortException(EffectStatus.REJECTED, "the prompt cannot be sent as it was written: " + why);
    }
}
