// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors
package dev.eddy.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddy.schemas.Packed;
import dev.eddy.schemas.Row;
import dev.eddy.schemas.RowKind;
import dev.eddy.schemas.Segment;
import dev.eddy.schemas.ShownPicture;
import dev.eddy.schemas.VersionRun;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrajectoryInvariantsTest {
    private static final int PAD = 1;

    @Test
    void aSoundRecordViolatesNothing() {
        assertThat(violation(segment(new int[] {9, 0, PAD, PAD, 2}, 2, 2), row()))
                .isNull();
    }

    @Test
    void everySampledTokenHasAMaskEntryALogProbabilityAndAVersion() {
        assertThat(violation(segment(), row(new byte[] {1}, new float[] {-1, 0}, 2)))
                .contains("2 sampled tokens with 1 mask entries");
        assertThat(violation(segment(), row(new byte[] {1, 0}, new float[] {-1}, 2)))
                .contains("1 log-probabilities");
        assertThat(violation(segment(), row(new byte[] {1, 0}, new float[] {-1, 0}, 3)))
                .contains("3 versions");
    }

    @Test
    void logProbabilitiesStandWhereTheMaskIsOneAndAreLogarithms() {
        assertThat(violation(segment(), row(new byte[] {1, 0}, new float[] {-1, -1}, 2)))
                .contains("sampled token 1 has mask 0");
        assertThat(violation(segment(), row(new byte[] {1, 0}, new float[] {0.5f, 0}, 2)))
                .contains("0.5");
        assertThat(violation(segment(), row(new byte[] {1, 0}, new float[] {Float.NaN, 0}, 2)))
                .contains("NaN");
        assertThat(violation(segment(), row(new byte[] {2, 0}, new float[] {-1, 0}, 2)))
                .contains("mask 2");
    }

    @Test
    void picturesLieExactlyOnTheirPads() {
        assertThat(violation(segment(new int[] {PAD, PAD, 9}, 1, 2), row())).contains("token 2, which is no image pad");
        assertThat(violation(segment(new int[] {PAD, PAD, 9}, 0, 1), row())).contains("2 image pads for pictures of 1");
        assertThat(violation(segment(new int[] {9, PAD}, 1, 3), row())).contains("takes 3 tokens at 1 of 2");
    }

    @Test
    void aPictureHasAsManyTokensAsItsPatchesMergeInto() {
        int[] tokens = {9, 0, PAD, PAD, 2};
        assertThat(violation(segment(tokens, 2, 2, 8), row())).isNull();
        assertThat(violation(segment(tokens, 2, 2, 4), row()))
                .as("a divisor is not enough")
                .contains("of 4 patches takes 2 tokens");
    }

    @Test
    void aPromptExpandsToRecordedSegmentsOfTheCountedLength() {
        Segment segment = segment();
        Row row = row();
        assertThat(TrajectoryInvariants.firstViolation(List.of(), List.of(row), PAD))
                .contains("shows segment 0, which is not recorded");
        assertThat(TrajectoryInvariants.firstViolation(List.of(segment, segment), List.of(row), PAD))
                .contains("twice");
        Row longer = Row.newBuilder(row).setPromptTokens(99).build();
        assertThat(violation(segment, longer)).contains("a prompt of 5 tokens, counted 99");
    }

    @Test
    void noImagePadIsSampled() {
        Row row = Row.newBuilder(row()).setResponse(Packed.ints(PAD, 8)).build();

        assertThat(violation(segment(), row)).contains("sampled token 0 is an image pad");
    }

    private static String violation(Segment segment, Row row) {
        return TrajectoryInvariants.firstViolation(List.of(segment), List.of(row), PAD);
    }

    private static Segment segment() {
        return segment(new int[] {9, 0, PAD, PAD, 2}, 2, 2);
    }

    private static Segment segment(int[] tokens, int offset, int pads) {
        return segment(tokens, offset, pads, pads * 4);
    }

    private static Segment segment(int[] tokens, int offset, int pads, int patches) {
        ShownPicture picture = new ShownPicture("a".repeat(64), 28, 28, 1, patches / 2, 2, offset, pads, null, null);
        return new Segment(0, "query", Packed.ints(tokens), tokens.length, List.of(picture), null);
    }

    private static Row row() {
        return row(new byte[] {1, 0}, new float[] {-1, 0}, 2);
    }

    private static Row row(byte[] mask, float[] logProbs, int versions) {
        return new Row(
                0,
                0,
                RowKind.ACT,
                null,
                Packed.ints(0),
                5,
                Packed.ints(7, 8),
                ByteBuffer.wrap(mask),
                Packed.floats(logProbs),
                List.of(new VersionRun(0L, versions, "")),
                "stop",
                true,
                1f);
    }
}
