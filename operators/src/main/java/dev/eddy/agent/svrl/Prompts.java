// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.PromptSegment;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Query;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a branch offers and shows. A prompt is a function of the state, so a restored run shows the same. Immutable and
 * thread-safe.
 */
final class Prompts {
    /** After the instructions and the question. */
    static final int FIRST_FREE_ID = 2;

    private final SvrlSettings settings;
    private final SvrlText text;

    Prompts(SvrlSettings settings, SvrlText text) {
        this.settings = settings;
        this.text = text;
    }

    /** What may be done in the turn after these exchanges. */
    Set<Offer> offers(Mode mode, Branch branch) {
        boolean last = branch.exchanges().size() + 1 >= settings.turns();
        boolean byPicture = !last && branch.searchesByPicture() < settings.pictureSearches();
        boolean byText = !last && branch.searchesByText() < settings.textSearches();
        EnumSet<Offer> offers = EnumSet.noneOf(Offer.class);
        switch (mode.plan()) {
            case DIRECT -> offers.add(Offer.ANSWER);
            case RAG -> {
                boolean first = branch.exchanges().isEmpty();
                if (first && byPicture) {
                    offers.add(Offer.SEARCH_BY_PICTURE);
                } else if (byText && branch.searchesByText() == 0) {
                    offers.add(Offer.SEARCH_BY_TEXT);
                } else {
                    offers.add(Offer.ANSWER);
                }
            }
            case FREE -> {
                offers.add(Offer.ANSWER);
                if (byPicture) {
                    offers.add(Offer.SEARCH_BY_PICTURE);
                }
                if (byText) {
                    offers.add(Offer.SEARCH_BY_TEXT);
                }
            }
        }
        return offers;
    }

    /** Everything so far, in order. */
    List<PromptSegment> prompt(Query query, List<Picture> pictures, Mode mode, Branch branch) {
        List<PromptSegment> prompt = new ArrayList<>();
        prompt.add(text.instructions(0, mode));
        prompt.add(text.question(1, query.getText(), pictures));
        for (int i = 0; i < branch.exchanges().size(); i++) {
            addExchange(prompt, i + 1, branch.exchanges().get(i));
        }
        int resources = branch.next() instanceof Next.Think think ? think.resources() : -1;
        prompt.add(
                text.resources(resources, settings.turns() - branch.exchanges().size(), offers(mode, branch)));
        return prompt;
    }

    private void addExchange(List<PromptSegment> prompt, int turn, Exchange exchange) {
        int id = exchange.firstSegment();
        prompt.add(text.turn(id++, turn, exchange.text()));
        prompt.add(text.information(id++, exchange.byPicture(), exchange.executed(), exchange.nothing()));
        for (int i = 0; i < exchange.snippets().size(); i++) {
            prompt.add(text.result(id++, i + 1, exchange.snippets().get(i)));
        }
        prompt.add(text.end(id));
    }

    static int tokens(List<PromptSegment> prompt) {
        int sum = 0;
        for (PromptSegment segment : prompt) {
            sum += segment.tokens().length;
        }
        return sum;
    }
}
