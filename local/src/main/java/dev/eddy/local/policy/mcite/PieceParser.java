// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Box;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Understands the segments of MCite's prompts, by text and pictures alone. */
final class PieceParser {
    private static final String QUESTION = "question: ";
    private static final Pattern CALL = Pattern.compile("turn \\d{1,9}\n");
    private static final Pattern PAGE = Pattern.compile("page \\d{1,9} shown (\\d{1,5}) x (\\d{1,5})\n\\s*");
    private static final String CORNER = "(\\d{1,6}\\.\\d)";
    private static final Pattern CROP = Pattern.compile("crop of page \\d{1,9} at \\[" + CORNER + ", " + CORNER + ", "
            + CORNER + ", " + CORNER + "\\] shown \\d{1,5} x \\d{1,5}\n\\s*");
    private static final Pattern LEFT = Pattern.compile("tool turns left: (\\d{1,9})\n");

    private PieceParser() {}

    static Piece parse(String text, List<SeenPage> pictures, int tokens) {
        if (pictures.size() == 1) {
            return view(text, pictures.get(0));
        }
        if (text.startsWith(QUESTION)) {
            return new Piece.Asked(Question.of(text.substring(QUESTION.length())));
        }
        if (CALL.matcher(text).lookingAt()) {
            return new Piece.Said(text.contains("<search>"));
        }
        Matcher left = LEFT.matcher(text);
        return left.matches() ? new Piece.Left(Integer.parseInt(left.group(1))) : new Piece.Other();
    }

    private static Piece view(String text, SeenPage seen) {
        Matcher page = PAGE.matcher(text);
        if (page.matches()) {
            return new Piece.Page(seen, Integer.parseInt(page.group(1)), Integer.parseInt(page.group(2)));
        }
        Matcher crop = CROP.matcher(text);
        return crop.matches()
                ? new Piece.Crop(seen, new Box(corner(crop, 1), corner(crop, 2), corner(crop, 3), corner(crop, 4)))
                : new Piece.Other();
    }

    private static double corner(Matcher crop, int group) {
        return Double.parseDouble(crop.group(group));
    }
}
