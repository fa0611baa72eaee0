// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.eddy.agent.Content;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.Quoting;
import dev.eddy.agent.SegmentWriter;
import dev.eddy.agent.Tokenizer;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Snippet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The text of SVRL's prompts, one method a kind of segment; see the description of the package. What many runs show, questions and
 * results, is written and tokenised once as long as it is remembered. Thread-safe.
 */
public final class SvrlText {
    public static final String INSTRUCTIONS = "instructions";
    public static final String QUESTION = "question";
    public static final String TURN = "turn";
    public static final String INFORMATION = "information";
    public static final String SNIPPET = "snippet";
    public static final String PICTURE = "picture";
    public static final String END = "end";
    public static final String RESOURCES = "resources";

    private static final Quoting OWN_WORDS = new Quoting(List.of("information", "image", "|"));
    private static final int SITE_CHARACTERS = 100;
    private static final int TITLE_CHARACTERS = 300;
    private static final int REMEMBERED = 20_000;

    private final Tokenizer tokenizer;
    private final SvrlSettings settings;
    private final SvrlPrompts prompts = new SvrlPrompts();
    private final Map<List<String>, Content> protocols = new HashMap<>();
    private final Content end;
    private final Cache<Object, Content> written = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .build();

    private record Question(String text, List<String> pictures) {}

    /** By all that is shown, so that no site can pass its text for another's by claiming its hash. */
    private record Result(int number, String source, String title, String text, String date, String picture) {}

    public SvrlText(Tokenizer tokenizer, SvrlSettings settings) {
        this.tokenizer = tokenizer;
        this.settings = settings;
        for (List<String> parts : Mode.prompts()) {
            protocols.put(parts, new Content(tokenizer.encode(prompts.instructions(parts)), List.of()));
        }
        end = new Content(tokenizer.encode("</information>\n"), List.of());
    }

    /** SHA-256 of the instructions. */
    String hash() {
        return prompts.hash();
    }

    public PromptSegment instructions(int id, Mode mode) {
        return new PromptSegment(id, INSTRUCTIONS, protocols.get(mode.prompt()), true);
    }

    public PromptSegment question(int id, String text, List<Picture> pictures) {
        Question key = new Question(text, pictures.stream().map(SvrlText::name).toList());
        return new PromptSegment(id, QUESTION, written.get(key, missing -> writeQuestion(text, pictures)), false);
    }

    private Content writeQuestion(String text, List<Picture> pictures) {
        SegmentWriter writer = writer();
        for (Picture picture : pictures) {
            picture(writer, picture, Math.max(1, settings.questionVisualTokens() / pictures.size()));
        }
        return writer.text("question: " + Foreign.quoted(text, text.length()) + "\n")
                .content();
    }

    /** @param number counts from 1 */
    public PromptSegment turn(int id, int number, String said) {
        return plain(id, TURN, "turn " + number + "\n" + OWN_WORDS.of(said.strip()) + "\n");
    }

    /**
     * @param executed the query that was asked; null for a search by picture, and where none was usable
     * @param nothing why there are no results; null where there are
     */
    public PromptSegment information(int id, boolean byPicture, String executed, String nothing) {
        String search = byPicture
                ? "search by picture\n"
                : "search by text: " + (executed == null ? "" : Foreign.quoted(executed, TITLE_CHARACTERS)) + "\n";
        return plain(
                id, INFORMATION, "<information>\n" + search + (nothing == null ? "" : "nothing: " + nothing + "\n"));
    }

    /** @param number of the result in its search, from 1 */
    public PromptSegment result(int id, int number, Snippet snippet) {
        Picture picture = snippet.getPicture();
        Result key = new Result(
                number,
                snippet.getSource(),
                snippet.getTitle(),
                snippet.getText(),
                snippet.getDate(),
                picture == null ? null : name(picture));
        Content content = written.get(key, missing -> writeResult(number, snippet));
        return new PromptSegment(id, picture == null ? SNIPPET : PICTURE, content, false);
    }

    private Content writeResult(int number, Snippet snippet) {
        SegmentWriter writer = writer().text("result " + number + "\nsource: "
                + Foreign.quoted(snippet.getSource(), SITE_CHARACTERS) + "\n");
        String title = "title: " + Foreign.quoted(snippet.getTitle(), TITLE_CHARACTERS) + "\n";
        if (snippet.getPicture() != null) {
            writer.text(title);
            picture(writer, snippet.getPicture(), settings.resultVisualTokens());
            return writer.content();
        }
        String date = snippet.getDate() == null ? "unknown" : Foreign.quoted(snippet.getDate(), SITE_CHARACTERS);
        return writer.text("date: " + date + "\n" + title + "text: "
                        + Foreign.quoted(snippet.getText(), settings.snippetCharacters()) + "\n")
                .content();
    }

    public PromptSegment end(int id) {
        return new PromptSegment(id, END, end, false);
    }

    /** @param turns that are left, this one included */
    public PromptSegment resources(int id, int turns, Set<Offer> offers) {
        String actions = offers.stream().map(Offer::text).collect(Collectors.joining(", "));
        return plain(id, RESOURCES, "turns left: " + turns + "\nyou may: " + actions + "\n");
    }

    private static String name(Picture picture) {
        return picture.getSha256() + " " + picture.getWidth() + " x " + picture.getHeight();
    }

    private static void picture(SegmentWriter writer, Picture picture, int allowance) {
        writer.text("picture ").picture(picture, allowance).text("\n");
    }

    private PromptSegment plain(int id, String kind, String text) {
        return writer().text(text).segment(id, kind);
    }

    private SegmentWriter writer() {
        return new SegmentWriter(tokenizer);
    }
}
