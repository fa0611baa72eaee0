// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.mcite;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.PageHit;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The outside of a run: a model that says what a script says, an index of three pages, and what is to fail. */
final class FakePages {
    private final ArrayDeque<String> script = new ArrayDeque<>();
    private final Map<String, EffectStatus> failing = new HashMap<>();
    private final List<PageHit> hits = new ArrayList<>();
    private String rendered;

    FakePages() {
        page("p3", 980, 3920);
        page("p1", 1700, 2200);
        page("p9", 640, 480);
    }

    FakePages says(String... texts) {
        script.addAll(List.of(texts));
        return this;
    }

    /** Every effect of this name. */
    FakePages fails(String effect, EffectStatus status) {
        failing.put(effect, status);
        return this;
    }

    FakePages without(String... pages) {
        hits.removeIf(hit -> List.of(pages).contains(hit.getPageId()));
        return this;
    }

    FakePages page(String id, int width, int height) {
        hits.add(new PageHit(id, picture(id, width, height), 9.0 - hits.size()));
        return this;
    }

    /** As the stream does. */
    FakePages rendering(String sha256) {
        rendered = sha256;
        return this;
    }

    static Picture picture(String id, int width, int height) {
        return new Picture(Sha256.hex(id.getBytes(StandardCharsets.UTF_8)), width, height, null);
    }

    EffectResult run(Effect effect) {
        EffectStatus failure = failing.get(effect.name());
        if (failure != null) {
            return new Failed(effect.seq(), failure, effect.name() + " is down");
        }
        return new Completed(effect.seq(), value(effect));
    }

    private EffectValue value(Effect effect) {
        if (effect instanceof Effect.SearchPages search) {
            return new EffectValue.Pages(hits.subList(0, Math.min(search.limit(), hits.size())));
        }
        return effect instanceof Effect.Crop ? new EffectValue.Cropped(rendered) : generation(script.remove());
    }

    /** The first token carries a log-probability of -1, the second one of -3. */
    private static Generation generation(String text) {
        int[] tokens = WordTokenizer.instance().encode(text);
        byte[] mask = new byte[tokens.length];
        float[] logProbs = new float[tokens.length];
        for (int i = 0; i < Math.min(2, tokens.length); i++) {
            mask[i] = 1;
            logProbs[i] = -1 - 2 * i;
        }
        PolicyVersion version = new PolicyVersion("mcite", 3, "f".repeat(64));
        return new Generation(text, tokens, mask, logProbs, version, "stop");
    }
}
