// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Picture;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.imageio.ImageIO;

/** Prompts as the ActICL agent writes them, around random drawings that are told apart by a number. */
final class Prompts {
    static final String ALL_TOOLS = "Tools:\n<tool_call>{\"name\":\"search\",\"arguments\":{\"mode\":\"visual\","
            + "\"ref_images\":[\"q:1\"]}}</tool_call> or \"task_query\"\n<tool_call>{\"name\":\"read\",\"arguments\":{}}</tool_call>\n"
            + "<tool_call>{\"name\":\"curate\",\"arguments\":{}}</tool_call>\n<tool_call>{\"name\":\"solve\",\"arguments\":{}}</tool_call>\n";
    static final String QUESTION = "Which name belongs to this symbol? Allowed names: dax, wug, blick.";

    private final BlobStore blobs;
    private final Map<Integer, Picture> pictures = new HashMap<>();
    private final List<PromptSegment> segments = new ArrayList<>();

    Prompts(BlobStore blobs) {
        this.blobs = blobs;
    }

    /** Begins a prompt. */
    Prompts begin() {
        segments.clear();
        return this;
    }

    List<PromptSegment> end() {
        return List.copyOf(segments);
    }

    Prompts text(String text) {
        return add(writer().text(text));
    }

    Prompts query(int drawing) {
        return add(writer().text("[query]\nimage q:1 ")
                .picture(picture(drawing), 64)
                .text("\ntext: " + QUESTION + "\n"));
    }

    Prompts demonstration(int index, int drawing, String target, boolean kept) {
        add(writer().text("demo " + index + "\nimage d" + index + ":1 ")
                .picture(picture(drawing), 64)
                .text("\ninput: Which name belongs to this symbol?\ntarget: " + target + "\nin_context:"));
        return text(kept ? " yes\n" : " no\n");
    }

    Prompts preview(int index, int drawing) {
        return add(writer().text("preview " + index + "\nimages 1 shown 1\nimage 1 ")
                .picture(picture(drawing), 64)
                .text("\ninput: Which name belongs to this symbol?\n"));
    }

    Prompts call(int number, String call, String feedback) {
        return text("call " + number + "\nSome reasoning.\n<tool_call>" + call + "</tool_call>\nfeedback: " + feedback
                + "\n");
    }

    /** @param count null where the policy chooses */
    Prompts resources(int calls, int contextTokens, Integer count) {
        text("remaining calls: " + calls + "\nremaining acquisition tokens: 90000\nremaining context tokens: "
                + contextTokens + "\n");
        return text("count request: " + (count == null ? "adaptive" : count) + "\n");
    }

    Prompts shot(int drawing, String target) {
        return add(writer().text("image ")
                .picture(picture(drawing), 64)
                .text("\ninput: Which name belongs to this symbol?\nanswer: " + target + "\n"));
    }

    Prompts ask(int drawing) {
        return add(writer().text("image ").picture(picture(drawing), 64).text("\ninput: " + QUESTION + "\nanswer: "));
    }

    /** A prompt of each kind that the policy is given. */
    List<List<PromptSegment>> ofEachKind() {
        return List.of(
                acting(),
                begin().text("Answer the question.")
                        .shot(2, "dax")
                        .shot(1, "wug")
                        .ask(1)
                        .end());
    }

    /** A prompt with something of everything: whoever acts on it has many choices. */
    List<PromptSegment> acting() {
        return begin().text(ALL_TOOLS)
                .query(1)
                .demonstration(1, 2, "dax", false)
                .demonstration(2, 3, "fep", true)
                .demonstration(5, 6, "wug", false)
                .preview(3, 4)
                .preview(4, 5)
                .resources(20, 2000, null)
                .end();
    }

    private Prompts add(SegmentWriter writer) {
        segments.add(writer.segment(segments.size(), "any"));
        return this;
    }

    private static SegmentWriter writer() {
        return new SegmentWriter(WordTokenizer.instance());
    }

    private Picture picture(int drawing) {
        return pictures.computeIfAbsent(drawing, number -> {
            BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_BYTE_GRAY);
            Graphics2D graphics = image.createGraphics();
            Random random = new Random(number);
            for (int i = 0; i < 5; i++) {
                graphics.drawLine(random.nextInt(64), random.nextInt(64), random.nextInt(64), random.nextInt(64));
            }
            graphics.dispose();
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            try {
                ImageIO.write(image, "png", file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Picture.newBuilder()
                    .setSha256(blobs.put(file.toByteArray()).join())
                    .setWidth(64)
                    .setHeight(64)
                    .build();
        });
    }
}
