// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.acticl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * An answering prompt.
 *
 * @param names that the answer may be, without repeats; those of the demonstrations where the question allows any
 * @param nameOfShot which name each demonstration speaks for; -1 for none of them
 * @param likeness of each demonstration to the question, as a cosine
 */
record AnswerPrompt(List<String> names, int[] nameOfShot, float[] likeness) implements Prompt {
    static AnswerPrompt of(List<Piece> pieces, Piece.Ask ask, Likeness alike) {
        List<Piece.Shot> shots = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Shot shot) {
                shots.add(shot);
            }
        }
        LinkedHashSet<String> distinct = new LinkedHashSet<>(ask.allowed());
        if (distinct.isEmpty()) {
            shots.forEach(shot -> distinct.add(shot.target()));
        }
        List<String> names = List.copyOf(distinct);
        int[] nameOfShot = new int[shots.size()];
        float[] likeness = new float[shots.size()];
        for (int i = 0; i < likeness.length; i++) {
            nameOfShot[i] = names.indexOf(shots.get(i).target());
            likeness[i] = alike.of(ask.pictures(), shots.get(i).pictures());
        }
        return new AnswerPrompt(names, nameOfShot, likeness);
    }
}
