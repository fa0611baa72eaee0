// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.Outcome;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Termination;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a run ends: an answer, a limit, or a failure of the outside. */
final class Ending {
    private Ending() {}

    /** @param citation null where there is none that can be located */
    static void answered(Draft draft, String answer, PageRegion citation) {
        end(draft, Termination.ANSWERED, false, true, List.of(answer), citation, null);
    }

    /** Ends a run without an answer, for a reason of the policy's making. */
    static void limited(Draft draft, Termination termination, String error) {
        end(draft, termination, true, true, List.of(), null, error);
    }

    /** Ends a run that nothing can be learned from. */
    static void failed(Draft draft, Termination termination, String error) {
        end(draft, termination, false, false, List.of(), null, error);
    }

    private static void end(
            Draft draft,
            Termination termination,
            boolean forced,
            boolean trainable,
            List<String> answers,
            PageRegion citation,
            String error) {
        draft.outcome = new Outcome(
                termination,
                forced,
                trainable,
                answers,
                draft.pages.stream().map(ShownPage::id).toList(),
                error,
                figures(draft),
                citation,
                draft.crops);
    }

    private static Map<String, Double> figures(Draft draft) {
        Map<String, Double> figures =
                new HashMap<>(Map.of("invalidActions", 0.0, "searches", 0.0, "clippedBoxes", 0.0));
        draft.tally.forEach((name, count) -> figures.put(name, count.doubleValue()));
        figures.put("actions", (double) draft.turns);
        figures.put("crops", (double) draft.crops.size());
        figures.put("pages", (double) draft.pages.size());
        if (draft.choices > 0) {
            figures.put("entropy", draft.surprise / draft.choices);
        }
        draft.crops.stream().mapToDouble(Ending::share).average().ifPresent(share -> figures.put("cropShare", share));
        return figures;
    }

    private static double share(PageRegion crop) {
        Region region = crop.getRegion();
        return (double) (region.getRight() - region.getLeft())
                / crop.getPageWidth()
                * (region.getBottom() - region.getTop())
                / crop.getPageHeight();
    }
}
