// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.language.Boilerplate;
import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.Sentences;
import dev.eddy.local.language.SiteKind;
import dev.eddy.local.language.Statement;
import dev.eddy.local.policy.Numbers;
import dev.eddy.local.policy.SegmentParser;
import dev.eddy.local.policy.Sight;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Understands segments as the SVRL agent writes them. Total: text of no known form becomes {@link Piece.Other}. Immutable and
 * thread-safe.
 *
 * @param memory tells whom the question's picture reminds of
 */
record PieceParser(Memory memory) implements SegmentParser<Piece, Sight> {
    @Override
    public Piece parse(String text, List<Sight> pictures, int tokens) {
        if (text.startsWith("result ")) {
            return result(text, pictures);
        } else if (text.startsWith("turn ")) {
            return new Piece.Turn(Said.of(text));
        } else if (text.startsWith("<information>\n")) {
            return new Piece.Search(line(text, "search by text: "));
        } else if (text.startsWith("turns left: ")) {
            return resources(text);
        }
        String question = line(text, "question: ");
        if (question != null) {
            return question(question, pictures);
        }
        return text.length() > "</information>\n".length()
                ? new Piece.Instructions(text.contains(Said.VERIFY))
                : new Piece.Other();
    }

    private Piece question(String text, List<Sight> pictures) {
        Sight picture = pictures.isEmpty() ? null : pictures.get(0);
        Recognition recognition = picture == null ? Recognition.NOBODY : memory.recognise(picture);
        return new Piece.Question(text, EmblemQuestion.of(text), picture, recognition);
    }

    private static Piece result(String text, List<Sight> pictures) {
        String title = line(text, "title: ");
        String source = line(text, "source: ");
        if (title == null || source == null) {
            return new Piece.Other();
        }
        if (!pictures.isEmpty()) {
            return new Piece.Thumbnail(title, pictures.get(0));
        }
        String summary = line(text, "text: ");
        if (summary == null) {
            return new Piece.Other();
        }
        String all = title + "\n" + summary;
        return new Piece.Snippet(
                SiteKind.of(source),
                year(line(text, "date: ")),
                Boilerplate.share(summary),
                all,
                Set.copyOf(Sentences.words(all)),
                Statement.read(summary));
    }

    private static Integer year(String date) {
        int year = date == null || date.length() < 4 ? Numbers.NONE : Numbers.parse(date.substring(0, 4));
        return year == Numbers.NONE ? null : year;
    }

    private static Piece resources(String text) {
        String turns = line(text, "turns left: ");
        String offers = line(text, "you may: ");
        if (turns == null || offers == null) {
            return new Piece.Other();
        }
        Set<Deed> deeds = EnumSet.noneOf(Deed.class);
        for (Deed deed : Deed.values()) {
            if (List.of(offers.split(", ")).contains(deed.offer())) {
                deeds.add(deed);
            }
        }
        return deeds.isEmpty() ? new Piece.Other() : new Piece.Resources(Numbers.parse(turns), deeds);
    }

    /** The rest of the first line that begins so; null if none does. */
    private static String line(String text, String beginning) {
        int start = text.startsWith(beginning) ? 0 : text.indexOf("\n" + beginning) + 1;
        if (start == 0 && !text.startsWith(beginning)) {
            return null;
        }
        int end = text.indexOf('\n', start);
        return text.substring(start + beginning.length(), end < 0 ? text.length() : end);
    }
}
