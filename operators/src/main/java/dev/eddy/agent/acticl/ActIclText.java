// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import dev.eddy.agent.Content;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.Tokenizer;
import dev.eddy.schemas.BankRecord;
import dev.eddy.schemas.Picture;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The text of ActICL's prompts, one method a kind of segment. Foreign text is quoted: see the description
 * of the package. Immutable and thread-safe.
 */
public final class ActIclText {
    public static final String INSTRUCTIONS = "instructions";
    public static final String QUERY = "query";
    public static final String HEADER = "header";
    public static final String RECORD = "record";
    public static final String MARK = "mark";
    public static final String PREVIEW = "preview";
    public static final String CALL = "call";
    public static final String RESOURCES = "resources";
    public static final String COUNT = "count";
    public static final String ANSWER_INSTRUCTIONS = "answer-instructions";
    public static final String SHOT = "shot";
    public static final String QUESTION = "question";

    private static final String IN_CONTEXT = "in_context:";
    private static final String OMITTED = "[Text omitted]";

    private final Tokenizer tokenizer;
    private final ActIclSettings settings;
    private final ActIclPrompts prompts = new ActIclPrompts();
    private final Map<Mode, Content> protocols = new EnumMap<>(Mode.class);
    private final Content acquired;
    private final Content previews;
    private final Content history;
    private final Content yes;
    private final Content no;
    private final Content answerDefault;

    public ActIclText(Tokenizer tokenizer, ActIclSettings settings) {
        this.tokenizer = tokenizer;
        this.settings = settings;
        this.acquired = content("[acquired]\n");
        this.previews = content("[previews]\n");
        this.history = content("[history]\n");
        this.yes = content(" yes\n");
        this.no = content(" no\n");
        this.answerDefault = content(prompts.answer(""));
        for (Mode mode : Mode.values()) {
            protocols.put(mode, content(prompts.acquisition(mode)));
        }
    }

    /** SHA-256 of the instructions. */
    String hash() {
        return prompts.hash();
    }

    /** Acquisition protocol and tool definitions, as far as the mode offers them. */
    PromptSegment instructions(int id, Mode mode) {
        return new PromptSegment(id, INSTRUCTIONS, protocols.get(mode), true);
    }

    /** The question as the acquiring calls see it. */
    PromptSegment query(int id, String text, List<Picture> pictures) {
        SegmentWriter writer = writer().text("[query]\n");
        int allowance = queryAllowance(pictures);
        for (int i = 0; i < pictures.size(); i++) {
            writer.text("image q:" + (i + 1) + " ")
                    .picture(pictures.get(i), allowance)
                    .text("\n");
        }
        return writer.text("text: " + Quoted.text(text) + "\n").segment(id, QUERY);
    }

    /** The line above the demonstrations that were read. */
    PromptSegment acquiredHeader(int id) {
        return constant(id, HEADER, acquired);
    }

    PromptSegment previewsHeader(int id) {
        return constant(id, HEADER, previews);
    }

    PromptSegment historyHeader(int id) {
        return constant(id, HEADER, history);
    }

    /** A demonstration in full; a {@link #mark} follows it. */
    PromptSegment record(int id, int index, BankRecord record) {
        SegmentWriter writer = writer().text("demo " + index + "\n");
        int allowance = demoAllowance(record);
        for (int i = 0; i < record.getPictures().size(); i++) {
            writer.text("image d" + index + ":" + (i + 1) + " ")
                    .picture(record.getPictures().get(i), allowance)
                    .text("\n");
        }
        return writer.text("input: " + Quoted.text(record.getText()) + "\n")
                .text("target: " + Quoted.text(record.getTarget()) + "\n" + IN_CONTEXT)
                .segment(id, RECORD);
    }

    /** Whether what stands before it is in the context. */
    PromptSegment mark(int id, boolean kept) {
        return constant(id, MARK, kept ? yes : no);
    }

