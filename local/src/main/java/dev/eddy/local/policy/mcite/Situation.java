// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.local.policy.mcite;

import dev.eddy.local.vision.page.Box;
import java.util.ArrayList;
import java.util.List;

/** A prompt as the policy sees it: what it may do, and what each possibility looks like. Made anew for each call. */
final class Situation {
    /** Inputs of the choice of what to do. */
    static final int STATE = 10 + 2 * Summary.LENGTH;

    private static final float TURNS_SCALE = 4;
    private static final float COUNT_SCALE = 3;
    private static final float SCALE_SCALE = 2;

    /** Air around what is asked to be shown or cited, in pixels of the page. */
    private static final double AROUND_BLOCK = 12;

    private static final double AROUND_ROW = 10;
    private static final double AROUND_CITATION = 4;

    final Observation seen;
    private final Scan ofPage;
    private final Scan ofLatest;
    private Options crops;
    private Options answers;

    /**
     * @param ofPage the newest page; null where there is none
     * @param ofLatest what was shown last; null where nothing was
     */
    Situation(Observation seen, Scan ofPage, Scan ofLatest) {
        this.seen = seen;
        this.ofPage = ofPage;
        this.ofLatest = ofLatest;
    }

    /** Whether each {@link Turn.Kind} is not known to be in vain. None is where nothing was found and nothing can be done. */
    boolean[] allowed() {
        boolean tools = seen.left() > 0;
        boolean page = seen.page() != null;
        return new boolean[] {
            tools && !seen.question().queries().get(0).isEmpty(),
            tools && page && !crops().isEmpty(),
            page && !answers().isEmpty()
        };
    }

    float[] state() {
        float[] state = new float[STATE];
        state[0] = 1;
        state[1] = seen.turns() / TURNS_SCALE;
        state[2] = seen.page() != null ? 1 : 0;
        state[3] = seen.searches() / COUNT_SCALE;
        state[4] = seen.allCrops() / COUNT_SCALE;
        state[5] = seen.searches() == 1 ? 1 : 0;
        state[6] = seen.crops().isEmpty() ? 1 : 0;
        if (seen.page() != null) {
            state[7] = seen.latest().crop() ? 1 : 0;
            state[8] = (float) seen.latest().reading().scale() / SCALE_SCALE;
            state[9] = seen.crops().size() / COUNT_SCALE;
            System.arraycopy(ofPage.summary.values(), 0, state, 10, Summary.LENGTH);
            System.arraycopy(ofLatest.summary.values(), 0, state, 10 + Summary.LENGTH, Summary.LENGTH);
        }
        return state;
    }

    /** Blocks and halves of the newest page; of what was shown last, if that was a part, rows, and blocks if there are some. */
    Options crops() {
        if (crops == null) {
            List<Candidate> all = new ArrayList<>();
            ofPage.blocks.forEach(block -> all.add(grown(block, AROUND_BLOCK)));
            Box page = new Box(0, 0, seen.page().width(), seen.page().height());
            double middle = page.centreY();
            all.add(ofPage.part(Level.VIEW, new Box(0, 0, page.right(), middle)));
            all.add(ofPage.part(Level.VIEW, new Box(0, middle, page.right(), page.bottom())));
            if (ofLatest != ofPage) {
                if (ofLatest.blocks.size() > 1) {
                    ofLatest.blocks.forEach(block -> all.add(grown(block, AROUND_BLOCK)));
                }
                ofLatest.rows.forEach(row -> all.add(grown(row, AROUND_ROW)));
            }
            crops = Options.of(all.stream().map(this::withCrops).toList());
        }
        return crops;
    }

    Options answers() {
        if (answers == null) {
            answers = Options.of(ofLatest.answers.stream().map(this::withCrops).toList());
        }
        return answers;
    }

    /** @param answer that is given: a citation is chosen knowing where it stands */
    Options citations(Candidate answer) {
        List<Candidate> all = new ArrayList<>(ofLatest.answers);
        all.addAll(ofLatest.columns);
        all.addAll(ofLatest.blocks);
        all.add(ofLatest.view());
        all.add(ofPage.part(
                Level.PAGE, new Box(0, 0, seen.page().width(), seen.page().height())));
        return Options.of(all.stream()
                .map(candidate -> grown(beside(candidate, answer), AROUND_CITATION))
                .toList());
    }

    private Candidate beside(Candidate candidate, Candidate answer) {
        float[] features = candidate.features().clone();
        double shared = candidate.box().shared(answer.box());
        float holds = (float) (shared / Math.max(1e-9, answer.box().area()));
        float bars = features[Feature.BARS];
        features[Feature.CROPS] = seen.crops().size() / COUNT_SCALE;
        features[Feature.HOLDS_ANSWER] = holds;
        features[Feature.COVERED_BY_ANSWER] =
                (float) (shared / Math.max(1e-9, candidate.box().area()));
        features[Feature.IS_ANSWER] = candidate.box().equals(answer.box()) ? 1 : 0;
        features[Feature.ANSWER_IS_ROW] = answer.level() == Level.ROW ? 1 : 0;
        if (candidate.level() == Level.ROW) {
            features[Feature.ROW_HOLDS_ANSWER] = holds;
            features[Feature.ROW_HOLDS_ANSWER_AMONG_BARS] = holds * bars;
        } else if (candidate.level() == Level.COLUMN) {
            features[Feature.COLUMN_HOLDS_ANSWER] = holds;
            features[Feature.COLUMN_HOLDS_ANSWER_AMONG_BARS] = holds * bars;
        }
        return candidate.with(features);
    }

    private Candidate withCrops(Candidate candidate) {
        float[] features = candidate.features().clone();
        features[Feature.CROPS] = seen.crops().size() / COUNT_SCALE;
        boolean before = seen.crops().stream().anyMatch(crop -> nearlySame(crop, candidate.box()));
        features[Feature.CROPPED_BEFORE] = before ? 1 : 0;
        return candidate.with(features);
    }

    private static boolean nearlySame(Box one, Box other) {
        double shared = one.shared(other);
        return shared > 0.9 * (one.area() + other.area() - shared);
    }

    private Candidate grown(Candidate candidate, double pixelsOfThePage) {
        Piece.Page page = seen.page();
        return candidate.grown(pixelsOfThePage * page.width() / page.seen().pageWidth(), page);
    }
}
