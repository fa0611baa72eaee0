// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.agent.Effect;
import dev.eddy.agent.EffectResult;
import dev.eddy.agent.EffectResult.Completed;
import dev.eddy.agent.EffectValue;
import dev.eddy.port.Snippets;
import dev.eddy.schemas.Codec;
import dev.eddy.schemas.Decoding;
import dev.eddy.schemas.EffectCompletion;
import dev.eddy.schemas.EffectRecord;
import dev.eddy.schemas.PageRegion;
import dev.eddy.schemas.Picture;
import dev.eddy.schemas.Region;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Snippet;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EffectKindsTest {
    private static final Picture PICTURE = new Picture("a".repeat(64), 64, 64, null);
    private static final Picture OTHER_PICTURE = new Picture("b".repeat(64), 64, 64, null);
    private static final Snippet PAGE = Snippets.page("one");

    static Stream<EffectValue> values() {
        return Stream.of(
                new EffectValue.Snippets(List.of(PAGE, Snippets.picture("two")), true),
                new EffectValue.Verdicts(List.of(true, false), List.of(false)),
                new EffectValue.Judgement(true));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsTheSameAfterTheJournal(EffectValue value) {
        Codec<EffectCompletion> codec = Codec.of(EffectCompletion.class);
        Completed before = new Completed(3, value);

        EffectResult after = Completions.fromWire(3, codec.decode(codec.encode(Completions.toWire(before))), false);

        assertThat(after).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsTheSameAfterTheTrajectory(EffectValue value) {
        Codec<EffectRecord> codec = Codec.of(EffectRecord.class);
        Effect effect = new Effect.SearchImages(3, PICTURE, 5);
        Pending pending = new Pending(3, 0, 0, new byte[32], null);

        EffectRecord recorded = Recorder.effect(effect, pending, new Completed(3, value), new Schedule(0, 0, 9), 1);

        assertThat(Completions.value(codec.decode(codec.encode(recorded)).getResult()))
                .isEqualTo(value);
    }

    @Test
    void vectorsAreTheSameAfterTheJournal() {
        float[] vector = {0.25f, -1.5f};
        Completed before = new Completed(3, new EffectValue.Vectors(List.of(vector)));

        Completed after = (Completed) Completions.fromWire(3, Completions.toWire(before), false);

        assertThat(((EffectValue.Vectors) after.value()).vectors()).containsExactly(vector);
    }

    static Stream<List<Effect>> differentRequests() {
        return Stream.of(
                List.of(new Effect.SearchText(0, "q", "?", 6), new Effect.SearchText(0, "r", "?", 6)),
                List.of(new Effect.SearchText(0, "q", "?", 6), new Effect.SearchText(0, "q", "!", 6)),
                List.of(new Effect.SearchText(0, "q", "?", 6), new Effect.SearchText(0, "q", "?", 5)),
                List.of(new Effect.SearchImages(0, PICTURE, 5), new Effect.SearchImages(0, OTHER_PICTURE, 5)),
                List.of(verify(List.of(), List.of("q")), verify(List.of("q"), List.of())),
                List.of(verify(List.of("y"), List.of("q")), verify(List.of("z"), List.of("q"))),
                List.of(new Effect.Embed(0, List.of("a", "b")), new Effect.Embed(0, List.of("ab"))),
                List.of(new Effect.Judge(0, "?", "a", List.of("b")), new Effect.Judge(0, "?", "b", List.of("a"))),
                List.of(cited(5, "a"), cited(6, "a")),
                List.of(cited(5, "a"), cited(5, null)),
                List.of(generate(null), generate(0.4)));
    }

    @ParameterizedTest
    @MethodSource("differentRequests")
    void differentRequestsHaveDifferentHashes(List<Effect> effects) {
        ByteBuffer one = ByteBuffer.wrap(RequestHash.of(effects.get(0)));

        assertThat(ByteBuffer.wrap(RequestHash.of(effects.get(1)))).isNotEqualTo(one);
        assertThat(ByteBuffer.wrap(RequestHash.of(effects.get(0)))).isEqualTo(one);
    }

    private static Effect cited(int left, String page) {
        return new Effect.JudgeCitation(0, "?", "a", new PageRegion("p", new Region(left, 0, 9, 9), 9, 9, page));
    }

    private static Effect verify(List<String> targets, List<String> queries) {
        return new Effect.Verify(0, "?", List.of(PICTURE), targets, queries, List.of(PAGE));
    }

    private static Effect generate(Double temperature) {
        return new Effect.Generate(0, List.of(), 8, Decoding.SAMPLED, RowKind.ACT, -1, null, temperature);
    }
}
