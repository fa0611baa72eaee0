// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Box;
import java.util.ArrayList;
import java.util.List;

/**
 * A prompt as a whole: what was asked, what was shown, what is left.
 *
 * @param left turns in which tools may still be used
 * @param turns taken so far
 * @param searches said so far
 * @param pages shown so far
 * @param page the newest; null until there is one
 * @param latest what was shown last: that page or a part of it; null until there is a page
 * @param crops where on the newest page parts were shown, as it was displayed
 * @param allCrops shown so far, of all pages
 */
record Observation(
        Question question,
        int left,
        int turns,
        int searches,
        int pages,
        Piece.Page page,
        SeenPage latest,
        List<Box> crops,
        int allCrops) {
    Observation {
        crops = List.copyOf(crops);
    }

    static Observation of(List<Piece> prompt) {
        Question question = Question.of("");
        int left = 0;
        int turns = 0;
        int searches = 0;
        int pages = 0;
        Piece.Page page = null;
        SeenPage latest = null;
        List<Box> crops = new ArrayList<>();
        int allCrops = 0;
        for (Piece piece : prompt) {
            if (piece instanceof Piece.Asked asked) {
                question = asked.question();
            } else if (piece instanceof Piece.Left turnsLeft) {
                left = turnsLeft.turns();
            } else if (piece instanceof Piece.Said said) {
                turns++;
                searches += said.search() ? 1 : 0;
            } else if (piece instanceof Piece.Page shown) {
                pages++;
                page = shown;
                latest = shown.seen();
                crops.clear();
            } else if (piece instanceof Piece.Crop crop && page != null) {
                latest = crop.seen();
                crops.add(crop.box());
                allCrops++;
            }
        }
        return new Observation(question, left, turns, searches, pages, page, latest, crops, allCrops);
    }
}
