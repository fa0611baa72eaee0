// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.svrl.Action.Answer;
import dev.eddy.agent.svrl.Action.SearchByPicture;
import dev.eddy.agent.svrl.Action.SearchByText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads a model's turn. The first of these decides: a search by picture at the end of the text, a search by text at its end, the
 * last answer element wherever it stands (as MMSearch-R1, SVRL's ancestor, matches them).
 *
 * <p>Queries are what stands between commas outside of double quotes, without surrounding blanks; empty ones are left out, and of
 * those that differ in case or blanks alone the first counts. Immutable and thread-safe.
 */
public final class OutputParser {
    private static final String PICTURE = "<search><img></search>";
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"?");
    private static final Pattern INNER_COMMA = Pattern.compile("(?<=[^\\s,\"]),(?=[^\\s,\"])");

    private final int mostQueries;

    /** @param mostQueries how many queries of a turn count */
    public OutputParser(int mostQueries) {
        this.mostQueries = mostQueries;
    }

    /** @param verdicts true where the protocol asks for verdicts */
    public ModelOutput parse(String said, boolean verdicts) {
        String text = said.strip();
        Action action = action(text);
        String verify = lastElement(text, "verify");
        List<Boolean> mask = verify == null ? List.of() : mask(verify);
        return new ModelOutput(action, verify != null, mask, wellFormed(text, action, verdicts));
    }

    private Action action(String text) {
        if (text.endsWith(PICTURE)) {
            return new SearchByPicture();
        }
        if (text.endsWith("</text_search>")) {
            String queries = lastElement(text, "text_search");
            if (queries != null) {
                return queries(queries);
            }
        }
        String answer = lastElement(text, "answer");
        return answer == null ? new Action.None() : new Answer(Foreign.unquoted(answer));
    }

    private SearchByText queries(String list) {
        List<String> kept = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int proposed = 0;
        for (String piece : pieces(list)) {
            String query = Foreign.unquoted(Foreign.onOneLine(piece));
            if (!query.isEmpty()) {
                proposed++;
                if (kept.size() < mostQueries && seen.add(query.toLowerCase(Locale.ROOT))) {
                    kept.add(query);
                }
            }
        }
        long splits = INNER_COMMA
                .matcher(QUOTED.matcher(list).replaceAll("\""))
                .results()
                .count();
        return new SearchByText(kept, proposed - kept.size(), (int) splits);
    }

    private static List<String> pieces(String list) {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                pieces.add(piece.toString());
                piece.setLength(0);
            } else {
                piece.append(c);
            }
        }
        pieces.add(piece.toString());
        return pieces;
    }

    private static List<Boolean> mask(String verify) {
        String bare = verify.replaceAll("\\s+", "");
        List<Boolean> mask = new ArrayList<>();
        if (!bare.isEmpty()) {
            for (String verdict : bare.split(",", -1)) {
                mask.add(
                        switch (verdict) {
                            case "0" -> false;
                            case "1" -> true;
                            default -> null;
                        });
            }
        }
        return mask;
    }

    /**
     * One reason element at the start, the action's element at the end, no other action, and a verify element between them exactly
     * where one is asked for; a search by picture may do without.
     */
    private static boolean wellFormed(String text, Action action, boolean verdicts) {
        if (action instanceof Action.None
                || !text.startsWith("<reason>")
                || count(text, "<reason>") != 1
                || count(text, "</reason>") != 1
                || actions(text) != 1) {
            return false;
        }
        String last =
                action instanceof SearchByPicture ? PICTURE : action instanceof Answer ? "</answer>" : "</text_search>";
        if (!text.endsWith(last)) {
            return false;
        }
        int verifies = count(text, "<verify>");
        if (verifies != count(text, "</verify>") || verifies > (verdicts ? 1 : 0)) {
            return false;
        }
        return verifies == 1 || !verdicts || action instanceof SearchByPicture;
    }

    private static int actions(String text) {
        int opened = count(text, "<search>") + count(text, "<text_search>") + count(text, "<answer>");
        int closed = count(text, "</search>") + count(text, "</text_search>") + count(text, "</answer>");
        return Math.max(opened, closed);
    }

    /** What the last element of a name holds; null where there is none. */
    private static String lastElement(String text, String name) {
        int close = text.lastIndexOf("</" + name + ">");
        String tag = "<" + name + ">";
        int open = close < 0 ? -1 : text.lastIndexOf(tag, close);
        return open < 0 ? null : text.substring(open + tag.length(), close).strip();
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }
}
