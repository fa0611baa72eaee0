// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of thought from the question to an answer. A run has one, unless test-time scaling splits it.
 *
 * @param exchanges the turns that were taken
 * @param effect number of the effect that it waits for; -1 where it waits for none
 */
public record Branch(List<Exchange> exchanges, Next next, int effect) {
    static final int NOT_WAITING = -1;

    public Branch {
        exchanges = List.copyOf(exchanges);
    }

    static Branch first() {
        return new Branch(List.of(), new Next.Think(null, -1), NOT_WAITING);
    }

    Branch then(Next wanted) {
        return new Branch(exchanges, wanted, NOT_WAITING);
    }

    Branch then(Exchange exchange, Next wanted) {
        List<Exchange> longer = new ArrayList<>(exchanges);
        longer.add(exchange);
        return new Branch(longer, wanted, NOT_WAITING);
    }

    /** Waits for an effect; what it shows first has these segment ids from here on. */
    Branch issued(int seq, int firstSegment) {
        if (!(next instanceof Next.Think think)) {
            return new Branch(exchanges, next, seq);
        }
        List<Exchange> shown = exchanges;
        int segment = firstSegment;
        if (!shown.isEmpty() && last().firstSegment() < 0) {
            shown = new ArrayList<>(exchanges);
            shown.set(shown.size() - 1, last().shownFrom(segment));
            segment += last().segments();
        }
        Next.Think numbered = new Next.Think(think.temperature(), think.resources() < 0 ? segment : think.resources());
        return new Branch(shown, numbered, seq);
    }

    /** How many segments the branch would show for the first time. */
    int newSegments() {
        if (!(next instanceof Next.Think think)) {
            return 0;
        }
        int exchange = exchanges.isEmpty() || last().firstSegment() >= 0 ? 0 : last().segments();
        return exchange + (think.resources() < 0 ? 1 : 0);
    }

    boolean waits() {
        return effect != NOT_WAITING;
    }

    boolean ended() {
        return next instanceof Next.End;
    }

    /** Its end; it has one. */
    Next.End end() {
        return (Next.End) next;
    }

    int searchesByPicture() {
        return (int) exchanges.stream().filter(Exchange::byPicture).count();
    }

    int searchesByText() {
        return exchanges.size() - searchesByPicture();
    }

    /** What the last turn brought. */
    List<Snippet> lastShown() {
        return exchanges.isEmpty() ? List.of() : last().snippets();
    }

    private Exchange last() {
        return exchanges.get(exchanges.size() - 1);
    }
}
