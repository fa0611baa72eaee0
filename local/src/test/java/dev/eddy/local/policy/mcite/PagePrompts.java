// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.agent.mcite.DisplaySize;
import dev.eddy.local.world.documents.DocumentQuestion;
import dev.eddy.local.world.documents.DocumentSplit;
import dev.eddy.local.world.documents.DocumentWorld;
import dev.eddy.picture.Pixels;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Region;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/** Writes prompts as MCite shows them, about one question and the page that answers it. */
final class PagePrompts {
    private static final int MOST = 512 * 28 * 28;
    private static final int LEAST = 256 * 28 * 28;

    final DocumentQuestion question;
    private final Pixels page;
    private final String sha256;
    private List<PromptSegment> segments = new ArrayList<>();
    private int turns;

    PagePrompts(BlobStore blobs) {
        this(blobs, "png");
    }

    /** @param format in which the page is stored: the pixels are the same in any */
    PagePrompts(BlobStore blobs, String format) {
        DocumentWorld world = DocumentWorld.open("documents", 7);
        question = world.question(DocumentSplit.TEST, 1);
        int number = 0;
        while (!world.pageId(number).equals(question.evidence().getPageId())) {
            number++;
        }
        page = world.draw(number);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            ImageIO.write(page.image(), format, file);
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot be written to", e);
        }
        sha256 = blobs.put(file.toByteArray()).join();
    }

    PagePrompts begin() {
        return begin(question.text());
    }

    PagePrompts begin(String text) {
        segments = new ArrayList<>();
        turns = 0;
        return text("You answer a question.\n").text("question: " + text + "\n");
    }

    PagePrompts text(String text) {
        segments.add(writer().text(text).segment(segments.size(), "text"));
        return this;
    }

    /** A search that found the page. */
    PagePrompts found() {
        text("turn " + ++turns + "\n<think>Search for it.</think><search>A</search>\n");
        DisplaySize size = DisplaySize.of(page.width(), page.height(), LEAST, MOST);
        segments.add(writer().text("page 1 shown " + size.width() + " x " + size.height() + "\n")
                .picture(sha256, null, size.width(), size.height(), null)
                .text("\n")
                .segment(segments.size(), "page"));
        return this;
    }

    /** A look at the surroundings of what supports the answer. */
    PagePrompts cropped() {
        Region gold = question.evidence().getRegion();
        Region region = new Region(
                Math.max(0, gold.getLeft() - 60),
                Math.max(0, gold.getTop() - 300),
                Math.min(page.width(), gold.getRight() + 500),
                Math.min(page.height(), gold.getBottom() + 60));
        DisplaySize size =
                DisplaySize.of(region.getRight() - region.getLeft(), region.getBottom() - region.getTop(), LEAST, MOST);
        text("turn " + ++turns + "\n<think>Look closer.</think><bbox>[1.0, 2.0, 3.0, 4.0]</bbox>\n");
        segments.add(writer().text(
                        "crop of page 1 at [1.0, 2.0, 3.0, 4.0] shown " + size.width() + " x " + size.height() + "\n")
                .picture(sha256, region, size.width(), size.height(), null)
                .text("\n")
                .segment(segments.size(), "crop"));
        return this;
    }

    /** A prompt of each kind that the policy is given. */
    List<List<PromptSegment>> ofEachKind() {
        return List.of(
                begin().left(4),
                begin().found().left(3),
                begin().found().cropped().left(2),
                begin().found().cropped().left(0));
    }

    List<PromptSegment> left(int turnsLeft) {
        text("tool turns left: " + turnsLeft + "\n");
        return segments;
    }

    private static SegmentWriter writer() {
        return new SegmentWriter(WordTokenizer.instance());
    }
}
