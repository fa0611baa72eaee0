// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.svrl;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectResult.Failed;
import dev.eddy.agent.EffectValue;
import dev.eddy.agent.Generation;
import dev.eddy.agent.PolicyVersion;
import dev.eddy.agent.PromptSegment;
import dev.eddy.agent.WordTokenizer;
import dev.eddy.port.Snippets;
import dev.eddy.schemas.EffectStatus;
import dev.eddy.schemas.Snippet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Everything outside of a run: a model that says what it is told to, a web, a verifier, an encoder. */
final class FakeWeb {
    static final PolicyVersion VERSION = new PolicyVersion("svrl", 3, "f".repeat(64));

    /** What the model says; by default {@link #says} in order of turns. */
    Function<Effect.Generate, String> model;

    Function<String, List<Snippet>> pages = query -> IntStream.range(0, 6)
            .mapToObj(i -> Snippets.page("page " + i + " about " + query))
            .toList();
    List<Snippet> pictures = IntStream.range(0, 5)
            .mapToObj(i -> Snippets.picture("look-alike " + i))
            .toList();
    Predicate<String> usefulQuery = query -> true;
    Predicate<Snippet> usefulSnippet = snippet -> true;
    Map<String, float[]> vectors = new HashMap<>();
    /** Kinds of effects that fail. */
    final Set<Class<? extends Effect>> down = new HashSet<>();

    private final Set<String> searched = new HashSet<>();

    FakeWeb says(String... texts) {
        model = generate -> texts[Math.min(turn(generate) - 1, texts.length - 1)];
        return this;
    }

    FakeWeb without(Class<? extends Effect> kind) {
        down.add(kind);
        return this;
    }

    /** Which turn of its branch a generation is, from 1. */
    static int turn(Effect.Generate generate) {
        return 1
                + (int) generate.prompt().stream()
                        .filter(segment -> segment.kind().equals(SvrlText.TURN))
                        .count();
    }

    EffectResult run(Effect effect) {
        return down.contains(effect.getClass())
                ? new Failed(effect.seq(), EffectStatus.UNAVAILABLE, effect.name() + " is down")
                : new Completed(effect.seq(), value(effect));
    }

    private EffectValue value(Effect effect) {
        if (effect instanceof Effect.InspectPictures inspect) {
            return new EffectValue.Pictures(inspect.pictures());
        } else if (effect instanceof Effect.SearchText search) {
            List<Snippet> found = pages.apply(search.query());
            return new EffectValue.Snippets(
                    found.subList(0, Math.min(search.limit(), found.size())), !searched.add(search.query()));
        } else if (effect instanceof Effect.SearchImages search) {
            return new EffectValue.Snippets(
                    pictures.subList(0, Math.min(search.limit(), pictures.size())), !searched.add("picture"));
        } else if (effect instanceof Effect.Verify verify) {
            return new EffectValue.Verdicts(
                    verify.queries().stream().map(usefulQuery::test).toList(),
                    verify.snippets().stream().map(usefulSnippet::test).toList());
        } else if (effect instanceof Effect.Embed embed) {
            return new EffectValue.Vectors(
                    embed.texts().stream().map(vectors::get).toList());
        }
        return generation(model.apply((Effect.Generate) effect));
    }

    private static Generation generation(String text) {
        int[] tokens = WordTokenizer.instance().encode(text);
        byte[] mask = new byte[tokens.length];
        float[] logProbs = new float[tokens.length];
        if (tokens.length > 0) {
            mask[0] = 1;
            logProbs[0] = -0.5f;
        }
        return new Generation(text, tokens, mask, logProbs, VERSION, "stop");
    }

    static String byPicture() {
        return "<reason>what is it</reason> <search><img></search>";
    }

    static String byText(String mask, String queries) {
        return "<reason>when was it</reason> <verify>" + mask + "</verify> <text_search>" + queries + "</text_search>";
    }

    static String answer(String mask, String answer) {
        return "<reason>so it is</reason> <verify>" + mask + "</verify> <answer>" + answer + "</answer>";
    }

    /** As many verdicts as a prompt's last search has results, all the same. */
    static String mask(Effect.Generate generate, String verdict) {
        List<String> verdicts = new ArrayList<>();
        for (PromptSegment segment : generate.prompt()) {
            if (segment.kind().equals(SvrlText.INFORMATION)) {
                verdicts.clear();
            } else if (segment.kind().equals(SvrlText.SNIPPET) || segment.kind().equals(SvrlText.PICTURE)) {
                verdicts.add(verdict);
            }
        }
        return verdicts.isEmpty() ? " " : String.join(",", verdicts);
    }
}
