// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.agent.acticl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddy.schemas.Channel;
import dev.eddy.schemas.ChannelHits;
import dev.eddy.schemas.Packed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FusionTest {
    private static final ChannelHits I2I = FakeOutside.hits(Channel.I2I, List.of("d07", "d02", "d11", "d05"));
    private static final ChannelHits T2I = FakeOutside.hits(Channel.T2I, List.of("d02", "d09", "d07"));
    private static final ChannelHits T2T = FakeOutside.hits(Channel.T2T, List.of("d09", "d05", "d02", "d20"));

    @Test
    void sumsReciprocalRanksOverChannels() {
        List<Fusion.Ranked> ranking = Fusion.fuse(List.of(I2I, T2I, T2T), 64, 60);
        assertThat(ranking).extracting(Fusion.Ranked::record).containsExactly("d02", "d09", "d07", "d05", "d11", "d20");
        double[] scores = {0.0483954908, 0.0325224749, 0.0322664585, 0.0317540323, 0.0158730159, 0.015625};
        for (int i = 0; i < scores.length; i++) {
            assertThat(ranking.get(i).score()).isCloseTo(scores[i], within(5e-11));
        }
    }

    @Test
    void fusesWhatAModeOpens() {
        List<Fusion.Ranked> ranking = Fusion.fuse(List.of(I2I, T2I), 64, 60);
        assertThat(ranking).extracting(Fusion.Ranked::record).containsExactly("d02", "d07", "d09", "d11", "d05");
        double[] scores = {0.0325224749, 0.0322664585, 0.0161290323, 0.0158730159, 0.015625};
        for (int i = 0; i < scores.length; i++) {
            assertThat(ranking.get(i).score()).isCloseTo(scores[i], within(5e-11));
        }
    }

    @Test
    void equalScoresGoBySmallerId() {
        ChannelHits other = FakeOutside.hits(Channel.T2T, List.of("a"));
        ChannelHits one = FakeOutside.hits(Channel.I2I, List.of("b"));
        assertThat(Fusion.fuse(List.of(one, other), 64, 60))
                .extracting(Fusion.Ranked::record)
                .containsExactly("a", "b");
    }

    @Test
    void equalSimilaritiesShareARank() {
        ChannelHits same = equal(Channel.T2T, "a", "b", "c");
        ChannelHits one = FakeOutside.hits(Channel.I2I, List.of("c", "b", "a"));
        assertThat(Fusion.fuse(List.of(same, one), 64, 60))
                .extracting(Fusion.Ranked::record)
                .containsExactly("c", "b", "a");
    }

    @Test
    void whereACutListEndsInEqualsTheirIdsDecideNothing() {
        ChannelHits cut = equal(Channel.T2T, "a", "b", "c");
        ChannelHits one = FakeOutside.hits(Channel.I2I, List.of("x", "y", "c"));
        assertThat(Fusion.fuse(List.of(cut, one), 3, 60))
                .extracting(Fusion.Ranked::record)
                .containsExactly("x", "y", "c");
    }

    @Test
    void whatIsBetterThanTheEqualsAtTheCutStays() {
        ChannelHits cut = new ChannelHits(Channel.T2T, List.of("z", "a", "b"), Packed.floats(0.9f, 0.2f, 0.2f));
        assertThat(Fusion.fuse(List.of(cut), 3, 60))
                .extracting(Fusion.Ranked::record)
                .containsExactly("z");
    }

    @Test
    void idsDecideWhereNothingElseDoes() {
        assertThat(Fusion.fuse(List.of(equal(Channel.T2T, "a", "b", "c")), 3, 60))
                .extracting(Fusion.Ranked::record)
                .containsExactly("a", "b", "c");
        assertThat(Fusion.fuse(List.of(), 3, 60)).isEmpty();
    }

    private static ChannelHits equal(Channel channel, String... records) {
        float[] scores = new float[records.length];
        Arrays.fill(scores, 0.5f);
        return new ChannelHits(channel, List.of(records), Packed.floats(scores));
    }
}
