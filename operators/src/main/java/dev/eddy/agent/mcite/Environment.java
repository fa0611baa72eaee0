// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.mcite.Action.Answer;
import dev.eddy.agent.mcite.Action.Crop;
import dev.eddy.agent.mcite.Action.Search;
import dev.eddy.agent.mcite.Phase.Call;
import dev.eddy.agent.mcite.Phase.Cropping;
import dev.eddy.agent.mcite.Phase.Searching;
import dev.eddy.agent.mcite.Phase.Thinking;
import dev.eddy.schemas.PageHit;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.Step;
import dev.eddy.schemas.Termination;
import java.util.List;

/**
 * The environment's side of the loop: carries actions out while turns are left, and writes down what came of each. An action
 * that is refused takes its turn all the same. Immutable and thread-safe; works on one {@link Draft} at a time.
 */
final class Environment {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final MCiteSettings settings;
    private final MCiteText text;
    private final Sight sight;
    private final Effects effects;
    private final OutputParser parser = new OutputParser();

    Environment(MCiteSettings settings, MCiteText text, Sight sight, Effects effects) {
        this.settings = settings;
        this.text = text;
        this.sight = sight;
        this.effects = effects;
    }

    /** Asks for the next generation if there is room for it. */
    void proceed(Draft draft) {
        draft.left = draft.takeSegment();
        int shown = 0;
        for (PromptSegment segment : effects.prompt(draft.state())) {
            shown += segment.tokens().length;
        }
        if (shown + settings.responseTokens() <= settings.contextTokens()) {
            draft.await(new Thinking());
        } else {
            Ending.limited(
                    draft,
                    Termination.CONTEXT_OVERFLOW,
                    "a prompt of " + shown + " tokens leaves no room for a response of " + settings.responseTokens()
                            + " within the context of " + settings.contextTokens());
        }
    }

    /** The policy has said something. */
    void thought(Draft draft, Generation generation) {
        boolean last = effects.turnsLeft(draft.mode, draft.turns) == 0;
        draft.turns++;
        draft.listen(generation);
        Call call = new Call(draft.completedEffect(), generation.text(), parser.parse(generation.text()));
        Action action = call.output().action();
        if (action instanceof Answer answer) {
            answered(draft, call, answer);
        } else if (last) {
            write(draft, call, "TURN_LIMIT", JSON.objectNode().put("status", "ended"));
            Ending.limited(draft, Termination.TURN_LIMIT, "no answer in the last turn");
        } else if (action instanceof Search search) {
            search(draft, call, search);
        } else if (action instanceof Crop crop) {
            crop(draft, call, crop);
        } else {
            refuse(draft, call, ActionError.NO_ACTION);
        }
    }

    private void answered(Draft draft, Call call, Answer answer) {
        PageRegion citation = citation(draft, answer);
        write(draft, call, null, citation == null ? status("ok") : located("ok", citation));
        Ending.answered(draft, answer.text(), citation);
    }

    /** Null where nothing can be located: no box that can be read, no such page. */
    private PageRegion citation(Draft draft, Answer answer) {
        if (answer.citation() == null || draft.pages.isEmpty()) {
            return null;
        }
        boolean acts = draft.mode.acts();
        int page = acts ? draft.pages.size() : Math.max(1, answer.page());
        if (page > draft.pages.size() || acts && answer.page() > 0) {
            return null;
        }
        View latest = acts ? draft.latest : sight.page(draft.pages, page - 1);
        note(draft, page - 1, latest, answer.citation());
        return sight.cited(draft.pages, page - 1, latest, answer.citation());
    }

    /** Counts boxes that went beyond their page: they are cut, but nobody should learn to write them. */
    private void note(Draft draft, int page, View latest, Box box) {
        if (!sight.within(draft.pages, page, latest, box)) {
            draft.count("clippedBoxes");
        }
    }

    private void search(Draft draft, Call call, Search search) {
        if (search.query().isBlank()) {
            refuse(draft, call, ActionError.EMPTY_QUERY);
        } else {
            draft.await(new Searching(call, search));
        }
    }

    private void crop(Draft draft, Call call, Crop crop) {
        if (draft.pages.isEmpty()) {
            refuse(draft, call, ActionError.NO_PAGE);
        } else if (crop.box() == null) {
            refuse(draft, call, ActionError.BAD_BOX);
        } else if (sight.crop(draft.pages, draft.latest, crop.box()) == null) {
            refuse(draft, call, ActionError.TOO_SMALL);
        } else {
            draft.await(new Cropping(call, crop));
        }
    }

