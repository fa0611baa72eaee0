// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.agent.svrl.Mode;
import dev.eddy.agent.svrl.Offer;
import dev.eddy.agent.svrl.SvrlSettings;
import dev.eddy.agent.svrl.SvrlText;
import dev.eddy.local.world.Alphabet;
import dev.eddy.local.world.Canvas;
import dev.eddy.local.world.GlyphStyle;
import dev.eddy.local.world.Hand;
import dev.eddy.port.BlobStore;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Prompts as the SVRL agent writes them, and a memory to go with them. */
final class Prompts {
    static final String QUESTION = "What is the current chair of the organisation whose emblem is shown?";
    static final String FAR = "What is the craft of the rival of the organisation whose emblem is shown?";

    private final BlobStore blobs;
    private final SvrlText text = new SvrlText(WordTokenizer.instance(), SvrlSettings.of(Map.of()));
    private final List<PromptSegment> segments = new ArrayList<>();
    private int turns;

    Prompts(BlobStore blobs) {
        this.blobs = blobs;
    }

    /** Drawings 1 and 2 by name, three sentences about the first of which two agree, one about the second. */
    static byte[] corpus() {
        return ("{\"caption\":\"Velden Ashgate\",\"picture\":\"" + base64(1) + "\"}\n"
                        + "{\"caption\":\"Velden Oakmill\",\"picture\":\"" + base64(2) + "\"}\n"
                        + "{\"text\":\"The chair of Velden Ashgate is Aldric. Velden Ashgate has Brena as its chair.\"}\n"
                        + "{\"text\":\"Aldric is the chair of Velden Ashgate.\"}\n"
                        + "{\"text\":\"Velden Ashgate has Velden Oakmill as its rival.\"}\n"
                        + "{\"text\":\"The craft of Velden Oakmill is linenware.\"}\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String base64(int drawing) {
        return Base64.getEncoder().encodeToString(png(drawing));
    }

    static byte[] png(int drawing) {
        Canvas canvas = new Hand(GlyphStyle.FROZEN, 3)
                .draw(new Alphabet(GlyphStyle.FROZEN, 4).character(drawing), new Random(5));
        return canvas.png();
    }

    Prompts begin(String mode, String question, int drawing) {
        segments.clear();
        turns = 0;
        segments.add(text.instructions(0, Mode.named(mode).orElseThrow()));
        segments.add(text.question(1, question, List.of(picture(drawing))));
        return this;
    }

    private Picture picture(int drawing) {
        return new Picture(blobs.put(png(drawing)).join(), Canvas.SIDE, Canvas.SIDE, null);
    }

    /** A search by picture that found drawings with their titles. */
    Prompts pictures(String said, Map<Integer, String> titles) {
        open(said, true, null);
        int number = 1;
        for (Map.Entry<Integer, String> title : titles.entrySet()) {
            segments.add(text.result(
                    segments.size(),
                    number++,
                    Snippet.newBuilder()
                            .setSource("gallery1.feed.example")
                            .setTitle(title.getValue())
                            .setSha256("0".repeat(64))
                            .setPicture(picture(title.getKey()))
                            .build()));
        }
        segments.add(text.end(segments.size()));
        return this;
    }

    /** A search by text that found texts. */
    Prompts texts(String said, String query, String... found) {
        open(said, false, query);
        for (int i = 0; i < found.length; i++) {
            segments.add(text.result(
                    segments.size(),
                    i + 1,
                    Snippet.newBuilder()
                            .setSource(i % 2 == 0 ? "site1.official.example" : "site2.forum.example")
                            .setTitle("Facts and figures")
                            .setDate(i == 2 ? null : 2020 + i + "-05")
                            .setText(found[i])
                            .setSha256("0".repeat(64))
                            .build()));
        }
        segments.add(text.end(segments.size()));
        return this;
    }

    private void open(String said, boolean byPicture, String query) {
        segments.add(text.turn(segments.size(), ++turns, said));
        segments.add(text.information(segments.size(), byPicture, query, null));
    }

    List<PromptSegment> end(Offer... offers) {
        List<PromptSegment> prompt = new ArrayList<>(segments);
        EnumSet<Offer> open = EnumSet.noneOf(Offer.class);
        open.addAll(List.of(offers));
        prompt.add(text.resources(prompt.size(), 3 - turns, open));
        return prompt;
    }

    /** A prompt of each kind that the policy is given. */
    List<List<PromptSegment>> ofEachKind() {
        return List.of(
                begin("trained", QUESTION, 1).end(Offer.SEARCH_BY_PICTURE, Offer.SEARCH_BY_TEXT, Offer.ANSWER),
                second("trained"),
                last("trained"));
    }

    /** The second turn after a search by picture: anything can be chosen but another one. */
    List<PromptSegment> second(String mode) {
        return begin(mode, QUESTION, 1)
                .pictures(
                        "<reason>Look.</reason> <search><img></search>",
                        Map.of(1, "Velden Ashgate", 2, "Velden Oakmill", 3, "Moren Irongate"))
                .end(Offer.SEARCH_BY_TEXT, Offer.ANSWER);
    }

    /** The last turn after two searches: an answer is all that is left. */
    List<PromptSegment> last(String mode) {
        second(mode);
        texts(
                "<reason>Look.</reason> <verify>1,0,1</verify> <text_search>Velden Ashgate chair, Moren Irongate chair</text_search>",
                "Velden Ashgate chair",
                "The chair of Velden Ashgate is Brena. Read more about board.",
                "Its head is Corric. Accept all cookies to continue.",
                "Velden Ashgate has Brena as its chair. It is unlike Velden Oakmill.");
        return end(Offer.ANSWER);
    }
}
