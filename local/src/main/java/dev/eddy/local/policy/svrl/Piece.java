// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.svrl;

import dev.eddy.local.language.EmblemQuestion;
import dev.eddy.local.language.SiteKind;
import dev.eddy.local.language.Statement;
import dev.eddy.local.policy.Sight;
import java.util.List;
import java.util.Set;

/** What the policy understood of one segment of a prompt. */
sealed interface Piece {
    /** @param verdicts whether results are to be judged */
    record Instructions(boolean verdicts) implements Piece {}

    /**
     * @param question null where it is of no form that the policy understands
     * @param picture null where there is none
     * @param recognition whom the picture reminds of
     */
    record Question(String text, EmblemQuestion question, Sight picture, Recognition recognition) implements Piece {}

    /** A turn of before: what was said. */
    record Turn(Said said) implements Piece {}

    /** @param query that was asked; null for a search by picture */
    record Search(String query) implements Piece {}

    /** A result of either search. */
    sealed interface Result extends Piece permits Snippet, Thumbnail {}

    /**
     * @param kind of its site; null for one of none
     * @param year null where no date is stated
     * @param boilerplate share of its words
     * @param all title and text
     * @param words of them, lower case
     */
    record Snippet(
            SiteKind kind, Integer year, double boilerplate, String all, Set<String> words, List<Statement> statements)
            implements Result {}

    record Thumbnail(String title, Sight picture) implements Result {}

    /**
     * @param turns that are left, this one included
     * @param offers actions that may be taken
     */
    record Resources(int turns, Set<Deed> offers) implements Piece {}

    /** Nothing that the policy makes use of. */
    record Other() implements Piece {}
}
