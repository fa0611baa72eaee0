// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.Content;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Quoting;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.Tokenizer;
import dev.eddy.schemas.Picture;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The text of MCite's prompts, one method a kind of segment; see the description of the package. Immutable and thread-safe. */
public final class MCiteText {
    public static final String INSTRUCTIONS = "instructions";
    public static final String QUESTION = "question";
    public static final String CALL = "call";
    public static final String PAGE = "page";
    public static final String CROP = "crop";
    public static final String ERROR = "error";
    public static final String LEFT = "left";

    static final Quoting QUOTING = new Quoting(List.of("think", "search", "bbox", "answer", "cite", "image", "|"));

    private final Tokenizer tokenizer;
    private final MCitePrompts prompts = new MCitePrompts();
    private final Map<Mode, Content> protocols = new EnumMap<>(Mode.class);

    MCiteText(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        for (Mode mode : Mode.values()) {
            protocols.put(mode, new Content(tokenizer.encode(prompts.protocol(mode)), List.of()));
        }
    }

    /** SHA-256 of the instructions. */
    String hash() {
        return prompts.hash();
    }

    PromptSegment instructions(int id, Mode mode) {
        return new PromptSegment(id, INSTRUCTIONS, protocols.get(mode), true);
    }

    PromptSegment question(int id, String text) {
        return plain(id, QUESTION, "question: " + QUOTING.of(text) + "\n");
    }

    /** @param turn counts from 1 */
    PromptSegment call(int id, int turn, ModelOutput output) {
        String kept = output.kept().isEmpty() ? "" : output.kept() + "\n";
        return plain(id, CALL, "turn " + turn + "\n" + kept);
    }

    /** @param number counts from 1 */
    PromptSegment page(int id, int number, Picture page, DisplaySize size) {
        return writer().text("page " + number + shown(size))
                .picture(page.getSha256(), null, size.width(), size.height(), null)
                .text("\n")
                .segment(id, PAGE);
    }

    /**
     * @param page the page as first displayed, in whose pixels the line says where the crop is
     * @param rendered content hash of the crop; null where nobody rendered it
     */
    PromptSegment crop(int id, Picture picture, View page, View crop, String rendered) {
        String box = String.format(
                Locale.ROOT,
                "[%.1f, %.1f, %.1f, %.1f]",
                crop.region().getLeft() / page.scaleX(),
                crop.region().getTop() / page.scaleY(),
                crop.region().getRight() / page.scaleX(),
                crop.region().getBottom() / page.scaleY());
        DisplaySize size = crop.size();
        return writer().text("crop of page " + (page.page() + 1) + " at " + box + shown(size))
                .picture(picture.getSha256(), crop.region(), size.width(), size.height(), rendered)
                .text("\n")
                .segment(id, CROP);
    }

    PromptSegment error(int id, ActionError error) {
        return plain(id, ERROR, "error: " + error + ". " + error.sentence() + "\n");
    }

    PromptSegment left(int id, int turns) {
        return plain(id, LEFT, "tool turns left: " + turns + "\n");
    }

    private static String shown(DisplaySize size) {
        return " shown " + size.width() + " x " + size.height() + "\n";
    }

    private PromptSegment plain(int id, String kind, String text) {
        return writer().text(text).segment(id, kind);
    }

    private SegmentWriter writer() {
        return new SegmentWriter(tokenizer);
    }
}