    /**
     * A candidate's input, shortened: the first and the last picture, the beginning and the end of the text.
     *
     * @param marked true where a {@link #mark} follows it
     */
    PromptSegment preview(int id, int index, BankRecord record, boolean marked) {
        List<Picture> pictures = record.getPictures();
        int kept = Math.min(2, pictures.size());
        SegmentWriter writer = writer().text("preview " + index + "\nimages " + pictures.size() + " shown " + kept
                + leftOut(pictures.size()) + "\n");
        for (int i = 0; i < kept; i++) {
            int position = i == 0 ? 0 : pictures.size() - 1;
            writer.text("image " + (position + 1) + " ")
                    .picture(pictures.get(position), share(settings.previewVisualTokens(), kept))
                    .text("\n");
        }
        String text = Excerpt.of(Quoted.text(record.getText()), OMITTED, settings.previewTextTokens(), tokenizer);
        return writer.text("input: " + text)
                .text(marked ? "\n" + IN_CONTEXT : "\n")
                .segment(id, PREVIEW);
    }

    /** The positions between the first picture and the last; shown ones stand beside their pictures. */
    private static String leftOut(int pictures) {
        return switch (pictures) {
            case 0, 1, 2 -> "";
            case 3 -> " omitted 2";
            default -> " omitted 2-" + (pictures - 1);
        };
    }

    /** A past call: what the model thought and did, and what came of it. */
    PromptSegment call(int id, int number, ModelOutput output, String feedback) {
        String call = output.json() == null ? "" : "<tool_call>" + output.json() + "</tool_call>\n";
        return plain(
                id,
                CALL,
                "call " + number + "\n" + Quoted.text(output.reasoning()) + "\n" + call + "feedback: " + feedback
                        + "\n");
    }

    /** @param slots demonstrations that the context still lacks; null where no count is asked for */
    PromptSegment resources(int id, int calls, int acquisitionTokens, int contextTokens, Integer slots) {
        return plain(
                id,
                RESOURCES,
                "remaining calls: " + calls + "\nremaining acquisition tokens: " + acquisitionTokens
                        + "\nremaining context tokens: " + contextTokens + "\n"
                        + (slots == null ? "" : "free slots: " + slots + "\n"));
    }

    /** @param count null where the agent chooses */
    PromptSegment count(int id, Integer count) {
        return plain(id, COUNT, "count request: " + (count == null ? "adaptive" : count) + "\n");
    }

    /** @param instruction the user's; blank for the default one */
    PromptSegment answerInstructions(int id, String instruction) {
        return instruction.isBlank()
                ? constant(id, ANSWER_INSTRUCTIONS, answerDefault)
                : plain(id, ANSWER_INSTRUCTIONS, prompts.answer(instruction));
    }

    /** A demonstration as the answering call sees it. Its tokens are what a context is measured by. */
    public PromptSegment shot(int id, BankRecord record) {
        return images(record.getPictures(), demoAllowance(record))
                .text("input: " + Quoted.text(record.getText()) + "\n")
                .text("answer: " + Quoted.text(record.getTarget()) + "\n")
                .segment(id, SHOT);
    }

    /** The question as the answering call sees it; the model's words follow directly. */
    PromptSegment question(int id, String text, List<Picture> pictures) {
        return images(pictures, queryAllowance(pictures))
                .text("input: " + Quoted.text(text) + "\n")
                .text("answer: ")
                .segment(id, QUESTION);
    }

    private SegmentWriter images(List<Picture> pictures, int allowance) {
        SegmentWriter writer = writer();
        for (Picture picture : pictures) {
            writer.text("image ").picture(picture, allowance).text("\n");
        }
        return writer;
    }

    private int queryAllowance(List<Picture> pictures) {
        int all = pictures.size() > 1 ? settings.denseQueryVisualTokens() : settings.queryVisualTokens();
        return share(all, pictures.size());
    }

    private int demoAllowance(BankRecord record) {
        int pictures = record.getPictures().size();
        boolean dense = record.getDense() || pictures > 1;
        return share(dense ? settings.denseDemoVisualTokens() : settings.demoVisualTokens(), pictures);
    }

    /** What one of several pictures gets of an allowance; at least the one token that a picture takes. */
    private static int share(int allowance, int pictures) {
        return pictures == 0 ? allowance : Math.max(1, allowance / pictures);
    }

    private Content content(String text) {
        return new Content(tokenizer.encode(text), List.of());
    }

    private static PromptSegment constant(int id, String kind, Content content) {
        return new PromptSegment(id, kind, content, false);
    }

    private PromptSegment plain(int id, String kind, String text) {
        return writer().text(text).segment(id, kind);
    }

    private SegmentWriter writer() {
        return new SegmentWriter(tokenizer);
    }
}