    /** The index has ranked pages: the best one that was not shown yet is shown. */
    void searched(Draft draft, Call call, List<PageHit> hits) {
        draft.count("searches");
        List<String> seen = draft.pages.stream().map(ShownPage::id).toList();
        for (int rank = 0; rank < hits.size(); rank++) {
            PageHit hit = hits.get(rank);
            if (!seen.contains(hit.getPageId())) {
                ObjectNode feedback = status("ok").put("page", hit.getPageId()).put("rank", rank + 1);
                write(draft, call, null, feedback);
                draft.history.add(text.call(draft.takeSegment(), draft.turns, call.output()));
                show(draft, hit);
                proceed(draft);
                return;
            }
        }
        refuse(draft, call, hits.isEmpty() ? ActionError.NOTHING_FOUND : ActionError.ALL_SEEN);
    }

    /** The pages of mode {@code rag} are there. */
    void gathered(Draft draft, List<PageHit> hits) {
        draft.count("searches");
        hits.forEach(hit -> show(draft, hit));
        proceed(draft);
    }

    private void show(Draft draft, PageHit hit) {
        draft.pages.add(new ShownPage(hit.getPageId(), hit.getPicture()));
        draft.latest = sight.page(draft.pages, draft.pages.size() - 1);
        draft.history.add(text.page(draft.takeSegment(), draft.pages.size(), hit.getPicture(), draft.latest.size()));
    }

    /** @param rendered content hash of the crop; null where nobody rendered it */
    void cropped(Draft draft, Cropping phase, String rendered) {
        View page = sight.page(draft.pages, draft.pages.size() - 1);
        note(draft, page.page(), draft.latest, phase.crop().box());
        View crop = sight.crop(draft.pages, draft.latest, phase.crop().box());
        ShownPage shown = draft.pages.get(page.page());
        draft.crops.add(shown.part(crop.region()));
        draft.latest = crop;
        write(draft, phase.call(), null, located("ok", shown.part(crop.region())));
        draft.history.add(
                text.call(draft.takeSegment(), draft.turns, phase.call().output()));
        draft.history.add(text.crop(draft.takeSegment(), shown.picture(), page, crop, rendered));
        proceed(draft);
    }

    void refuse(Draft draft, Call call, ActionError error) {
        if (error.invalid()) {
            draft.count("invalidActions");
            draft.count("invalid." + error);
        }
        write(draft, call, error.name(), status("rejected").put("error", error.name()));
        draft.history.add(text.call(draft.takeSegment(), draft.turns, call.output()));
        draft.history.add(text.error(draft.takeSegment(), error));
        proceed(draft);
    }

    private static void write(Draft draft, Call call, String error, ObjectNode feedback) {
        Action action = call.output().action();
        draft.steps.add(new Step(
                draft.turns - 1,
                call.effect(),
                call.text(),
                action.name(),
                arguments(action).toString(),
                error,
                feedback.toString()));
    }

    private static ObjectNode arguments(Action action) {
        ObjectNode arguments = JSON.objectNode();
        if (action instanceof Search search) {
            arguments.put("query", search.query());
        } else if (action instanceof Crop crop && crop.box() != null) {
            arguments.set("box", corners(crop.box()));
        } else if (action instanceof Answer answer) {
            arguments.put("text", answer.text());
            if (answer.citation() != null) {
                arguments.set("box", corners(answer.citation()));
            }
        }
        return arguments;
    }

    private static ArrayNode corners(Box box) {
        return JSON.arrayNode().add(box.x1()).add(box.y1()).add(box.x2()).add(box.y2());
    }

    private static ObjectNode status(String status) {
        return JSON.objectNode().put("status", status);
    }

    /** The region in pixels of the page. */
    private static ObjectNode located(String status, PageRegion part) {
        Region region = part.getRegion();
        ObjectNode located = status(status).put("page", part.getPageId());
        located.set(
                "region",
                JSON.arrayNode()
                        .add(region.getLeft())
                        .add(region.getTop())
                        .add(region.getRight())
                        .add(region.getBottom()));
        return located;
    }
}
